import { html } from '../lib/h.js';
import { stateOf } from './Icon.js';

const PIECES_MAX = 12;
const BUSY = ['running', 'retrying', 'waiting', 'paused', 'failed', 'cancelled'];

/** How far a run is: a piece for each step up to twelve, one bar above. */
export function Progress({ progress, phase }) {
  if (!progress || !progress.total) return html`<span class="faint">–</span>`;
  const { done, total } = progress;
  const label = `${done} of ${total} steps`;
  if (total > PIECES_MAX) {
    return html`<span class="cell2"><span class="prog whole" role="img" aria-label=${label}>
      <i data-s="completed" style=${{ width: `${(100 * done) / total}%` }}></i></span><span class="num">${done} of ${total}</span></span>`;
  }
  const pieces = Array.from({ length: total }, (_, i) =>
    i < done ? 'completed' : i === done && BUSY.includes(phase) ? stateOf(phase) : 'pending');
  return html`<span class="cell2"><span class="prog" role="img" aria-label=${label}>
    ${pieces.map((s, i) => html`<i key=${i} data-s=${s}></i>`)}</span><span class="num">${done} of ${total}</span></span>`;
}
