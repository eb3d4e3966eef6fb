import { html, useEffect, useState } from '../lib/h.js';
import { getPage, query } from '../lib/api.js';
import { shortId } from '../lib/format.js';
import { Dialog } from './Dialog.js';
import { Icon, Mark } from './Icon.js';

const WAIT_MS = 150;

/** Finds runs by id, key, workflow or error text, and goes there. */
export function Jump({ onClose }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState(null);
  const [wrong, setWrong] = useState('');
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      try {
        const { rows } = await getPage(`/runs${query({ q: text.trim(), limit: 8 })}`);
        if (current) {
          setFound(rows);
          setWrong('');
          setChosen(0);
        }
      } catch (e) {
        if (current) setWrong(e.message);
      }
    }, text ? WAIT_MS : 0);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text]);
  const move = (event) => {
    if (event.key === 'ArrowDown') setChosen((n) => Math.max(0, Math.min((found || []).length - 1, n + 1)));
    else if (event.key === 'ArrowUp') setChosen((n) => Math.max(0, n - 1));
    else if (event.key === 'Enter' && found?.[chosen]) location.assign(`/run.html?id=${found[chosen].id}`);
    else return;
    event.preventDefault();
  };
  return html`<${Dialog} title="Jump to a run" onClose=${onClose}>
    <label class="search"><${Icon} name="search" />
      <input autofocus value=${text} onInput=${(e) => setText(e.target.value)} onKeyDown=${move}
        placeholder="Run id, key, workflow or error" aria-label="Find a run" role="combobox" aria-expanded="true"
        aria-controls="jump-found" aria-activedescendant=${found?.length ? `jump-${chosen}` : null} /></label>
    <ul class="jump-list" id="jump-found" role="listbox" aria-label="Runs found">
      ${!wrong && (found || []).map((run, i) => html`<li key=${run.id} id=${`jump-${i}`} role="option" aria-selected=${i === chosen}>
        <a href=${`/run.html?id=${run.id}`} tabindex="-1"><${Mark} phase=${run.phase} />
          <b>${run.workflow_name}</b><span class="clip dim">${run.key || ''}</span>
          <span class="mono faint">${shortId(run.id)}</span></a></li>`)}
      ${(wrong || found?.length === 0) && html`<li class="faint">${wrong || 'No run matches.'}</li>`}
    </ul>
  <//>`;
}
