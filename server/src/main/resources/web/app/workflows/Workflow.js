import { html, useMemo, useRef, useState } from '../lib/h.js';
import { clock, exact } from '../lib/format.js';
import { useWidth } from '../lib/hooks.js';
import { Drawing } from '../run/Graph.js';
import { Copy, Json } from '../ui/Json.js';
import { Diff } from './Diff.js';
import { Recent } from './Recent.js';
import { StartForm } from './StartForm.js';

const TABS = [['graph', 'Graph'], ['json', 'Definition'], ['diff', 'Changes']];

/** A definition as a run that has not begun, so that it is drawn in the same way. */
function asView(definition) {
  const steps = (definition.steps || []).map((step) => ({
    step_id: step.id, type: step.type || 'task', depends_on: step.depends_on || [], phase: 'pending', status: 'pending',
    scope: '', attempts: [], attempt: 0, max_retries: 0, due_at: null, started_at: null,
  }));
  return { kind: 'graph', steps };
}

export function Workflow({ shown, versions, address, setAddress }) {
  const view = useMemo(() => asView(shown.definition), [shown.definition]);
  const [selected, select] = useState('');
  const box = useRef(null);
  const width = useWidth(box);
  const tab = TABS.some(([id]) => id === address.tab) ? address.tab : 'graph';
  const step = (shown.definition.steps || []).find((one) => one.id === selected);
  return html`<div class="side" ref=${box}>
    <section class="panel" aria-label="Definition"><div class="panel-head"><h2>${shown.name}</h2>
        <select class="select version" aria-label="Version" value=${shown.version} onChange=${(e) => setAddress({ name: shown.name, version: e.target.value }, { push: true })}>
          ${versions.map((one) => html`<option key=${one.id} value=${one.version}>v${one.version}, ${clock(one.created_at)}</option>`)}</select>
        <span class="sub only-wide" title=${exact(shown.created_at)}><span class="mono">${shown.id}</span></span><${Copy} text=${shown.id} label="Copy the id" /><span class="grow"></span>
        <div class="seg-ctl" role="tablist" aria-label="Views of the definition">${TABS.map(([id, text]) => html`<button key=${id} role="tab" aria-selected=${tab === id} disabled=${id === 'diff' && versions.length < 2}
          onClick=${() => setAddress({ tab: id === 'graph' ? '' : id })}>${text}</button>`)}</div></div>
      ${tab === 'graph' ? html`<div class="wf-graph"><${Drawing} view=${view} definition=${shown.definition} now=${0} width=${width} selected=${selected} select=${select} /></div>
          ${step && html`<div class="panel-body"><${Json} value=${step} label=${`Definition of ${step.id}`} /></div>`}`
        : tab === 'json' || versions.length < 2 ? html`<div class="panel-body"><${Json} value=${shown.definition} label="Definition" /></div>`
          : html`<${Diff} shown=${shown} versions=${versions} address=${address} setAddress=${setAddress} />`}
    </section>
    <div class="wf-two"><${StartForm} shown=${shown} /><${Recent} runs=${shown.runs} name=${shown.name} /></div></div>`;
}
