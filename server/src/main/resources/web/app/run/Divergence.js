import { html } from '../lib/h.js';
import { num } from '../lib/format.js';
import { JsonSection } from '../ui/Json.js';

function Side({ title, names, empty, known, select }) {
  return html`<div class="diverge-side"><h4>${title} <span class="count">${num(names.length)}</span></h4>
    ${names.length === 0 ? html`<p class="faint">${empty}</p>`
      : html`<ul>${names.map((name) => html`<li key=${name}>${known.has(name) ? html`<button class="link mono" onClick=${() => select(name)}>${name}</button>` : html`<span class="mono">${name}</span>`}</li>`)}</ul>`}</div>`;
}

/** Why the run stands still: what its log holds beside what the code now asks for. */
export function Divergence({ view, select }) {
  const { reason, detail } = view.paused;
  const both = Array.isArray(detail?.recorded) && Array.isArray(detail?.asked);
  const known = new Set(view.steps.map((step) => step.step_id));
  return html`<section class="sec"><header><h3>Paused</h3></header><p>${reason}</p>
      ${both && html`<div class="diverge"><${Side} title="In the log" names=${detail.recorded} empty="Nothing is left out." known=${known} select=${select} />
        <${Side} title="In the code" names=${detail.asked} empty="It asks for nothing new." known=${known} select=${select} /></div>
        <p class="faint">Left: executed, and no longer asked for. Right: asked for, and never executed. Put the code right and compare again, accept that the left is left behind, or fork.</p>`}</section>
    ${!both && detail != null && html`<${JsonSection} title="What was found" value=${detail} />`}`;
}
