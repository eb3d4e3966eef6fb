import { html } from '../lib/h.js';
import { at } from '../lib/format.js';
import { Chart } from './Chart.js';
import { perSecond } from './rates.js';

const Panel = ({ title, keys, children }) => html`<section class="panel c6" aria-label=${title}><div class="panel-head"><h2>${title}</h2><span class="grow"></span>
  ${keys.map(([word, cls]) => html`<span key=${word} class=${`key ${cls}`}>${word}</span>`)}</div><div class="panel-body chart-body">${children}</div></section>`;

const Soon = () => html`<p class="dim">The first points come within half a minute of the server's start.</p>`;

/** What went on at this node, as it remembers it. */
export function Charts({ points, every, nodes }) {
  const times = points.map((point) => at(point.at));
  const values = (name) => points.map((point) => point[name] ?? null);
  const marks = nodes.filter((node) => !node.live).map((node) => ({ at: at(node.lease_until), text: `${node.id} gone` }));
  const enough = points.length > 1;
  return html`<${Panel} title="Steps per second" keys=${[['attempts', ''], ['failed', 'failed']]}>
      ${enough ? html`<${Chart} label="Steps per second" times=${times} marks=${marks} lines=${[
        { name: 'attempts', cls: 'l1', area: true, values: perSecond(points, 'steps', every) },
        { name: 'failed', cls: 'l3', values: perSecond(points, 'failed_attempts', every) }]} />` : html`<${Soon} />`}<//>
    <${Panel} title="Commit latency" keys=${[['median', ''], ['p99', 'second']]}>
      ${enough ? html`<${Chart} label="Commit latency" unit=" ms" times=${times} marks=${marks} lines=${[
        { name: 'median', cls: 'l1', values: values('commit_p50_ms') },
        { name: 'p99', cls: 'l2', values: values('commit_p99_ms') }]} />` : html`<${Soon} />`}<//>`;
}
