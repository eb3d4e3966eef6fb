import { html, useState } from '../lib/h.js';
import { post } from '../lib/api.js';
import { toast } from '../ui/toasts.js';
import { ApproveDialog } from './ApproveDialog.js';
import { SignalDialog } from './SignalDialog.js';
import { ValueDialog, follows } from './ValueDialog.js';

const DONE = ['completed', 'skipped'];

const pathOf = (step, action) => `steps/${step.step_id.split('/').map(encodeURIComponent).join('/')}/${action}`;

/** What can be done to this step as it is now: name to whether. */
function possible(view, step) {
  const graph = view.kind === 'graph';
  const waits = step.phase === 'waiting';
  return {
    approve: waits && step.type === 'approval',
    signal: waits && step.type === 'signal',
    retry: graph && (step.phase === 'retrying' || step.phase === 'failed'),
    skip: graph && !DONE.includes(step.phase) && step.phase !== 'pending' && view.phase !== 'completed',
    fork: graph && step.attempts.length > 0 && !step.scope,
  };
}

/** Nothing is optimistic: the log says when it happened. */
export function StepActions({ view, step, past }) {
  const [open, setOpen] = useState('');
  const can = possible(view, step);
  if (!Object.values(can).some(Boolean)) return null;
  const off = { disabled: past, title: past ? 'This is the past. Go back to now to act.' : null };
  const close = () => setOpen('');
  const again = async () => {
    try {
      follows(view, await post(`/runs/${view.id}/${pathOf(step, 'retry')}`), `${step.step_id} is tried again`);
    } catch (e) {
      toast(e.message);
    }
  };
  const input = step.input == null ? '' : JSON.stringify(step.input, null, 2);
  return html`<div class="ins-actions">
    ${can.approve && html`<button class="btn sm primary" ...${off} onClick=${() => setOpen('approve')}>Approve or reject…</button>`}
    ${can.signal && html`<button class="btn sm primary" ...${off} onClick=${() => setOpen('signal')}>Send the signal…</button>`}
    ${can.retry && html`<button class="btn sm primary" ...${off} onClick=${again}>Retry now</button>`}
    ${can.skip && html`<button class="btn sm" ...${off} onClick=${() => setOpen('skip')}>Skip with value…</button>`}
    ${can.fork && html`<button class="btn sm" ...${off} onClick=${() => setOpen('fork')}>Edit and rerun…</button>`}
    ${open === 'approve' && html`<${ApproveDialog} view=${view} step=${step} onClose=${close} />`}
    ${open === 'signal' && html`<${SignalDialog} view=${view} name=${step.input?.signal || step.step_id} onClose=${close} />`}
    ${open === 'skip' && html`<${ValueDialog} view=${view} title=${`Skip ${step.step_id} with a value`} onClose=${close} path=${pathOf(step, 'skip')}
      about="The run goes on as if the step had resulted in this value. It is written to the log and cannot be undone; fork the run to take another way."
      label="Output (JSON); empty for none" body=${(value) => (value === undefined ? {} : { value })} button="Skip step" keep="Keep waiting" done=${`${step.step_id} is skipped`} />`}
    ${open === 'fork' && html`<${ValueDialog} view=${view} title=${`Rerun from ${step.step_id}`} onClose=${close} path="fork" initial=${input}
      about="A new run begins with everything that does not depend on this step, and executes it and the rest once more. This run is left alone."
      label="Input of the step (JSON); empty to leave it to its expressions" body=${(value) => (value === undefined || JSON.stringify(value) === JSON.stringify(step.input) ? { step: step.step_id } : { step: step.step_id, step_input: value })}
      button="Start the fork" keep="Leave it" done="Forked" />`}
  </div>`;
}
