import { html } from '../lib/h.js';
import { clock } from '../lib/format.js';

const WIDTH = 560;
const HEIGHT = 200;
const PAD = { left: 44, right: 14, top: 16, bottom: 26 };
const STEPS = [1, 2, 4, 5, 8, 10];

function nice(top) {
  const unit = 10 ** Math.floor(Math.log10(Math.max(top, 0.4)));
  return unit * (STEPS.find((step) => step * unit >= top) || 10);
}

/** lines: [{name, cls, values}], all over the same times. */
export function Chart({ label, times, lines }) {
  const top = nice(Math.max(0.4, ...lines.flatMap((line) => line.values)));
  const x = (i) => PAD.left + (times.length > 1 ? i / (times.length - 1) : 1) * (WIDTH - PAD.left - PAD.right);
  const y = (v) => HEIGHT - PAD.bottom - (v / top) * (HEIGHT - PAD.top - PAD.bottom);
  const path = (values) => values.map((v, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join('');
  const marks = times.length > 1 ? [0, 0.5, 1].map((share) => Math.round(share * (times.length - 1))) : [];
  return html`<svg class="chart" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${label}>
    ${[0, 0.5, 1].map((share) => html`<line key=${share} class="g" x1=${PAD.left} x2=${WIDTH - PAD.right} y1=${y(top * share)} y2=${y(top * share)} />
      <text x=${PAD.left - 8} y=${y(top * share) + 4} text-anchor="end">${Number((top * share).toPrecision(3))}</text>`)}
    ${marks.map((i, n) => html`<text key=${n} x=${x(i)} y=${HEIGHT - 6} text-anchor=${['start', 'middle', 'end'][n]}>${clock(new Date(times[i]).toISOString())}</text>`)}
    ${lines.map((line) => html`<path key=${line.name} class=${line.cls} d=${path(line.values)} />`)}
  </svg>`;
}
