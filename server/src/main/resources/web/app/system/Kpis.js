import { html } from '../lib/h.js';
import { at, bytes, dur, num, plural } from '../lib/format.js';
import { lately, perSecond } from './rates.js';

const Kpi = ({ name, value, unit, sub }) => html`<div class="kpi"><h2>${name}</h2><div class="val">${value}<small>${unit}</small></div><div class="sub">${sub}</div></div>`;

const short = (n) => (n >= 100 ? num(Math.round(n)) : Number(n.toPrecision(2)));
const parts = (text) => [text.slice(0, text.indexOf(' ')), text.slice(text.indexOf(' ') + 1)];

/** Who has waited longest for a node, and for how long. */
function oldest(queue, now) {
  return queue.filter((one) => one.ready > 0 && one.oldest_ready_at).map((one) => ({ ...one, ms: Math.max(0, now - at(one.oldest_ready_at)) })).sort((a, b) => b.ms - a.ms);
}

/** The few numbers that say whether it keeps up. */
export function Kpis({ system, points, every, now }) {
  const { commit, disk, workers } = system;
  const waits = oldest(system.queue || [], now);
  const peak = Math.max(0, ...perSecond(points, 'steps', every));
  const started = points.reduce((sum, point) => sum + (point.runs_started || 0), 0);
  const [age, ageUnit] = waits.length ? parts(dur(waits[0].ms)) : ['0', 's'];
  const [size, sizeUnit] = disk ? parts(bytes(disk.total_bytes)) : ['–', ''];
  return html`<section class="panel kpis" aria-label="Numbers now">
    <${Kpi} name="Steps" value=${short(lately(points, 'steps', every))} unit="per second" sub=${`peak ${short(peak)}`} />
    <${Kpi} name="Runs started" value=${short(lately(points, 'runs_started', every) * 60)} unit="per minute" sub=${`${num(started)} in this time`} />
    <${Kpi} name="Commit" value=${commit?.p50_ms == null ? '–' : short(commit.p50_ms)} unit="ms median" sub=${commit?.p50_ms == null ? 'none yet' : `p99 ${short(commit.p99_ms)} ms, ${short(commit.batch_mean)} appended each`} />
    <${Kpi} name="Oldest ready" value=${age} unit=${ageUnit} sub=${waits.length ? `priority ${waits.slice(0, 2).map((one, i) => `${one.priority}${i ? ` ${dur(one.ms)}` : ''}`).join('; ')}` : 'nothing waits'} />
    ${workers && html`<${Kpi} name="Workers" value=${num(workers.busy)} unit=${`of ${num(workers.size)} busy`} sub=${`${num(workers.min)} to ${num(workers.max)}`} />`}
    <${Kpi} name="Disk" value=${size} unit=${sizeUnit} sub=${!disk ? 'being measured' : disk.volume_free_bytes ? `${bytes(disk.volume_free_bytes)} more on the volume` : plural(disk.tables.length, 'table')} />
  </section>`;
}
