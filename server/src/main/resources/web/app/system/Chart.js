import { html, useRef, useState } from '../lib/h.js';
import { useWidth } from '../lib/hooks.js';
import { clock } from '../lib/format.js';

const NARROW = 430;
const PAD = { left: 52, right: 12, top: 18, bottom: 30 };
const STEPS = [1, 2, 4, 6, 8, 10];

function nice(top) {
  const unit = 10 ** Math.floor(Math.log10(Math.max(top, 0.4)));
  return unit * (STEPS.find((step) => step * unit >= top) || 10);
}

/** A line with gaps where nothing was measured. */
function path(values, x, y) {
  let open = false;
  return values.map((v, i) => {
    if (v == null) {
      open = false;
      return '';
    }
    const part = `${open ? 'L' : 'M'}${x(i).toFixed(1)} ${y(v).toFixed(1)}${open || values[i + 1] != null ? '' : 'h3'}`;
    open = true;
    return part;
  }).join('');
}

const words = (value, unit) => (value == null ? '–' : `${Number(value.toPrecision(3))}${unit}`);

/** What the lines say where the pointer is. */
function Readout({ i, times, lines, unit, x, size }) {
  const right = x(i) > size.width / 2;
  const text = `${clock(new Date(times[i]).toISOString())}  ${lines.map((line) => `${line.name} ${words(line.values[i], unit)}`).join(', ')}`;
  return html`<line class="at" x1=${x(i)} x2=${x(i)} y1=${PAD.top - 4} y2=${size.height - PAD.bottom} />
    <text class="lab" x=${x(i) + (right ? -6 : 6)} y=${PAD.top - 7} text-anchor=${right ? 'end' : 'start'}>${text}</text>`;
}

/** lines: [{name, cls, values, area}], all over the same times; marks: [{at, text}]. */
export function Chart({ label, times, lines, unit = '', marks = [] }) {
  const box = useRef(null);
  const narrow = useWidth(box) < NARROW;
  const [over, setOver] = useState(-1);
  const size = narrow ? { width: 350, height: 190 } : { width: 660, height: 210 };
  const known = lines.flatMap((line) => line.values).filter((v) => v != null);
  const top = nice(Math.max(0.4, ...known));
  const first = times[0];
  const span = Math.max(1, times[times.length - 1] - first);
  const wide = size.width - PAD.left - PAD.right;
  const xOf = (t) => PAD.left + ((t - first) / span) * wide;
  const x = (i) => xOf(times[i]);
  const y = (v) => size.height - PAD.bottom - (v / top) * (size.height - PAD.top - PAD.bottom);
  const floor = y(0);
  const labels = narrow ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
  const last = times.length - 1;
  const point = lines[0].values[last];
  const move = (event) => {
    const inside = event.currentTarget.getBoundingClientRect();
    const share = ((event.clientX - inside.left) / inside.width * size.width - PAD.left) / wide;
    const t = first + share * span;
    setOver(times.reduce((best, one, i) => (Math.abs(one - t) < Math.abs(times[best] - t) ? i : best), 0));
  };
  return html`<div ref=${box}><svg class="chart" viewBox=${`0 0 ${size.width} ${size.height}`} role="img"
      aria-label=${`${label}; now ${lines.map((line) => `${line.name} ${words(line.values[last], unit)}`).join(', ')}`}
      onMouseMove=${move} onMouseLeave=${() => setOver(-1)}>
    ${[0, 0.25, 0.5, 0.75, 1].map((share) => html`<line key=${share} class="g" x1=${PAD.left} x2=${size.width - PAD.right} y1=${y(top * share)} y2=${y(top * share)} />
      <text x=${PAD.left - 8} y=${y(top * share) + 4} text-anchor="end">${words(top * share, unit)}</text>`)}
    ${labels.map((share) => html`<text key=${share} x=${PAD.left + share * wide} y=${size.height - 5}
      text-anchor=${share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}>${clock(new Date(first + share * span).toISOString()).replace(/:\d\d$/, (end) => (narrow || span > 600000 ? '' : end))}</text>`)}
    ${lines.map((line) => line.area && html`<path key=${line.name} class="a1" d=${`${path(line.values.map((v) => v || 0), x, y)}L${x(last)} ${floor}L${x(0)} ${floor}Z`} />`)}
    ${lines.map((line) => html`<path key=${line.name} class=${line.cls} d=${path(line.values, x, y)} />`)}
    ${marks.filter((mark) => mark.at >= first && mark.at <= first + span).map((mark) => html`<line key=${mark.text} class="evt" x1=${xOf(mark.at)} x2=${xOf(mark.at)} y1=${PAD.top - 4} y2=${floor} />
      <text class="evt-t" x=${xOf(mark.at) - 7} y=${PAD.top + 6} text-anchor="end">${mark.text}</text>`)}
    ${point != null && html`<circle class="pt" cx=${x(last)} cy=${y(point)} r="4" />`}
    ${over >= 0 && over <= last && html`<${Readout} i=${over} times=${times} lines=${lines} unit=${unit} x=${x} size=${size} />`}
  </svg></div>`;
}
