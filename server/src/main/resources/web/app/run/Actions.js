import { html, useState } from '../lib/h.js';
import { get, getPage, post } from '../lib/api.js';
import { ended } from '../lib/format.js';
import { save } from '../lib/save.js';
import { Ask, TextField } from '../ui/Ask.js';
import { Icon } from '../ui/Icon.js';
import { toast } from '../ui/toasts.js';
import { ForkDialog, forkable } from './ForkDialog.js';
import { SignalDialog } from './SignalDialog.js';

async function exported(view) {
  const [run, definition] = await Promise.all([get(`/runs/${view.id}`), get(`/runs/${view.id}/definition`)]);
  const events = [];
  for (let after = 0; ;) {
    const { rows } = await getPage(`/runs/${view.id}/events?after=${after}&limit=500`);
    events.push(...rows);
    if (rows.length < 500) break;
    after = rows[rows.length - 1].seq;
  }
  save(`${view.id}.json`, { run, definition, events });
}

function Cancel({ view, onClose }) {
  const [reason, setReason] = useState('');
  const go = async () => {
    const answer = await post(`/runs/${view.id}/cancel`, reason.trim() ? { reason: reason.trim() } : {});
    toast(`Asked to cancel, seq ${answer.last_seq}.`);
    onClose();
  };
  return html`<${Ask} title="Cancel this run" keep="Let it run" button="Cancel run" danger go=${go} onClose=${onClose}
    about="Steps that run are interrupted, and what has something to undo is undone. What is completed stays. This cannot be taken back.">
    <${TextField} id="why" label="Reason" optional autofocus value=${reason} onInput=${setReason} /><//>`;
}

/** What can be done to the run; what cannot says why. */
export function Actions({ view, past, selected }) {
  const [open, setOpen] = useState('');
  const over = ended(view.phase);
  const failed = ['failed', 'cancelled'].includes(view.phase);
  const why = (able, reason) => (past ? 'This is the past. Go back to now to act.' : able ? null : reason);
  const act = async (path, body, done) => {
    try {
      done(await post(`/runs/${view.id}/${path}`, body));
    } catch (e) {
      toast(e.message);
    }
  };
  const retry = () => act('retry', {}, (next) => location.assign(`/run.html?id=${next.id}`));
  const close = () => setOpen('');
  return html`
    ${view.phase === 'paused' && html`<button class="btn primary" disabled=${past} title="Leave behind what the code no longer asks for"
      onClick=${() => act('resume', { decision: 'accept' }, () => toast('Accepted: the run goes on.'))}>Accept and resume</button>
      <button class="btn" disabled=${past} onClick=${() => act('resume', { decision: 'look' }, () => toast('Compared again.'))}>Compare again</button>`}
    ${view.phase === 'paused' && view.kind === 'code' && html`<button class="btn" disabled=${past} title="A new run that executes the code as it is now; this one is cancelled"
      onClick=${() => act('fork', {}, (next) => location.assign(`/run.html?id=${next.id}`))}><${Icon} name="fork" />Fork</button>`}
    <button class="btn" disabled=${past || over} title=${why(!over, 'The run has ended')} onClick=${() => setOpen('signal')}><${Icon} name="signal" />Signal…</button>
    ${view.kind === 'graph' && html`<button class="btn" disabled=${past || forkable(view).length === 0} title=${why(forkable(view).length, 'No step has begun')} onClick=${() => setOpen('fork')}><${Icon} name="fork" />Fork…</button>`}
    <button class="btn" onClick=${() => exported(view).catch((e) => toast(e.message))}><${Icon} name="download" />Export</button>
    <button class=${`btn ${failed ? 'primary' : ''}`} id="retry" disabled=${past || !failed} title=${why(failed, 'Only a run that has failed or was cancelled is run again')} onClick=${retry}>Retry from failed step</button>
    <button class="btn danger" disabled=${past || over} title=${why(!over, 'The run has ended')} onClick=${() => setOpen('cancel')}>Cancel run…</button>
    ${open === 'signal' && html`<${SignalDialog} view=${view} onClose=${close} />`}
    ${open === 'fork' && html`<${ForkDialog} view=${view} selected=${selected} onClose=${close} />`}
    ${open === 'cancel' && html`<${Cancel} view=${view} onClose=${close} />`}`;
}
