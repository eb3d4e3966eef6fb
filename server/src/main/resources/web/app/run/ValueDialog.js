import { html, useState } from '../lib/h.js';
import { post } from '../lib/api.js';
import { readJson } from '../lib/jsonlines.js';
import { Dialog } from '../ui/Dialog.js';
import { toast } from '../ui/toasts.js';

/** Goes to the run in which it goes on, or says that this one does. */
export function follows(view, answer, words) {
  if (answer.id === view.id) toast(`${words}, seq ${answer.last_seq}.`);
  else location.assign(`/run.html?id=${answer.id}`);
}

/**
 * An action with a value, which may be left empty.
 *
 * @param body makes the body of the request of the value, or of undefined
 */
export function ValueDialog({ view, title, about, label, initial = '', path, body, button, keep, done, onClose }) {
  const [text, setText] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const error = text.trim() ? readJson(text).error : null;
  const go = async () => {
    setBusy(true);
    try {
      const answer = await post(`/runs/${view.id}/${path}`, body(text.trim() ? JSON.parse(text) : undefined));
      onClose();
      follows(view, answer, done);
    } catch (e) {
      setProblem([e.message, ...(e.errors || []).map((one) => one.message)].join(' '));
      setBusy(false);
    }
  };
  return html`<${Dialog} title=${title} about=${about} onClose=${onClose}
    foot=${html`<span class="wrong">${problem}</span><span class="grow"></span><button class="btn" onClick=${onClose}>${keep}</button><button class="btn primary" disabled=${busy || Boolean(error)} onClick=${go}>${button}</button>`}>
    <div class="field" data-bad=${error ? '' : null}><label for="value">${label}</label><textarea class="input" id="value" rows="6" autofocus value=${text} onInput=${(e) => setText(e.target.value)}></textarea>
      ${error && html`<span class="bad">Line ${error.line}: ${error.message}</span>`}</div>
  <//>`;
}
