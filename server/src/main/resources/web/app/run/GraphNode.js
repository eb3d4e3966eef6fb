import { html } from '../lib/h.js';
import { num } from '../lib/format.js';
import { stateOf } from '../ui/Icon.js';
import { ORDER, loudest } from './groups.js';
import { NODE } from './layout.js';
import { badgeWords, chipWords, innerWords, loudPhase, nodeWords } from './steps.js';

const NAME_CHARS = 22;
const TYPE_CHARS = 18;
const CELLS = 40;

const short = (text, chars) => (text.length > chars ? `${text.slice(0, chars - 1)}…` : text);

/** At most forty cells, failing first. */
function Strip({ steps, y }) {
  const sorted = steps.slice().sort((a, b) => ORDER.indexOf(a.phase) - ORDER.indexOf(b.phase));
  const cells = sorted.length <= CELLS ? sorted : Array.from({ length: CELLS }, (_, i) => sorted[Math.floor((i * sorted.length) / CELLS)]);
  const width = (NODE.width - 24) / cells.length;
  return cells.map((step, i) => html`<rect key=${i} class="cell" data-s=${stateOf(step.phase)} x=${12 + i * width} y=${y}
    width=${Math.max(1, width - 2)} height="6" rx="1.5" />`);
}

function Badge({ step }) {
  const text = badgeWords(step);
  if (!text) return null;
  const loud = ['retrying', 'failed'].includes(step.phase) ? step.phase : null;
  return html`<g class="badge" data-s=${loud} transform=${`translate(${NODE.width - 32} -9)`}>
    <rect width="36" height="19" rx="9.5" /><text x="18" y="13.5">${text}</text></g>`;
}

/** A step, or a group of them, as a box; inner: what a loop has done so far. */
export function GraphNode({ node, place, inner, selected, now, onSelect, onMove }) {
  const { step, group } = node;
  const phase = stateOf(step ? loudPhase(step, inner) : loudest(group));
  const name = step ? step.step_id : `${num(group.length)} × ${group[0].type}`;
  const type = step ? step.type : node.id.split(',')[0];
  const words = step ? (inner ? innerWords(inner, step) : nodeWords(step, now)) : innerWords(group);
  // It begins with what is seen, so that what is read aloud and what is pointed at are the same.
  const label = [name, type, words, step && badgeWords(step), step ? chipWords(step, now) : phase].filter(Boolean).join(' ');
  const key = (event) => {
    if (event.key === 'Enter' || event.key === ' ') onSelect();
    else if (!event.key.startsWith('Arrow') || !onMove(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<g class="node" data-s=${phase} data-step=${node.id} tabindex="0" role="button" aria-label=${label}
      aria-pressed=${selected} transform=${`translate(${place.x} ${place.y})`} onClick=${onSelect} onKeyDown=${key}>
    ${(inner || group) && html`<rect class="back" x="5" y="5" width=${NODE.width - 10} height=${place.height} rx="10" />`}
    <rect class="ring" x="-4" y="-4" width=${NODE.width + 8} height=${place.height + 8} rx="13" />
    <rect class="box" width=${NODE.width} height=${place.height} rx="10" />
    <rect class="tile" x="10" y="12" width="34" height="34" rx="7" />
    <g transform="translate(27 29) scale(1.125)"><g class="mark"><use href=${`/icons.svg#i-${phase}`} x="-8" y="-8" /></g></g>
    <text class="nm" x="54" y="25">${short(name, NAME_CHARS)}</text>${' '}
    <text class="ty" x="54" y="43">${short(type, TYPE_CHARS)}</text>${' '}
    <text class="tm" x=${NODE.width - 12} y="43">${words}</text>${' '}
    ${(inner || group) && html`<${Strip} steps=${inner || group} y=${place.height - 17} />`}
    ${step && html`<${Badge} step=${step} />`}
  </g>`;
}
