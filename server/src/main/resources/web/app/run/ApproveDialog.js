import { html, useState } from '../lib/h.js';
import { post } from '../lib/api.js';
import { Ask, TextField } from '../ui/Ask.js';
import { toast } from '../ui/toasts.js';

/** A decision that somebody has to take; who it was and why goes to the log. */
export function ApproveDialog({ view, step, onClose }) {
  const [by, setBy] = useState('');
  const [comment, setComment] = useState('');
  const decide = (approved) => async () => {
    const body = { step: step.step_id, approved };
    if (by.trim()) body.by = by.trim();
    if (comment.trim()) body.comment = comment.trim();
    const answer = await post(`/runs/${view.id}/approve`, body);
    toast(`${approved ? 'Approved' : 'Rejected'}, seq ${answer.last_seq}.`);
    onClose();
  };
  return html`<${Ask} title=${`Decide about ${step.step_id}`} about="The decision is written to the log and cannot be taken back." keep="Later"
    button="Approve" go=${decide(true)} more=${{ button: 'Reject', go: decide(false) }} onClose=${onClose}>
    <${TextField} id="by" label="Your name" optional autofocus value=${by} onInput=${setBy} />
    <${TextField} id="comment" label="Comment" optional value=${comment} onInput=${setComment} /><//>`;
}
