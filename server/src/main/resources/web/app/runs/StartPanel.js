import { html, useEffect, useRef, useState } from '../lib/h.js';
import { plural } from '../lib/format.js';
import { JsonField, TextField, wrongJson } from '../ui/Ask.js';
import { Icon, Mark } from '../ui/Icon.js';
import { toast } from '../ui/toasts.js';
import { Editor } from './Editor.js';
import { EXAMPLES } from './examples.js';
import { startRun } from './start.js';
import { readFile, useWorkflowText } from './useWorkflowText.js';

const DRAFT = 'holdfast.draft';

function draft() {
  try {
    return sessionStorage.getItem(DRAFT);
  } catch {
    return null;
  }
}

export function Upload({ onText, quiet }) {
  const input = useRef(null);
  const chosen = async (event) => {
    const [file] = event.target.files;
    event.target.value = '';
    if (!file) return;
    try {
      onText(await readFile(file));
      toast(`${file.name} is in the editor. Nothing has been started.`);
    } catch (e) {
      toast(e.message);
    }
  };
  return html`<button class=${`btn ${quiet ? 'quiet sm' : ''}`} onClick=${() => input.current.click()}><${Icon} name="upload" />Upload .json</button>
    <input ref=${input} class="vh" type="file" accept=".json,application/json" aria-label="Workflow file" tabindex="-1" onChange=${chosen} />`;
}

export const Examples = ({ onText }) => html`<select class="select examples" aria-label="Examples" value=""
    onChange=${(e) => { onText(EXAMPLES[Number(e.target.value)].text); e.target.value = ''; }}>
  <option value="" disabled selected>Examples</option>
  ${EXAMPLES.map((example, i) => html`<option key=${example.name} value=${i} title=${example.about}>${example.name}</option>`)}</select>`;

export const Problems = ({ problems }) => problems.length > 0 && html`<ul class="problems" role="alert" aria-label="What is wrong">
  ${problems.slice(0, 5).map((p, i) => html`<li key=${i} class="msg">${p.line > 0 && html`<b>Line ${p.line}: </b>`}${p.message}${p.fix ? ` – ${p.fix}` : ''}</li>`)}
  ${problems.length > 5 && html`<li class="msg">and ${problems.length - 5} more</li>`}</ul>`;

export function Verdict({ problems, plan }) {
  if (problems.length > 0) {
    return html`<span class="verdict" data-s="failed"><${Mark} phase="failed" />${plural(problems.length, 'problem')}${problems[0].line ? `, line ${problems[0].line}` : ''}</span>`;
  }
  return plan && html`<span class="verdict" data-s="completed"><${Mark} phase="completed" />Valid: ${plural(plan.steps.length, 'step')}</span>`;
}

export const marksOf = (problems) => new Set(problems.map((p) => p.line));

export function StartPanel() {
  const edit = useWorkflowText(draft() || EXAMPLES[0].text);
  const [key, setKey] = useState('');
  const [order, setOrder] = useState('');
  const [input, setInput] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    try {
      sessionStorage.setItem(DRAFT, edit.text);
    } catch {
      // Then it is gone when the page is.
    }
  }, [edit.text]);
  const start = async () => {
    if (busy || wrongJson(input)) return;
    setBusy(true);
    setWrong('');
    try {
      await startRun(edit.text, { key: key.trim(), order: order.trim(), input: input.trim() ? JSON.parse(input) : undefined });
    } catch (problem) {
      setBusy(false);
      if (problem.code === 'invalid_definition' || problem.code === 'not_json') edit.reject(problem);
      else setWrong([problem.message, ...(problem.errors || []).map((e) => `${e.pointer.slice(1)} ${e.message}. ${e.fix || ''}`)].join(' '));
    }
  };
  const bad = edit.problems.length > 0;
  return html`<section class="panel start" aria-label="Start a run">
    <div class="panel-head"><h2>Start a run</h2><kbd>N</kbd><span class="grow"></span><${Upload} quiet onText=${edit.setText} /><${Examples} onText=${edit.setText} /></div>
    <${Editor} value=${edit.text} onInput=${edit.setText} marks=${marksOf(edit.problems)} onSubmit=${start} />
    <${Problems} problems=${edit.problems} />
    <form class="start-foot" onSubmit=${(e) => { e.preventDefault(); start(); }}>
      <div class="two">
        <${TextField} id="key" label="Key" optional value=${key} onInput=${setKey} placeholder="one run per key" />
        <${TextField} id="order" label="Order" optional value=${order} onInput=${setOrder} placeholder="order id" />
      </div>
      <details><summary>Input</summary><${JsonField} id="input" label="Input as JSON" rows=${3} value=${input} onInput=${setInput} placeholder='{ "id": "48213" }' /></details>
      ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
      <div class="start-go"><${Verdict} problems=${edit.problems} plan=${edit.plan} /><span class="grow"></span><kbd class="only-wide">Ctrl ⏎</kbd>
        <button class="btn primary" type="submit" disabled=${busy || bad} title=${bad ? 'The workflow has a problem' : null}>Start workflow</button></div>
    </form>
  </section>`;
}
