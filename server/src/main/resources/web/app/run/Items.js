import { html, useState } from '../lib/h.js';
import { num, plural } from '../lib/format.js';
import { Icon, Mark, stateOf } from '../ui/Icon.js';
import { nodeWords, shortName } from './steps.js';

const PAGE = 50;
const ORDER = ['failed', 'retrying', 'waiting', 'running', 'pending', 'cancelled', 'completed', 'skipped'];

/** What a loop or a branch has done with each of its items, failing first. */
export function Items({ steps, now, select }) {
  const [find, setFind] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const sorted = steps.filter((step) => step.step_id.toLowerCase().includes(find.toLowerCase()))
    .sort((a, b) => ORDER.indexOf(a.phase) - ORDER.indexOf(b.phase));
  const counts = ORDER.map((phase) => [phase, steps.filter((step) => step.phase === phase).length]).filter(([, n]) => n > 0);
  return html`<section class="sec"><header><h3>Inside</h3><span class="count">${num(steps.length)}</span></header>
    <div class="sums" role="img" aria-label=${counts.map(([phase, n]) => `${n} ${phase}`).join(', ')}>${counts.map(([phase, n]) => html`<i key=${phase} data-s=${stateOf(phase)} style=${{ flex: `${n}` }}></i>`)}</div>
    <div class="facts num">${counts.map(([phase, n]) => html`<span key=${phase}><b>${num(n)}</b> ${phase}</span>`)}</div>
    ${steps.length > 8 && html`<label class="search"><${Icon} name="search" /><input value=${find} onInput=${(e) => setFind(e.target.value)} placeholder="Find an item by key" aria-label="Find an item" /></label>`}
    <div class="items">${sorted.slice(0, limit).map((step) => html`<button key=${step.step_id} class="item" data-s=${stateOf(step.phase)} onClick=${() => select(step.step_id)}>
      <${Mark} phase=${step.phase} /><code class="clip" title=${step.step_id}>${shortName(step)}</code><span class="why clip">${step.error_message || ''}</span><span class="num dim nowrap">${nodeWords(step, now)}</span></button>`)}</div>
    ${sorted.length > limit && html`<button class="link" onClick=${() => setLimit(limit + PAGE)}>${plural(sorted.length - limit, 'more item')}</button>`}
  </section>`;
}
