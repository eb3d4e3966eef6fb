import { html } from '../lib/h.js';
import { num, plural } from '../lib/format.js';

/** How much of what may execute at once does. */
export function Workers({ workers, queue }) {
  const full = workers.busy >= workers.size;
  const ready = (workers.waiting || 0) + queue.reduce((sum, one) => sum + one.ready, 0);
  const limit = workers.size >= workers.max;
  const say = !full ? `${plural(workers.size - workers.busy, 'worker')} free.`
    : ready === 0 ? 'All are busy; nothing waits for one.'
      : `All are busy; waiting for one: ${num(ready)}${limit ? '; the pool may not grow further.' : '; the pool grows.'}`;
  return html`<section class="panel c7" aria-label="Workers"><div class="panel-head"><h2>Workers</h2><span class="sub">of this node: between ${num(workers.min)} and ${num(workers.max)}</span></div>
    <div class="panel-body side"><span class="gauge"><span class="meter" data-s=${full && ready > 0 ? 'retrying' : null}><i style=${{ width: `${workers.size ? (100 * workers.busy) / workers.size : 0}%` }}></i></span><span class="num nowrap">${num(workers.busy)} of ${num(workers.size)}</span></span></div>
    <div class="pager"><span>${say}</span></div></section>`;
}
