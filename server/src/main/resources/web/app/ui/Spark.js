import { html } from '../lib/h.js';

const WIDTH = 100;
const HEIGHT = 26;

/** A small line of values; the word and the number beside it say the same. */
export function Spark({ values, phase }) {
  const list = values.length > 1 ? values : [values[0] || 0, values[0] || 0];
  const top = Math.max(1, ...list);
  const points = list.map((v, i) =>
    `${((i / (list.length - 1)) * WIDTH).toFixed(1)} ${(HEIGHT - 2 - (v / top) * (HEIGHT - 5)).toFixed(1)}`);
  const line = `M${points.join(' L')}`;
  return html`<svg class="spark" data-s=${phase} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
    <path class="a" d=${`${line} L${WIDTH} ${HEIGHT} L0 ${HEIGHT}Z`} /><path class="l" d=${line} /></svg>`;
}
