// The page behind the link of an approval: shows what is asked, and sends the answer once.

const query = new URLSearchParams(location.search);
const part = (name) => encodeURIComponent(query.get(name) ?? '');
const address = `/approvals/${part('run')}/${part('token')}/${part('step')}`;
const byId = (id) => document.getElementById(id);
const form = byId('form');

const show = async () => {
  const answer = await fetch(address);
  const asked = await answer.json();
  if (!answer.ok) {
    byId('summary').textContent = asked.detail;
    return;
  }
  byId('title').textContent = `${asked.workflow_name}: ${asked.step}`;
  byId('summary').textContent = asked.open ? asked.summary : `Nothing is left to decide here. ${asked.summary}`;
  form.hidden = !asked.open;
  if (asked.input !== null && asked.input !== undefined) {
    byId('input').hidden = false;
    byId('input').textContent = JSON.stringify(asked.input, null, 2);
  }
};

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const data = new FormData(form);
  const body = { approved: event.submitter.value === 'true' };
  for (const name of ['by', 'comment']) if (data.get(name)) body[name] = data.get(name);
  form.hidden = true;
  const answer = await fetch(address, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  if (!answer.ok) byId('summary').textContent = (await answer.json()).detail;
  else await show();
});

show().catch((error) => { byId('summary').textContent = `The server does not answer: ${error}`; });
