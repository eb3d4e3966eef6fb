import { html, useEffect } from '../lib/h.js';
import { useNow } from '../lib/hooks.js';
import { num, plural } from '../lib/format.js';
import { follow } from '../lib/live.js';
import { useStore } from '../lib/store.js';
import { Chip } from '../ui/Icon.js';
import { Shell } from '../ui/Shell.js';
import { Failed, Loading } from '../ui/States.js';
import { DeadLetters } from './DeadLetters.js';
import { Kpis } from './Kpis.js';
import { Nodes } from './Nodes.js';
import { Throughput } from './Throughput.js';
import { changed, look, system } from './store.js';

const SAMPLE_MS = 2000;

const one = (n, singular, many) => (n === 1 ? singular : many);

function Sentence({ nodes, counts }) {
  const live = nodes.filter((node) => node.live).length;
  const { retrying, pending, paused } = counts;
  return html`<p class="say" aria-live="polite"><b>${plural(live, 'node')}</b> ${one(live, 'works', 'work')} on <b>${plural(counts.running + retrying, 'run')}</b>${retrying > 0 && html`, of which <b>${num(retrying)}</b> ${one(retrying, 'fails and is', 'fail and are')} tried again`}.
    ${pending > 0 ? ` ${plural(pending, 'run')} ${one(pending, 'waits', 'wait')} to begin.` : ' Nothing waits to begin.'}
    ${paused > 0 && ` ${plural(paused, 'run')} ${one(paused, 'is paused and needs', 'are paused and need')} somebody.`}</p>`;
}

export function SystemPage() {
  const state = useStore(system);
  const now = useNow();
  useEffect(() => {
    look().catch(() => {});
    const timer = setInterval(() => !document.hidden && look().catch(() => {}), SAMPLE_MS);
    const stop = follow({ url: '/runs/stream', on: { run: changed, reset: () => {}, resumed: () => {} }, poll: look });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  if (!state.nodes) {
    return html`<${Shell} page="system"><main class="page" id="main"><div class="page-head"><h1>System</h1></div><div class="panel">
      ${state.problem ? html`<${Failed} what="The system could not be read" problem=${state.problem} onAgain=${() => look().catch(() => {})} />` : html`<${Loading} />`}</div></main><//>`;
  }
  const healthy = state.nodes.some((node) => node.live) && !state.problem;
  return html`<${Shell} page="system"><main class="page" id="main">
    <div class="page-head"><h1>System</h1><${Chip} phase=${healthy ? 'completed' : 'retrying'}>${healthy ? 'Healthy' : 'Not answering'}<//><${Sentence} ...${state} /></div>
    <${Kpis} counts=${state.counts} samples=${state.samples} />
    <div class="sys"><${Throughput} samples=${state.samples} /><${Nodes} nodes=${state.nodes} now=${now} /><${DeadLetters} causes=${state.causes} now=${now} /></div>
  </main><//>`;
}
