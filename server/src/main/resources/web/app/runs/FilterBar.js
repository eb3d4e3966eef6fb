import { html, useEffect, useRef, useState } from '../lib/h.js';
import { setAddress } from '../lib/hooks.js';
import { get, getPage } from '../lib/api.js';
import { clock } from '../lib/format.js';
import { Icon } from '../ui/Icon.js';
import { PHASES, runs } from './store.js';

const TYPING_MS = 250;
const SINCE = [['', 'Any time'], ['1', 'Last hour'], ['24', 'Last day'], ['168', 'Last week']];

const Token = ({ name, value, field }) => html`<span class="token"><span>${name}</span> ${value}
  <button aria-label=${`Remove the filter ${name}`} onClick=${() => setAddress({ [field]: '', after: '' }, { push: true })}>×</button></span>`;

/** Text goes into the address when the typing pauses. */
function Text({ value }) {
  const [text, setText] = useState(value);
  const timer = useRef(0);
  useEffect(() => setText(value), [value]);
  const type = (event) => {
    const next = event.target.value;
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAddress({ q: next.trim(), after: '' }), TYPING_MS);
  };
  return html`<input id="filter" value=${text} onInput=${type} type="search" placeholder="Key, run id, workflow, error text" aria-label="Find runs" />`;
}

/** Names to choose from, read when somebody looks for one. */
function Facet({ name, field, address, load }) {
  const [options, setOptions] = useState(null);
  const chosen = address[field] || '';
  const look = () => options || load().then(setOptions, () => setOptions([]));
  const all = [...(options || []), ...(chosen && !(options || []).some(([value]) => value === chosen) ? [[chosen, chosen]] : [])];
  return html`<select class="select facet-select" aria-label=${name} value=${chosen} onFocus=${look} onPointerEnter=${look}
      onChange=${(e) => setAddress({ [field]: e.target.value, after: '' }, { push: true })}>
    <option value="">${name}</option>${all.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}</select>`;
}

const workflowNames = async () => [...new Set((await getPage('/workflows?limit=200')).rows.map((row) => row.name))].sort().map((name) => [name, name]);
const nodeNames = async () => (await get('/nodes')).map((node) => [node.id, node.live ? node.id : `${node.id}, gone`]);
const causes = async () => (runs.get().errors || []).map((cause) => [cause.fingerprint, `${cause.fingerprint.slice(0, 4)} ${cause.error.slice(0, 60)}`]);

const priorities = async () => [...new Set([...(await get('/system')).queue, ...(runs.get().rows || [])].map((one) => one.priority))].sort((a, b) => a - b).map((n) => [String(n), `priority ${n}`]);

export function FilterBar({ address }) {
  const since = (hours) => (hours ? new Date(Date.now() - hours * 3600000).toISOString() : '');
  const tokens = [['workflow', 'workflow'], ['cause', 'fingerprint'], ['priority', 'priority'], ['node', 'node'], ['order', 'order'], ['child of', 'parent']];
  return html`<div class="filter"><label class="search"><${Icon} name="search" />
      ${tokens.filter(([, field]) => address[field]).map(([name, field]) => html`<${Token} key=${field} name=${name} field=${field}
        value=${field === 'fingerprint' ? address[field].slice(0, 4) : address[field]} />`)}
      ${address.since && html`<${Token} name="since" field="since" value=${clock(address.since)} />`}
      <${Text} value=${address.q || ''} /></label>
    <select class="select facet-select" aria-label="Status" value=${address.phase || ''} onChange=${(e) => setAddress({ phase: e.target.value, after: '' }, { push: true })}>
      <option value="">Any status</option>
      ${[...PHASES, ...(address.phase && !PHASES.includes(address.phase) ? [address.phase] : [])].map((phase) => html`<option key=${phase} value=${phase}>${phase.replaceAll(',', ', ')}</option>`)}
    </select>
    <${Facet} name="Workflow" field="workflow" address=${address} load=${workflowNames} />
    <${Facet} name="Error" field="fingerprint" address=${address} load=${causes} />
    <${Facet} name="Priority" field="priority" address=${address} load=${priorities} />
    <${Facet} name="Node" field="node" address=${address} load=${nodeNames} />
    <select class="select facet-select" aria-label="Started" value="" onChange=${(e) => setAddress({ since: since(Number(e.target.value)), after: '' }, { push: true })}>
      ${address.since && html`<option value="">Since ${clock(address.since)}</option>`}
      ${SINCE.filter(([hours]) => hours || !address.since).map(([hours, text]) => html`<option key=${text} value=${hours}>${text}</option>`)}
      ${address.since && html`<option value="0">Any time</option>`}
    </select></div>`;
}
