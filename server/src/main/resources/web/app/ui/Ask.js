import { html, useState } from '../lib/h.js';
import { readJson } from '../lib/jsonlines.js';
import { Dialog } from './Dialog.js';

/** What is wrong with the text of a value, or null; an empty text is no value. */
export const wrongJson = (text) => (text.trim() ? readJson(text).error || null : null);

export const JsonField = ({ id, label, rows = 5, value, onInput, ...rest }) => {
  const error = wrongJson(value);
  return html`<div class="field" data-bad=${error ? '' : null}><label for=${id}>${label}</label><textarea class="input" id=${id} rows=${rows} value=${value} onInput=${(e) => onInput(e.target.value)} ...${rest}></textarea>
    ${error && html`<span class="bad">Line ${error.line}: ${error.message}</span>`}</div>`;
};

export const TextField = ({ id, label, optional, value, onInput, ...rest }) => html`<div class="field"><label for=${id}>${label} ${optional && html`<span class="faint">optional</span>`}</label>
  <input class="input" id=${id} value=${value} onInput=${(e) => onInput(e.target.value)} autocomplete="off" ...${rest} /></div>`;

/**
 * Asks before something is done. It stays open and says why when that fails.
 *
 * @param go does it
 * @param more another button, before the last
 */
export function Ask({ title, about, button, danger, keep = 'Leave it', ready = true, go, more, onClose, children }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const act = (what) => async () => {
    setBusy(true);
    try {
      await what();
    } catch (e) {
      setProblem([e.message, ...(e.errors || []).map((one) => one.message)].join(' '));
      setBusy(false);
    }
  };
  return html`<${Dialog} title=${title} about=${about} onClose=${onClose} foot=${html`<span class="wrong" role="alert">${problem}</span><span class="grow"></span><button class="btn" onClick=${onClose}>${keep}</button>
    ${more && html`<button class="btn danger" disabled=${busy} onClick=${act(more.go)}>${more.button}</button>`}
    <button class=${`btn ${danger ? 'danger' : 'primary'}`} disabled=${busy || !ready} onClick=${act(go)}>${button}</button>`}>${children}<//>`;
}
