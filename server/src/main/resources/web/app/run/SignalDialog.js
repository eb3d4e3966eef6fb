import { html, useState } from '../lib/h.js';
import { post } from '../lib/api.js';
import { readJson } from '../lib/jsonlines.js';
import { Dialog } from '../ui/Dialog.js';
import { toast } from '../ui/toasts.js';

/** Sends a signal; a value that is no JSON is refused here, with its line. */
export function SignalDialog({ view, name: given, onClose }) {
  const [name, setName] = useState(given || '');
  const [value, setValue] = useState('null');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const { error } = readJson(value);
  const send = async () => {
    setBusy(true);
    try {
      const answer = await post(`/runs/${view.id}/signal`, { name: name.trim(), value: JSON.parse(value) });
      toast(`Signal ${name} is written, seq ${answer.last_seq}.`);
      onClose();
    } catch (e) {
      setProblem(e.message);
      setBusy(false);
    }
  };
  return html`<${Dialog} title="Send a signal" onClose=${onClose}
    about="It is written to the log; the run takes it when it asks for it, now or later."
    foot=${html`<span class="wrong">${problem}</span><span class="grow"></span><button class="btn" onClick=${onClose}>Close</button>
      <button class="btn primary" disabled=${busy || error || !name.trim()} onClick=${send}>Send</button>`}>
    ${!given && html`<div class="field"><label for="sig-name">Name</label><input class="input" id="sig-name" autofocus value=${name} onInput=${(e) => setName(e.target.value)} placeholder=${view.waiting_for || 'approved'} /></div>`}
    <div class="field" data-bad=${error ? '' : null}><label for="sig-value">Value (JSON)</label><textarea class="input" id="sig-value" rows="4" value=${value} onInput=${(e) => setValue(e.target.value)}></textarea>
      ${error && html`<span class="bad">Line ${error.line}: ${error.message}</span>`}</div>
  <//>`;
}
