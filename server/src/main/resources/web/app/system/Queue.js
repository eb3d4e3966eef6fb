import { html } from '../lib/h.js';
import { at, dur, exact, left, num } from '../lib/format.js';

const BOUND_MS = 30000;
const LOUD = 0.5;

function Row({ one, now }) {
  const waits = one.ready > 0 && one.oldest_ready_at;
  const ms = waits ? Math.max(0, now - at(one.oldest_ready_at)) : 0;
  const loud = ms > LOUD * BOUND_MS ? 'retrying' : null;
  return html`<tr><td><b class="strong num">${one.priority}</b></td>
    <td class="r num" data-l="ready"><b class=${one.ready ? 'strong' : 'faint'}>${num(one.ready)}</b></td><td class="r num dim only-wide">${num(one.later)}</td>
    <td class="full"><span class="gauge"><span class="meter" data-s=${loud}><i style=${{ width: `${Math.min(100, (100 * ms) / BOUND_MS)}%` }}></i></span>
      <span class="num r nowrap" data-s=${loud} title=${waits ? exact(one.oldest_ready_at) : ''}>${waits ? dur(ms) : '–'}</span></span></td></tr>`;
}

/** What could begin and waits for a worker, urgent first. */
export function Queue({ queue, now }) {
  const sum = (name) => queue.reduce((n, one) => n + one[name], 0);
  const sorted = queue.slice().sort((a, b) => a.priority - b.priority);
  return html`<section class="panel c5" aria-label="Queue"><div class="panel-head"><h2>Queue</h2><span class="sub">${num(sum('ready'))} ready, ${num(sum('later'))} due later</span></div>
    ${queue.length === 0 ? html`<p class="panel-body dim">Nothing is in the queue.</p>`
      : html`<table class="table tight stackable sys-table q-table"><thead><tr><th>Priority</th><th class="r">Ready</th><th class="r">Later</th><th>Oldest ready, of ${left(BOUND_MS)}</th></tr></thead>
      <tbody>${sorted.map((one) => html`<${Row} key=${one.priority} one=${one} now=${now} />`)}</tbody></table>`}</section>`;
}
