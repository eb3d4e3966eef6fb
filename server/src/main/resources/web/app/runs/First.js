import { html, useState } from '../lib/h.js';
import { Anchor, Icon, Mark } from '../ui/Icon.js';
import { Editor } from './Editor.js';
import { EXAMPLES } from './examples.js';
import { startRun } from './start.js';
import { Examples, Problems, Upload, Verdict, marksOf } from './StartPanel.js';
import { useWorkflowText } from './useWorkflowText.js';

const CODE = `var holdfast = Holdfast.open("app.db");
holdfast.run("onboard-ada", wf -> {
    var user = wf.step("create", () -> users.create("ada"));
    wf.sleep("cool-off", ofDays(1));
    wf.step("welcome", () -> mail.welcome(user));
});`;

const Preview = ({ plan }) => plan && html`<div class="preview">
  ${plan.steps.slice(0, 8).map((step, i) => html`${i > 0 && html`<i></i>`}<span><${Mark} phase="pending" />${step.id}
    ${step.max_retries > 0 && html`<small>up to ${step.max_retries + 1} attempts</small>`}</span>`)}</div>`;

/** What a new server shows: one button away from the first run. */
export function First() {
  const edit = useWorkflowText(EXAMPLES[0].text);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const start = async () => {
    setBusy(true);
    try {
      await startRun(edit.text, {});
    } catch (problem) {
      setBusy(false);
      if (problem.errors?.length) edit.reject(problem);
      else setWrong(problem.message);
    }
  };
  const example = EXAMPLES.find((one) => one.text === edit.text);
  const bad = edit.problems.length > 0;
  const port = `${location.protocol}//${location.host}`;
  return html`<section class="panel first" aria-label="First run">
    <div class="first-say">
      <${Anchor} cls="first-mark" width="1.2" />
      <h2>Nothing has run yet</h2>
      <p>${example ? example.about : 'Start what is in the editor.'}</p>
      <p>Then stop the server while it runs and start it again: it goes on where it was.</p>
      <div class="first-go"><button class="btn primary" disabled=${busy || bad} onClick=${start}><${Icon} name="play" />Start ${example ? 'the example' : 'it'}</button>
        <${Upload} onText=${edit.setText} /></div>
      ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
      <hr /><h3>Or from code</h3><pre class="code" tabindex="0">${CODE}</pre>
      <h3>Or from a shell</h3><pre class="code" tabindex="0">curl --json @order.json ${port}/workflows</pre>
    </div>
    <div class="first-ed">
      <div class="panel-head"><h2>${edit.plan?.name || example?.name || 'Workflow'}</h2><span class="grow"></span><${Examples} onText=${edit.setText} /></div>
      <${Editor} value=${edit.text} onInput=${edit.setText} marks=${marksOf(edit.problems)} onSubmit=${start} />
      <${Problems} problems=${edit.problems} /><${Preview} plan=${edit.plan} />
      <div class="start-foot"><div class="start-go"><${Verdict} problems=${edit.problems} plan=${edit.plan} /><span class="grow"></span>
        <button class="btn primary" disabled=${busy || bad} onClick=${start}>Start workflow</button></div></div>
    </div>
  </section>`;
}
