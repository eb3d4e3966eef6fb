import { html, useState } from '../lib/h.js';
import { bytes, num } from '../lib/format.js';
import { Icon } from './Icon.js';
import { toast } from './toasts.js';

const DEPTH_OPEN = 3;
const ITEMS_SHOWN = 100;

const span = (cls, text) => html`<span class=${cls}>${text}</span>`;

function scalar(value) {
  if (typeof value === 'string') return span('s', JSON.stringify(value));
  return span('n', String(value));
}

/** One value, drawn as text; nothing in it is ever taken for markup. */
function Value({ value, depth, indent }) {
  const [open, setOpen] = useState(depth < DEPTH_OPEN);
  const [all, setAll] = useState(false);
  if (value === null || typeof value !== 'object') return scalar(value);
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  const [begin, end] = list ? '[]' : '{}';
  if (entries.length === 0) return span('p', begin + end);
  if (!open) {
    const what = `${num(entries.length)} ${list ? 'items' : 'fields'}`;
    return html`<span class="p">${begin} </span><button class="json-fold" onClick=${() => setOpen(true)}>${what}</button><span class="p"> ${end}</span>`;
  }
  const shown = all ? entries : entries.slice(0, ITEMS_SHOWN);
  const pad = '  '.repeat(indent + 1);
  return html`<span class="p">${begin}</span>${'\n'}${shown.map(([key, child], i) => html`<span key=${key}>${pad}${!list && html`<span class="k">${JSON.stringify(key)}</span><span class="p">: </span>`}<${Value} value=${child} depth=${depth + 1} indent=${indent + 1} />${i < entries.length - 1 && span('p', ',')}${'\n'}</span>`)}${shown.length < entries.length && html`${pad}<button class="json-fold" onClick=${() => setAll(true)}>${num(entries.length - shown.length)} more</button>${'\n'}`}${'  '.repeat(indent)}<span class="p">${end}</span>`;
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied.');
  } catch {
    toast('The browser did not let the page copy.');
  }
}

export const Copy = ({ text, label = 'Copy' }) => html`
  <button class="copy" aria-label=${label} title=${label} onClick=${() => copy(text)}><${Icon} name="copy" /></button>`;

export const Json = ({ value, label }) => html`
  <pre class="code" tabindex="0" aria-label=${label}><${Value} value=${value} depth=${0} indent=${0} /></pre>`;

/** A value with its name, size and a way to copy it; chars says how long one is that was left out. */
export function JsonSection({ title, value, chars, href, empty }) {
  const text = value == null ? '' : JSON.stringify(value, null, 2);
  return html`<section class="sec"><header><h3>${title}</h3>
      ${value != null && html`<span class="end"><span>${bytes(JSON.stringify(value).length)}</span><${Copy} text=${text} label=${`Copy ${title.toLowerCase()}`} /></span>`}
    </header>
    ${value != null ? html`<${Json} value=${value} label=${title} />`
      : chars ? html`<p class="dim">Too long to show here. <a class="link" href=${href} download>Download ${bytes(chars)}</a></p>`
        : html`<p class="faint">${empty}</p>`}
  </section>`;
}
