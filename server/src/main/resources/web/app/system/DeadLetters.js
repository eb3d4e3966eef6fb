import { html, useEffect, useState } from '../lib/h.js';
import { post, query } from '../lib/api.js';
import { ago, clock, exact, num, plural } from '../lib/format.js';
import { Ask } from '../ui/Ask.js';
import { toast } from '../ui/toasts.js';

const DOES = {
  requeue: { word: 'Requeue', done: 'Requeued', about: 'Each goes on as a new run from the step that failed, with all its attempts before it. No finished step executes again.' },
  discard: { word: 'Discard', done: 'Discarded', about: 'The runs stay as they are; they are no longer listed here.' },
};

/** Asks how many it would be before anything happens. */
function Sure({ action, cause, onClose, onDone }) {
  const { word, done, about } = DOES[action];
  const [matched, setMatched] = useState(null);
  const path = `/dead-letters/${action}${query({ fingerprint: cause?.fingerprint })}`;
  const body = cause ? {} : { all: true };
  useEffect(() => {
    post(path, { ...body, dry_run: true }).then((answer) => setMatched(answer.matched), (e) => toast(e.message));
  }, []);
  const go = async () => {
    const answer = await post(path, body);
    toast(`${done}: ${plural(answer.done, 'run')}.`);
    onClose();
    onDone();
  };
  return html`<${Ask} title=${`${word} ${matched == null ? '…' : plural(matched, 'run')}`} about=${about} keep="Leave them" button=${word} danger=${action === 'discard'} ready=${matched} go=${go} onClose=${onClose} />`;
}

const Row = ({ cause, now, ask }) => html`<tr><td class="full"><span class="fp"><code>${cause.fingerprint.slice(0, 4)}</code><span class="clip strong" title=${cause.error}>${cause.error}</span></span></td>
  <td><span class="cell2"><span class="clip">${cause.workflow_name}</span><span class="mono clip">${cause.step || ''}</span></span></td><td class="r num x-runs strong">${num(cause.runs)}</td>
  <td class="only-wide dim num nowrap" title=${exact(cause.first_at)}>${clock(cause.first_at)}</td><td class="x-last dim num nowrap" data-l="last" title=${exact(cause.last_at)}>${ago(cause.last_at, now)}</td>
  <td class="r nowrap x-act"><a class="btn sm" href=${`/?phase=failed&fingerprint=${cause.fingerprint}`}>Inspect</a> <button class="btn sm" onClick=${() => ask('requeue', cause)}>Requeue…</button> <button class="btn sm danger" onClick=${() => ask('discard', cause)}>Discard…</button></td></tr>`;

/** Runs that the server has given up on, by cause, until somebody decides. */
export function DeadLetters({ letters, now, onDone }) {
  const [asking, setAsking] = useState(null);
  const causes = letters || [];
  const total = causes.reduce((sum, cause) => sum + cause.runs, 0);
  const ask = (action, cause) => setAsking({ action, cause });
  return html`<section class="panel c12" aria-label="Dead letters"><div class="panel-head"><h2>Dead letters</h2><span class="sub">${total === 0 ? 'none' : `${plural(total, 'run')}, ${plural(causes.length, 'cause')}`}</span><span class="grow"></span>
      ${total > 0 && html`<button class="btn sm" onClick=${() => ask('requeue')}>Requeue all…</button>`}</div>
    ${total === 0 ? html`<p class="panel-body dim">${letters ? 'No run has been given up on.' : 'They could not be read.'}</p>`
      : html`<table class="table tight stackable sys-table dl-table"><thead><tr><th>Error</th><th>Where</th><th class="r">Runs</th><th>First</th><th>Last</th><th><span class="vh">Actions</span></th></tr></thead>
      <tbody>${causes.map((cause) => html`<${Row} key=${cause.fingerprint} cause=${cause} now=${now} ask=${ask} />`)}</tbody></table>`}
    ${asking && html`<${Sure} ...${asking} onClose=${() => setAsking(null)} onDone=${onDone} />`}</section>`;
}
