import { html, useMemo, useState } from '../lib/h.js';
import { num } from '../lib/format.js';
import { Mark } from '../ui/Icon.js';
import { Empty } from '../ui/States.js';
import { LOUD, badgeWords, chipWords, nodeWords } from './steps.js';

const SHOWN = 200;

/** Steps under the scopes they stand in: branches, items of maps, children. */
function tree(steps) {
  const root = { name: '', path: '', steps: [], scopes: new Map() };
  for (const step of steps) {
    let place = root;
    for (const part of step.scope ? step.scope.split('/') : []) {
      if (!place.scopes.has(part)) {
        place.scopes.set(part, { name: part, path: `${place.path}${part}/`, steps: [], scopes: new Map(), first: place.steps.length });
      }
      place = place.scopes.get(part);
    }
    place.steps.push(step);
  }
  return root;
}

const all = (scope) => [...scope.steps, ...[...scope.scopes.values()].flatMap(all)];

function Leaf({ step, depth, now, selected, select }) {
  const name = step.scope ? step.step_id.slice(step.scope.length + 1) : step.step_id;
  return html`<li><button class="leaf" data-s=${step.phase} aria-pressed=${selected}
      style=${{ paddingLeft: `${16 + depth * 22}px` }} onClick=${() => select(step.step_id)}>
    <${Mark} phase=${step.phase} /><span class="clip strong">${name}</span><span class="tag mono">${step.type}</span>
    ${badgeWords(step) && html`<span class="count" data-s=${step.phase}>${badgeWords(step)}</span>`}
    <span class="grow"></span><span class="dim num nowrap" data-s=${step.phase}>${nodeWords(step, now) || chipWords(step, now)}</span></button></li>`;
}

function Scope({ scope, depth, ...rest }) {
  const [more, setMore] = useState(false);
  const members = all(scope);
  const done = members.filter((step) => step.phase === 'completed').length;
  const children = [...scope.scopes.values()];
  const count = scope.steps.length + children.length;
  // Of very many the first, and whatever is not ordinary.
  const some = (list, isLoud) => list.filter((one, i) => more || i < SHOWN || isLoud(one));
  const loud = (step) => LOUD.includes(step.phase);
  return html`${scope.name && html`<li class="scope" style=${{ paddingLeft: `${16 + (depth - 1) * 22}px` }}>
      <b class="mono">${scope.name}</b><span class="faint num">${num(done)} of ${num(members.length)}</span></li>`}
    ${some(scope.steps, loud).map((step) => html`<${Leaf} key=${step.step_id} step=${step} depth=${depth} ...${rest} selected=${rest.selected === step.step_id} />`)}
    ${some(children, (child) => all(child).some(loud)).map((child) => html`<${Scope} key=${child.path} scope=${child} depth=${depth + 1} ...${rest} />`)}
    ${count > SHOWN && !more && html`<li><button class="link leaf" onClick=${() => setMore(true)}>Show all ${num(count)}</button></li>`}`;
}

/** A code workflow has no plan: what it has begun, in the scopes where it stands. */
export function CodeTree({ view, now, selected, select }) {
  const root = useMemo(() => tree(view.steps), [view]);
  if (view.steps.length === 0) return html`<div class="view"><${Empty} title="No step has begun"><p>The steps of code are known once it asks for them.</p><//></div>`;
  return html`<div class="view"><ul class="tree" aria-label="Steps by scope"><${Scope} scope=${root} depth=${0} now=${now} selected=${selected} select=${select} /></ul></div>`;
}
