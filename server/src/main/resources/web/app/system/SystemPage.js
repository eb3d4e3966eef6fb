import { html, useEffect } from '../lib/h.js';
import { useAddress, useNow } from '../lib/hooks.js';
import { follow } from '../lib/live.js';
import { useStore } from '../lib/store.js';
import { Chip } from '../ui/Icon.js';
import { Shell } from '../ui/Shell.js';
import { Spoken } from '../ui/Spoken.js';
import { Failed, Loading } from '../ui/States.js';
import { Charts } from './Charts.js';
import { DeadLetters } from './DeadLetters.js';
import { Disk } from './Disk.js';
import { Kpis } from './Kpis.js';
import { Nodes } from './Nodes.js';
import { Queue } from './Queue.js';
import { Workers } from './Workers.js';
import { look, readHistory, system } from './store.js';

const EVERY_MS = 2000;
const HISTORY_MS = 10000;
const SPANS = [[15, '15 min'], [60, '1 h'], [1440, '24 h']];

/** The server's words; its numbers stand out. The first word is the chip's. */
function Say({ text }) {
  const [, word, rest] = /^(Healthy|Needs attention)\.\s*(.*)$/s.exec(text) || [null, '', text];
  return html`${word && html`<${Chip} phase=${word === 'Healthy' ? 'completed' : 'retrying'} large>${word}<//>`}
    <${Spoken} text=${text} /><p class="say grow">${rest.split(/(\d[\d.,]*(?: (?:nodes?|runs?|workers?|s|min|h)\b)?)/).map((part, i) => (i % 2 ? html`<b>${part}</b>` : part))}</p>`;
}

function useSystem(span) {
  useEffect(() => {
    look().catch(() => {});
    const timer = setInterval(() => !document.hidden && look().catch(() => {}), EVERY_MS);
    const stop = follow({ url: '/runs/stream', on: { run: () => {}, reset: () => {}, resumed: () => {} }, poll: look });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  useEffect(() => {
    readHistory(span).catch(() => {});
    const timer = setInterval(() => !document.hidden && readHistory(span).catch(() => {}), HISTORY_MS);
    return () => clearInterval(timer);
  }, [span]);
}

export function SystemPage() {
  const [address, setAddress] = useAddress();
  const span = SPANS.some(([minutes]) => String(minutes) === address.minutes) ? Number(address.minutes) : 15;
  const state = useStore(system);
  const now = useNow();
  useSystem(span);
  const seen = state.system;
  if (!seen) {
    return html`<${Shell} page="system"><main class="page" id="main"><div class="page-head"><h1>System</h1></div><div class="panel">
      ${state.problem ? html`<${Failed} what="The system could not be read" problem=${state.problem} onAgain=${() => look().catch(() => {})} />` : html`<${Loading} />`}</div></main><//>`;
  }
  const queue = seen.queue || [];
  return html`<${Shell} page="system"><main class="page" id="main">
    <div class="page-head"><h1>System</h1><${Say} text=${seen.summary || ''} />
      <div class="seg-ctl" role="group" aria-label="Time shown">${SPANS.map(([minutes, text]) => html`<button key=${minutes} aria-pressed=${span === minutes} onClick=${() => setAddress({ minutes: minutes === 15 ? '' : minutes })}>${text}</button>`)}</div></div>
    <${Kpis} system=${seen} points=${state.points} every=${state.every} now=${now} />
    <div class="sys"><${Charts} points=${state.points} every=${state.every} nodes=${seen.nodes || []} />
      <${Queue} queue=${queue} now=${now} /><${Nodes} nodes=${seen.nodes || []} now=${now} />
      <${Disk} disk=${seen.disk} store=${seen.store || {}} days=${seen.retention_days} wide=${!seen.workers} />
      ${seen.workers && html`<${Workers} workers=${seen.workers} queue=${queue} />`}
      <${DeadLetters} letters=${state.letters} now=${now} onDone=${() => look().catch(() => {})} /></div>
  </main><//>`;
}
