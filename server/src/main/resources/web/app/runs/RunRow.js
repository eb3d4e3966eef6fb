import { html } from '../lib/h.js';
import { now as serverNow } from '../lib/api.js';
import { ago, at, clock, dur, exact, shortId } from '../lib/format.js';
import { humanSentence } from '../lib/sentence.js';
import { Chip, stateOf } from '../ui/Icon.js';
import { Progress } from '../ui/Progress.js';

function Started({ run, now }) {
  const when = run.started_at || run.created_at;
  return html`<span class="cell2" title=${exact(when)}><span class="num">${clock(when)}</span>
    <span class="num">${ago(when, now || serverNow())}</span></span>`;
}

/** How long, beside how long runs of this workflow usually take. */
function Took({ run, now, usual }) {
  if (!run.started_at) return html`<span class="faint">–</span>`;
  const ms = (run.completed_at ? at(run.completed_at) : now) - at(run.started_at);
  if (!usual) return html`<span class="num">${dur(ms)}</span>`;
  const top = Math.max(2.2 * usual, ms);
  const s = ['failed', 'retrying'].includes(run.phase) ? run.phase : null;
  return html`<span class="cell2 num" title=${`usually ${dur(usual)}`}><span>${dur(ms)}</span>
    <span class="dur" data-s=${s} aria-hidden="true"><i style=${{ width: `${(100 * ms) / top}%` }}></i><b style=${{ left: `${(100 * usual) / top}%` }}></b></span></span>`;
}

/** What it does, or why it failed; the fingerprint links what has the same cause. */
function Doing({ run }) {
  const failing = run.last_error && run.phase !== 'completed' && run.phase !== 'cancelled';
  const text = humanSentence(run.summary || run.last_error || '');
  if (!failing) return html`<span class="dim two-lines" title=${text}>${text}</span>`;
  return html`<span class="cell2"><span class="clip" title=${text}>${text}</span>
    <span class="fp"><code>${(run.fingerprint || '').slice(0, 4)}</code><span class="clip">${run.last_error}</span></span></span>`;
}

export const RunRow = ({ run, now, usual, cursor, selected, onToggle }) => html`
  <tr data-cursor=${cursor ? '' : null} data-run=${run.id} aria-selected=${selected} class=${run.left ? 'left-behind' : ''}
      title=${run.left ? 'No longer matches the filter; gone at the next reload' : null}>
    <td class="x-check"><input type="checkbox" checked=${selected} aria-label=${`Select ${run.workflow_name} ${run.key || run.id}`} onChange=${onToggle} /></td>
    <td class="x-status"><${Chip} phase=${run.phase} /></td>
    <td class="x-run"><span class="cell2"><span class="runcell"><a class="clip" href=${`/run.html?id=${run.id}`}>${run.workflow_name}</a>
      <span class="tag">${run.kind === 'code' ? 'code' : `v${run.version}`}</span></span>
      <span class="clip">${run.parent_step ? html`called by ${run.parent_step} · ` : run.key && html`${run.key} · `}<span class="mono" title=${run.id}>${shortId(run.id)}</span></span></span></td>
    <td class="x-prog"><${Progress} progress=${run.progress} phase=${run.phase} /></td>
    <td class="x-start"><${Started} run=${run} now=${now} /></td>
    <td class="x-dur"><${Took} run=${run} now=${now} usual=${usual} /></td>
    <td class="x-err" data-has=${run.summary ? '' : null} data-s=${stateOf(run.phase)}><${Doing} run=${run} /></td>
  </tr>`;
