import { html, useState } from '../lib/h.js';
import { at, exact, num } from '../lib/format.js';

const SHOWN = 100;
const TONES = { error: 'failed', warn: 'retrying', warning: 'retrying' };

/** What the step wrote while this attempt executed. */
export function StepLogs({ lines, began }) {
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(-SHOWN);
  return html`<section class="sec"><header><h3>Logs</h3><span class="count">${num(lines.length)}</span>
      ${shown.length < lines.length && html`<span class="end"><button class="link" onClick=${() => setAll(true)}>${num(lines.length - shown.length)} earlier</button></span>`}</header>
    <div class="loglines" role="log" tabindex="0" aria-label="Lines of the step">${shown.map((line, i) => {
      const level = String(line.level || 'info').toLowerCase();
      return html`<span key=${i} class="t" title=${exact(line.at)}>${((at(line.at) - began) / 1000).toFixed(3)}</span><span class="lv" data-s=${TONES[level] || null}>${level}</span><span class="m">${line.text ?? line.message}</span>`;
    })}</div></section>`;
}
