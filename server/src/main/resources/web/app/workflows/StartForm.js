import { html, useState } from '../lib/h.js';
import { post } from '../lib/api.js';
import { JsonField, TextField, wrongJson } from '../ui/Ask.js';

const SIMPLE = ['string', 'number', 'integer', 'boolean'];

/** Fields for what the schema says, if it is simple enough to be a form. */
function fieldsOf(schema) {
  const properties = Object.entries(schema?.properties || {});
  return properties.length > 0 && properties.every(([, one]) => SIMPLE.includes(one.type) || one.enum) ? properties : null;
}

function parse(text, schema) {
  if (text === '' || text == null) return undefined;
  if (schema.type === 'number' || schema.type === 'integer') return Number.isNaN(Number(text)) ? text : Number(text);
  if (schema.type === 'boolean') return text === true || text === 'true';
  return text;
}

function Field({ name, schema, required, value, wrong, onInput }) {
  const id = `in-${name}`;
  const about = html`<label for=${id}>${schema.title || name} ${!required && html`<span class="faint">optional</span>`}</label>`;
  const input = schema.enum ? html`<select class="select" id=${id} value=${value ?? ''} onChange=${(e) => onInput(e.target.value)}><option value=""></option>${schema.enum.map((one) => html`<option key=${one} value=${one}>${String(one)}</option>`)}</select>`
    : schema.type === 'boolean' ? html`<span><input type="checkbox" id=${id} checked=${value === true} onChange=${(e) => onInput(e.target.checked)} /></span>`
      : html`<input class="input" id=${id} value=${value ?? ''} inputmode=${schema.type === 'string' ? null : 'decimal'} placeholder=${schema.default ?? ''} onInput=${(e) => onInput(e.target.value)} />`;
  return html`<div class="field" data-bad=${wrong ? '' : null}>${about}${input}${schema.description && html`<span class="hint">${schema.description}</span>`}${wrong && html`<span class="bad">${wrong}</span>`}</div>`;
}

/** Starts a run of the version that is shown, with a form where the input has a schema. */
export function StartForm({ shown }) {
  const schema = shown.definition.input_schema;
  const fields = fieldsOf(schema);
  const [values, setValues] = useState({});
  const [text, setText] = useState('');
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState(null);
  const bad = !fields && wrongJson(text);
  const start = async (event) => {
    event.preventDefault();
    const body = {};
    if (key.trim()) body.key = key.trim();
    if (fields) body.input = Object.fromEntries(fields.map(([name, one]) => [name, parse(values[name], one)]).filter(([, value]) => value !== undefined));
    else if (text.trim()) body.input = JSON.parse(text);
    try {
      const run = await post(`/workflows/${shown.id}/runs`, body);
      location.assign(`/run.html?id=${run.id}`);
    } catch (e) {
      setProblem(e);
    }
  };
  const wrong = (name) => problem?.errors.find((e) => e.pointer === `/input/${name}`)?.message;
  const rest = problem && problem.errors.filter((e) => !fields || !fields.some(([name]) => e.pointer === `/input/${name}`));
  return html`<section class="panel" aria-label="Start a run"><div class="panel-head"><h2>Start v${shown.version}</h2></div>
    <form class="start-foot" onSubmit=${start}>
      ${fields ? fields.map(([name, one]) => html`<${Field} key=${name} name=${name} schema=${one} required=${(schema.required || []).includes(name)} value=${values[name]} wrong=${wrong(name)} onInput=${(value) => setValues({ ...values, [name]: value })} />`)
        : html`<${JsonField} id="wf-input" label="Input (JSON), optional" rows=${4} value=${text} onInput=${setText} />`}
      <${TextField} id="wf-key" label="Key" optional value=${key} onInput=${setKey} />
      ${problem && html`<p class="wrong" role="alert">${problem.message} ${rest.map((e) => `${e.pointer.slice(1)} ${e.message}. ${e.fix || ''}`).join(' ')}</p>`}
      <div class="start-go"><span class="grow"></span><button class="btn primary" type="submit" disabled=${Boolean(bad)}>Start</button></div></form></section>`;
}
