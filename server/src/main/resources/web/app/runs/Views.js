import { html, useState } from '../lib/h.js';
import { num } from '../lib/format.js';
import { Ask, TextField } from '../ui/Ask.js';
import { filterOf } from './store.js';

const VIEWS = [
  ['All', '', ''],
  ['Failing now', 'retrying,failed', 'retrying'],
  ['Waiting for people', 'waiting,paused', ''],
  ['Ended', 'completed,failed,cancelled', ''],
];
const KEPT = 'holdfast.views';

const queryOf = (phases) => (phases ? new URLSearchParams({ phase: phases }).toString() : '');
const sum = (counts, phases) => phases.split(',').reduce((n, phase) => n + (counts[phase] || 0), 0);

function readKept() {
  try {
    const list = JSON.parse(localStorage.getItem(KEPT) || '[]');
    return Array.isArray(list) ? list.filter((one) => typeof one?.name === 'string' && typeof one?.query === 'string') : [];
  } catch {
    return [];
  }
}

/** Views that somebody has named; they stay in this browser. */
function useKept() {
  const [kept, setKept] = useState(readKept);
  const set = (list) => {
    setKept(list);
    try {
      localStorage.setItem(KEPT, JSON.stringify(list));
    } catch {
      // Then they are gone when the page is.
    }
  };
  return [kept, set];
}

function Save({ onSave, onClose }) {
  const [name, setName] = useState('');
  return html`<${Ask} title="Save this view" about="The filter under a name, in this browser. The address has it, too, for sending it to somebody." keep="Close" button="Save"
    ready=${name.trim()} go=${async () => onSave(name.trim())} onClose=${onClose}>
    <${TextField} id="view-name" label="Name" autofocus value=${name} onInput=${setName} maxlength="40" /><//>`;
}

/** The questions that are asked most, and one's own, as links that can be sent. */
export function Views({ counts, address }) {
  const [kept, setKept] = useKept();
  const [saving, setSaving] = useState(false);
  const query = new URLSearchParams(filterOf(address)).toString();
  const known = kept.some((one) => one.query === query) || VIEWS.some(([, phases]) => query === queryOf(phases));
  return html`<nav class="views" aria-label="Views">
    ${VIEWS.map(([text, phases, s]) => html`<a key=${text} href=${phases ? `/?phase=${phases}` : '/'}
        aria-current=${query === queryOf(phases) ? 'true' : null}>${text}
      ${phases && counts && sum(counts, phases) > 0 && html` <span class="count" data-s=${s || null}>${num(sum(counts, phases))}</span>`}</a>`)}
    ${kept.map((one) => html`<span key=${one.name} class="kept"><a href=${`/?${one.query}`} aria-current=${one.query === query ? 'true' : null}>${one.name}</a>
      <button aria-label=${`Forget the view ${one.name}`} onClick=${() => setKept(kept.filter((other) => other !== one))}>×</button></span>`)}
    ${!known && html`<button class="save-view" onClick=${() => setSaving(true)}>Save this view</button>`}
    ${saving && html`<${Save} onClose=${() => setSaving(false)} onSave=${(name) => { setKept([...kept.filter((one) => one.name !== name), { name, query }]); setSaving(false); }} />`}
  </nav>`;
}
