import { html, useState } from '../lib/h.js';
import { post } from '../lib/api.js';
import { Ask, JsonField, TextField, wrongJson } from '../ui/Ask.js';
import { toast } from '../ui/toasts.js';

/** Sends a signal; a value that is no JSON is refused here, with its line. */
export function SignalDialog({ view, name: given, onClose }) {
  const [name, setName] = useState(given || '');
  const [value, setValue] = useState('null');
  const send = async () => {
    const answer = await post(`/runs/${view.id}/signal`, { name: name.trim(), value: value.trim() ? JSON.parse(value) : null });
    toast(`Signal ${name} is written, seq ${answer.last_seq}.`);
    onClose();
  };
  return html`<${Ask} title="Send a signal" about="It is written to the log; the run takes it when it asks for it, now or later." keep="Close" button="Send"
    ready=${!wrongJson(value) && name.trim()} go=${send} onClose=${onClose}>
    ${!given && html`<${TextField} id="sig-name" label="Name" autofocus value=${name} onInput=${setName} placeholder=${view.waiting_for || 'approved'} />`}
    <${JsonField} id="sig-value" label="Value (JSON)" rows=${4} value=${value} onInput=${setValue} /><//>`;
}
