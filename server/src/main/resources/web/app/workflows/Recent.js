import { html } from '../lib/h.js';
import { useNow } from '../lib/hooks.js';
import { ago, at, dur, ended, exact, shortId, usual } from '../lib/format.js';
import { Mark, stateOf } from '../ui/Icon.js';

const took = (run, now) => (run.started_at ? (run.completed_at ? at(run.completed_at) : now) - at(run.started_at) : 0);

/** The last runs and how long each took, beside the middle of those that completed. */
export function Recent({ runs, name }) {
  const now = useNow(runs.some((run) => !ended(run.phase)));
  const longest = Math.max(1, ...runs.map((run) => took(run, now)));
  const middle = usual(runs);
  return html`<section class="panel" aria-label="Recent runs"><div class="panel-head"><h2>Recent runs</h2><span class="sub">${middle > 0 && `usually ${dur(middle)}`}</span><span class="grow"></span>
      <a class="link" href=${`/?workflow=${encodeURIComponent(name)}`}>All</a></div>
    ${runs.length === 0 && html`<p class="panel-body dim">It has not run yet.</p>`}
    ${runs.map((run) => html`<a key=${run.id} class="recent" href=${`/run.html?id=${run.id}`} data-s=${stateOf(run.phase)}>
      <${Mark} phase=${run.phase} /><span class="clip">${run.key || html`<span class="mono">${shortId(run.id)}</span>`} <span class="faint">v${run.version} · ${run.phase}</span></span>
      <span class="dur" data-s=${run.phase === 'completed' ? null : stateOf(run.phase)}><i style=${{ width: `${(100 * took(run, now)) / longest}%` }}></i>${middle > 0 && html`<b style=${{ left: `${(100 * middle) / longest}%` }}></b>`}</span>
      <span class="num r nowrap">${run.started_at ? dur(took(run, now)) : '–'}</span><span class="faint r nowrap only-wide" title=${exact(run.created_at)}>${ago(run.created_at, now)}</span></a>`)}</section>`;
}
