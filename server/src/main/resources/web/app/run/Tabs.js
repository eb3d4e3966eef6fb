import { html } from '../lib/h.js';
import { num } from '../lib/format.js';
import { Mark } from '../ui/Icon.js';

const TABS = [['graph', 'Graph'], ['timeline', 'Timeline'], ['log', 'Log']];
const MARKS = ['pending', 'running', 'retrying', 'waiting', 'completed', 'failed', 'skipped'];
const BARS = [['queue', 'queue', ''], ['run', 'run', 'completed'], ['backoff', 'backoff', ''], ['wait', 'wait', ''], ['run cut', 'interrupted', '']];

const Legend = ({ tab }) => html`<div class="legend only-wide" aria-hidden="true">
  ${tab === 'graph' ? MARKS.map((phase) => html`<span key=${phase}><${Mark} phase=${phase} />${phase}</span>`)
    : tab === 'timeline' && BARS.map(([kind, word, s]) => html`<span key=${kind}><i class=${`swatch bar ${kind}`} data-s=${s || null}></i>${word}</span>`)}
</div>`;

export const Tabs = ({ tab, kind, count, setAddress }) => html`<div class="left-bar">
  <div class="tabs" role="tablist" aria-label="Views of the run">
    ${TABS.map(([id, text]) => html`<button key=${id} role="tab" aria-selected=${tab === id}
      onClick=${() => setAddress({ tab: id === 'graph' ? '' : id })}>${id === 'graph' && kind === 'code' ? 'Steps' : text}${id === 'log' && html` <span class="count">${num(count)}</span>`}</button>`)}
  </div><span class="grow"></span><${Legend} tab=${tab} /></div>`;
