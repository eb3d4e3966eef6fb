import { html } from '../lib/h.js';
import { clock } from '../lib/format.js';
import { Chart } from './Chart.js';
import { rates } from './rates.js';

const Panel = ({ title, keys, children, since }) => html`<section class="panel c6" aria-label=${title}><div class="panel-head"><h2>${title}</h2><span class="sub">${since}</span><span class="grow"></span>
  ${keys.map(([word, cls]) => html`<span key=${word} class=${`key ${cls}`}>${word}</span>`)}</div><div class="panel-body">${children}</div></section>`;

/** What went on since the page was opened; the server keeps no such history yet. */
export function Throughput({ samples }) {
  const list = rates(samples);
  const times = list.map((one) => one.at);
  const since = samples.length ? `since ${clock(new Date(samples[0].at).toISOString())}` : '';
  const values = (name) => list.map((one) => one[name]);
  return html`<${Panel} title="Changes per second" since=${since} keys=${[['changes of runs', ''], ['failed', 'failed']]}>
      <${Chart} label="Changes of runs per second" times=${times} lines=${[{ name: 'changed', cls: 'l1', values: values('changed') }, { name: 'failed', cls: 'l3', values: values('failed') }]} /><//>
    <${Panel} title="Runs at work and in the queue" since=${since} keys=${[['at work', ''], ['in the queue', 'second']]}>
      <${Chart} label="Runs at work and in the queue" times=${times} lines=${[{ name: 'busy', cls: 'l1', values: values('busy') }, { name: 'pending', cls: 'l2', values: values('pending') }]} /><//>`;
}
