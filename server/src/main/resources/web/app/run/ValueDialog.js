import { html, useState } from '../lib/h.js';
import { post } from '../lib/api.js';
import { Ask, JsonField, wrongJson } from '../ui/Ask.js';
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
export function ValueDialog({ view, label, initial = '', path, body, done, onClose, ...rest }) {
  const [text, setText] = useState(initial);
  const go = async () => {
    const answer = await post(`/runs/${view.id}/${path}`, body(text.trim() ? JSON.parse(text) : undefined));
    onClose();
    follows(view, answer, done);
  };
  return html`<${Ask} ...${rest} ready=${!wrongJson(text)} go=${go} onClose=${onClose}>
    <${JsonField} id="value" label=${label} rows=${6} autofocus value=${text} onInput=${setText} /><//>`;
}
