import { html, useEffect, useState } from '../lib/h.js';
import { post, query } from '../lib/api.js';
import { ago, exact, num, plural } from '../lib/format.js';
import { Dialog } from '../ui/Dialog.js';
import { toast } from '../ui/toasts.js';

/** Asks how many it would be, then starts them again. */
function Again({ cause, onClose }) {
  const path = `/runs/bulk${query({ fingerprint: cause.fingerprint, phase: 'failed' })}`;
  const [matched, setMatched] = useState(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    post(path, { action: 'retry', dry_run: true }).then((answer) => setMatched(answer.matched), (e) => setProblem(e.message));
  }, []);
  const go = async () => {
    try {
      const answer = await post(path, { action: 'retry' });
      toast(`Started again: ${plural(answer.done, 'run')}.`);
      onClose();
    } catch (e) {
      setProblem(e.message);
    }
  };
  return html`<${Dialog} title=${`Requeue ${matched == null ? '…' : plural(matched, 'run')}`} onClose=${onClose}
    about="Each is started again as a new run, from the step that failed. No finished step executes again."
    foot=${html`<span class="wrong">${problem}</span><span class="grow"></span><button class="btn" onClick=${onClose}>Leave them</button><button class="btn primary" disabled=${!matched} onClick=${go}>Requeue</button>`}><//>`;
}

export function DeadLetters({ causes, now }) {
  const [asking, setAsking] = useState(null);
  const total = causes.reduce((sum, cause) => sum + cause.runs, 0);
  return html`<section class="panel c12" aria-label="Failed for good"><div class="panel-head"><h2>Failed for good</h2><span class="sub">${total === 0 ? 'none' : `${plural(total, 'run')}, ${plural(causes.length, 'cause')}`}</span></div>
    ${causes.length > 0 && html`<table class="table tight stackable dl-table"><thead><tr><th>Error</th><th>Where</th><th class="r">Runs</th><th>First</th><th>Last</th><th><span class="vh">Actions</span></th></tr></thead><tbody>
      ${causes.map((cause) => html`<tr key=${cause.fingerprint}><td class="full"><span class="fp"><code>${cause.fingerprint.slice(0, 4)}</code><span class="clip strong" title=${cause.error}>${cause.error}</span></span></td>
        <td><span class="cell2"><span class="clip">${cause.workflow_name}</span><span class="mono">${cause.step || ''}</span></span></td><td class="r num x-runs">${num(cause.runs)}</td>
        <td class="only-wide" title=${exact(cause.first_at)}>${ago(cause.first_at, now)}</td><td class="x-last" title=${exact(cause.last_at)}>${ago(cause.last_at, now)}</td>
        <td class="r nowrap x-act"><a class="btn sm" href=${`/?phase=failed&fingerprint=${cause.fingerprint}`}>Inspect</a> <button class="btn sm" type="button" onClick=${() => setAsking(cause)}>Requeue…</button></td></tr>`)}</tbody></table>`}
    ${asking && html`<${Again} cause=${asking} onClose=${() => setAsking(null)} />`}</section>`;
}
