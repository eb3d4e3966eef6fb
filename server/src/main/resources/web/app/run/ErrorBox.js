import { html, useEffect, useState } from '../lib/h.js';
import { get, query } from '../lib/api.js';
import { plural } from '../lib/format.js';
import { Copy } from '../ui/Json.js';

const OURS = /^\s*(at )?(dev\.holdfast\.|java\.|jdk\.|sun\.)/;

/** Stack traces with what is not the user's folded to one line each time. */
function frames(trace) {
  const parts = [];
  for (const line of trace.split('\n').filter((one) => one.trim())) {
    const folded = OURS.test(line);
    const last = parts[parts.length - 1];
    if (folded && last?.folded) last.lines.push(line);
    else parts.push({ folded, lines: [line] });
  }
  return parts;
}

function Frame({ part }) {
  const [open, setOpen] = useState(false);
  if (part.folded && part.lines.length > 1 && !open) {
    return html`<button class="link fold" onClick=${() => setOpen(true)}>▸ ${plural(part.lines.length, 'frame')} of the engine and the JDK</button>`;
  }
  return part.lines.map((line, i) => html`<span key=${i} class=${part.folded ? '' : 'own'}>${line.trim()}</span>`);
}

/** How many other runs have the same cause. */
function Others({ view }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!view.fingerprint) return;
    get(`/runs/errors${query({ fingerprint: view.fingerprint })}`)
      .then((causes) => setCount(causes.reduce((n, cause) => n + cause.runs, 0)), () => {});
  }, [view.fingerprint]);
  if (!view.fingerprint || count < 2) return null;
  return html`<div class="error-foot"><span class="fp"><code>${view.fingerprint.slice(0, 4)}</code>${plural(count - 1, 'other run')} with this cause</span><span class="grow"></span>
    <a class="link" href=${`/?fingerprint=${view.fingerprint}`}>Show them</a></div>`;
}

export function ErrorBox({ error, view, retryable }) {
  const name = (error.type || 'Error').split('.').pop();
  return html`<section class="sec"><header><h3>Error</h3><span class="end">${retryable && html`<span>retryable</span>`}<${Copy} label="Copy the error" text=${`${error.type}: ${error.message}\n${error.trace || ''}`} /></span></header>
    <div class="error"><div class="error-head"><p><b title=${error.type}>${name}</b> ${error.message}</p></div>
      ${error.trace && html`<div class="stack">${frames(error.trace).map((part, i) => html`<${Frame} key=${i} part=${part} />`)}</div>`}
      <${Others} view=${view} /></div></section>`;
}
