import { html } from '../lib/h.js';

const CHARS = 30;
const CHAR_WIDTH = 6.7;

/** An expression without what every reader knows: "score > 0.8". */
function conditionWords(when, phase) {
  const plain = String(when).replace(/^\$\{([\s\S]*)\}$/, '$1').replace(/steps\.(`[^`]+`|[\w-]+)\.output\.?/g, '').trim() || String(when);
  const text = plain.length > CHARS ? `${plain.slice(0, CHARS - 1)}…` : plain;
  return phase === 'skipped' ? `${text} is false` : text;
}

function Label({ edge, when, phase }) {
  const text = conditionWords(when, phase);
  const width = text.length * CHAR_WIDTH + 12;
  return html`<g><title>${String(when)}</title><rect class="edge-lab-bg" x=${edge.mid.x - width / 2} y=${edge.mid.y - 10} width=${width} height="18" rx="4" />
    <text class="edge-lab" x=${edge.mid.x} y=${edge.mid.y + 3} text-anchor="middle">${text}</text></g>`;
}

/** A line from one step to one that depends on it; when: the condition of the latter, if it has one. */
export const Edge = ({ edge, state, when, phase }) => html`<path class=${`edge ${state}`} d=${edge.d} />
  <path class=${`arrow ${state}`} d=${edge.sideways ? `M${edge.end.x} ${edge.end.y} l-7 -4 v8z` : `M${edge.end.x} ${edge.end.y} l-4 -7 h8z`} />
  ${when != null && edge.mid && html`<${Label} edge=${edge} when=${when} phase=${phase} />`}`;
