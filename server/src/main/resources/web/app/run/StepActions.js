import { html, useState } from '../lib/h.js';
import { SignalDialog } from './SignalDialog.js';

/** What can be done to the selected step. Nothing is optimistic: the log says when it happened. */
export function StepActions({ view, step, past }) {
  const [open, setOpen] = useState(false);
  const signal = step.phase === 'waiting' && ['signal', 'approval'].includes(step.type);
  if (!signal) return null;
  const approval = step.type === 'approval';
  return html`<div class="ins-actions">
    <button class="btn sm primary" type="button" disabled=${past} title=${past ? 'This is the past' : null} onClick=${() => setOpen(true)}>${approval ? 'Approve…' : 'Send the signal…'}</button>
    ${open && html`<${SignalDialog} view=${view} name=${step.step_id} approval=${approval} onClose=${() => setOpen(false)} />`}</div>`;
}
