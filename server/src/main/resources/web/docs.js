// Renders /openapi.json. Everything is put in as text, so nothing in it can become markup.

const element = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
};

const resolve = (api, schema) => {
  const name = schema?.$ref?.split('/').pop();
  return name ? api.components.schemas[name] : schema;
};

// A schema in a few lines: names and types, as deep as one looks.
const shape = (api, schema, depth = 0) => {
  const known = resolve(api, schema) ?? {};
  if (known.oneOf) return known.oneOf.map((one) => shape(api, one, depth)).join(' | ');
  if (known.enum) return known.enum.join(' | ');
  if (known.type === 'array') return `[${shape(api, known.items, depth)}]`;
  if (known.type === 'object' && known.properties && depth < 3) {
    const pad = '  '.repeat(depth + 1);
    const lines = Object.entries(known.properties).map(([name, value]) => {
      const mark = known.required?.includes(name) ? '' : '?';
      const says = value.description ? `  — ${value.description}` : '';
      return `${pad}${name}${mark}: ${shape(api, value, depth + 1)}${says}`;
    });
    return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
  }
  return [known.type ?? 'anything'].flat().join(' | ');
};

const parameters = (operation) => {
  if (!operation.parameters?.length) return '';
  const rows = operation.parameters.map((p) =>
    element('tr', {}, element('td', {}, element('code', {}, p.name)), element('td', {}, p.in),
      element('td', {}, p.description ?? '')));
  return element('table', {}, element('tr', {}, element('th', {}, 'Parameter'), element('th', {}, 'In'),
    element('th', {}, '')), ...rows);
};

const answers = (api, operation) => {
  const rows = Object.entries(operation.responses).map(([status, answer]) =>
    element('tr', {}, element('td', {}, element('code', {}, status)), element('td', {}, answer.description)));
  const good = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const schema = good && Object.values(good[1].content ?? {})[0]?.schema;
  return [element('table', {}, element('tr', {}, element('th', {}, 'Answer'), element('th', {}, '')), ...rows),
    schema ? element('pre', {}, shape(api, schema)) : ''];
};

const send = async (method, path, operation, form, output) => {
  const data = new FormData(form);
  let target = path;
  const query = new URLSearchParams();
  for (const p of operation.parameters ?? []) {
    const value = data.get(p.name);
    if (p.in === 'path') target = target.replace(`{${p.name}}`, encodeURIComponent(value));
    else if (value) query.set(p.name, value);
  }
  const body = data.get(' body');
  const options = { method: method.toUpperCase() };
  if (body) Object.assign(options, { body, headers: { 'Content-Type': 'application/json' } });
  const answer = await fetch(target + (query.size ? `?${query}` : ''), options);
  const text = await answer.text();
  let shown = text;
  try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch { /* not JSON: as it is */ }
  output.textContent = `${answer.status} ${answer.statusText}\n${shown}`;
};

const attempt = (api, method, path, operation) => {
  const streams = Object.values(operation.responses).some((r) => r.content?.['text/event-stream']);
  if (streams) return '';
  const form = element('form', { class: 'try' });
  for (const p of operation.parameters ?? []) {
    form.append(element('label', {}, p.name, element('input', { name: p.name, ...(p.required ? { required: '' } : {}) })));
  }
  const schema = operation.requestBody?.content['application/json'].schema;
  if (schema) {
    const example = resolve(api, schema).example;
    form.append(element('label', {}, 'body',
      element('textarea', { name: ' body', rows: example ? '8' : '3' }, example ? JSON.stringify(example, null, 2) : '')));
  }
  const output = element('pre', { hidden: '' });
  form.append(element('button', {}, 'Send'), output);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    output.hidden = false;
    try { await send(method, path, operation, form, output); } catch (error) { output.textContent = String(error); }
  });
  return form;
};

const row = (api, method, path, operation) => {
  const details = element('details', { 'data-text': `${method} ${path} ${operation.summary}`.toLowerCase() });
  details.append(element('summary', {}, element('b', {}, method.toUpperCase()), element('code', {}, path),
    element('span', {}, operation.summary)));
  details.addEventListener('toggle', () => {
    if (!details.open || details.querySelector('.body')) return;
    const request = operation.requestBody?.content['application/json'].schema;
    details.append(element('div', { class: 'body' }, element('p', {}, operation.description),
      element('p', {}, `Scope: ${operation['x-scope']}`), parameters(operation),
      ...(request ? [element('h3', {}, 'Body'), element('pre', {}, shape(api, request))] : []),
      ...answers(api, operation), attempt(api, method, path, operation)));
  });
  return details;
};

const main = document.getElementById('operations');
try {
  const api = await (await fetch('/openapi.json')).json();
  const byTag = new Map();
  for (const [path, item] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const tag = operation.tags[0];
      byTag.set(tag, [...(byTag.get(tag) ?? []), row(api, method, path, operation)]);
    }
  }
  main.replaceChildren(...[...byTag].map(([tag, rows]) => element('section', {}, element('h2', {}, tag), ...rows)));
} catch (error) {
  main.textContent = `The description of the interface could not be loaded: ${error}`;
}
document.getElementById('find').addEventListener('input', (event) => {
  const wanted = event.target.value.toLowerCase();
  for (const details of document.querySelectorAll('details')) details.hidden = !details.dataset.text.includes(wanted);
});
