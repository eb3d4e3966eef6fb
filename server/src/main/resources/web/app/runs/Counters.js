import { html } from '../lib/h.js';
import { setAddress } from '../lib/hooks.js';
import { num } from '../lib/format.js';
import { Mark } from '../ui/Icon.js';
import { Spark } from '../ui/Spark.js';

const SHOWN = ['running', 'retrying', 'waiting', 'pending', 'failed', 'completed'];
const ENDED = ['failed', 'completed'];

const count = (counts, phase) => (phase === 'waiting' ? counts.waiting + counts.paused : counts[phase]) || 0;

function text(counts, phase) {
  const n = count(counts, phase);
  return n >= counts.exact_up_to && ENDED.includes(phase) ? `${num(counts.exact_up_to)}+` : num(n);
}

const GONE_BY = { failed: 'failed_attempts', completed: 'runs_finished' };

/** What the node remembers of the last minutes, and now. */
function pastOf(points, counts, phase) {
  const ended = GONE_BY[phase];
  if (ended) return points.map((point) => point[ended] || 0);
  return [...points.filter((point) => point.counts).map((point) => count({ paused: 0, ...point.counts }, phase)), ...(counts ? [count(counts, phase)] : [])];
}

/** How many runs are in each phase now; a click shows them, a second one shows all again. */
export const Counters = ({ counts, points, address }) => html`
  <section class="panel counters" aria-label="Runs by status">
    ${SHOWN.map((phase) => {
      const filter = phase === 'waiting' ? 'waiting,paused' : phase;
      const on = address.phase === filter;
      return html`<button key=${phase} class="counter" data-s=${phase} aria-pressed=${on}
          onClick=${() => setAddress({ phase: on ? '' : filter, after: '' }, { push: true })}>
        <span class="lab"><${Mark} phase=${phase} />${phase[0].toUpperCase() + phase.slice(1)}
          <small>${ENDED.includes(phase) ? 'in all' : 'now'}</small></span>
        <span class="val">${counts ? text(counts, phase) : '–'}</span>
        <${Spark} phase=${phase} values=${pastOf(points, counts, phase)} /></button>`;
    })}
  </section>`;
