import { html, useState } from '../lib/h.js';
import { num } from '../lib/format.js';
import { Ask } from '../ui/Ask.js';
import { filterOf } from './store.js';

const VIEWS = [
  ['All', '', ''],
  ['Failing now', 'retrying,failed', 'retrying'],
  ['Waiting for people', 'waiting,paused', ''],
  ['Ended', 'completed,failed,cancelled', ''],
];
const KEPT = 'holdfast.views';

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
  const keep = (list) => {
    setKept(list);
    try {
      localStorage.setItem(KEPT, JSON.stringify(list));
    } catch {
      // Then they are gone when the page is.
    }
  };
  return [kept, keep];
}

function Save({ onSave, onClose }) {
  const [name, setName] = useState('');
  return html`<${Ask} title="Save this view" about="The filter under a name, in this browser. The address has it, too, for sending it to somebody." keep="Close" button="Save"
    ready=${name.trim()} go=${async () => onSave(name.trim())} onClose=${onClose}>
    <div class="field"><label for="view-name">Name</label><input class="input" id="view-name" autofocus value=${name} onInput=${(e) => setName(e.target.value)} maxlength="40" /></div><//>`;
}

/** The questions that are asked most, and one's own, as links that can be sent. */
export function Views({ counts, address }) {
  const [kept, keep] = useKept();
  const [saving, setSaving] = useState(false);
  const query = new URLSearchParams(filterOf(address)).toString();
  const known = kept.some((one) => one.query === query) || VIEWS.some(([, phases]) => query === (phases ? new URLSearchParams({ phase: phases }).toString() : ''));
  return html`<nav class="views" aria-label="Views">
    ${VIEWS.map(([text, phases, s]) => html`<a key=${text} href=${phases ? `/?phase=${phases}` : '/'}
        aria-current=${query === (phases ? new URLSearchParams({ phase: phases }).toString() : '') ? 'true' : null}>${text}
      ${phases && counts && sum(counts, phases) > 0 && html` <span class="count" data-s=${s || null}>${num(sum(counts, phases))}</span>`}</a>`)}
    ${kept.map((one) => html`<span key=${one.name} class="kept"><a href=${`/?${one.query}`} aria-current=${one.query === query ? 'true' : null}>${one.name}</a>
      <button type="button" aria-label=${`Forget the view ${one.name}`} onClick=${() => keep(kept.filter((other) => other !== one))}>×</button></span>`)}
    ${!known && html`<button class="save-view" type="button" onClick=${() => setSaving(true)}>Save this view</button>`}
    ${saving && html`<${Save} onClose=${() => setSaving(false)} onSave=${(name) => { keep([...kept.filter((one) => one.name !== name), { name, query }]); setSaving(false); }} />`}
  </nav>`;
}
