import { html } from '../lib/h.js';
import { num } from '../lib/format.js';
import { rates } from './rates.js';

const LATELY = 15;

const Kpi = ({ name, value, unit, sub }) => html`<div class="kpi"><h2>${name}</h2><div class="val">${value}<small>${unit}</small></div><div class="sub">${sub}</div></div>`;

/** The few numbers that say whether it keeps up. */
export function Kpis({ counts, samples }) {
  const list = rates(samples);
  const last = list.slice(-LATELY);
  const per = (name) => (last.length ? last.reduce((sum, one) => sum + one[name], 0) / last.length : 0);
  const peak = Math.max(0, ...list.map((one) => one.changed));
  return html`<section class="panel kpis" aria-label="Numbers now">
    <${Kpi} name="Changes" value=${per('changed').toFixed(1)} unit="per second" sub=${`peak ${peak.toFixed(1)} on this page`} />
    <${Kpi} name="Runs ended" value=${(per('ended') * 60).toFixed(0)} unit="per minute" sub=${`${num(counts.completed)}${counts.completed >= counts.exact_up_to ? '+' : ''} completed in all`} />
    <${Kpi} name="Running" value=${num(counts.running)} unit="runs" sub=${`${num(counts.retrying)} retrying`} />
    <${Kpi} name="Queue" value=${num(counts.pending)} unit="runs" sub="wait to begin" />
    <${Kpi} name="Waiting" value=${num(counts.waiting)} unit="runs" sub="timers, signals, children" />
    <${Kpi} name="Paused" value=${num(counts.paused)} unit="runs" sub=${counts.paused ? 'need somebody' : 'nothing to decide'} />
  </section>`;
}
