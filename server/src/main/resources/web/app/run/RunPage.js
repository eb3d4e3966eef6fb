import { html, useEffect, useMemo } from '../lib/h.js';
import { useAddress, useKeys, useNow } from '../lib/hooks.js';
import { at, ended } from '../lib/format.js';
import { follow } from '../lib/live.js';
import { useStore } from '../lib/store.js';
import { Shell } from '../ui/Shell.js';
import { Empty, Failed, Loading } from '../ui/States.js';
import { Graph } from './Graph.js';
import { Head } from './Head.js';
import { Inspector } from './Inspector.js';
import { Log } from './Log.js';
import { Tabs } from './Tabs.js';
import { Timeline } from './Timeline.js';
import { Travel } from './Travel.js';
import { eventCame, look, readDefinition, readUsual, readView, run, travel } from './store.js';
import { interesting } from './steps.js';

const KEYS = [
  ['g', 'graph'], ['t', 'timeline'], ['l', 'log'], ['e', 'next step with an error'], ['r', 'retry from the failed step'],
  ['[ ]', 'one event back and on'], ['Space', 'play'], ['Esc', 'back to now'],
];
const VIEWS = { graph: Graph, timeline: Timeline, log: Log };

function useRun(id) {
  useEffect(() => {
    run.set({ id });
    if (!id) {
      run.set({ missing: true });
      return undefined;
    }
    readView().catch(() => {});
    return follow({
      url: `/runs/${encodeURIComponent(id)}/stream`,
      on: { event: eventCame, run: () => {} },
      poll: look,
    });
  }, [id]);
}

function useRunKeys(view, address, setAddress, last) {
  const seq = Number(address.seq) || last;
  const tab = (name) => () => setAddress({ tab: name === 'graph' ? '' : name });
  const to = (next) => () => setAddress({ seq: next >= last ? '' : Math.max(1, next) });
  const nextError = () => {
    const bad = view.steps.filter((step) => ['failed', 'retrying'].includes(step.phase));
    if (!bad.length) return false;
    const place = bad.findIndex((step) => step.step_id === address.step);
    setAddress({ step: bad[(place + 1) % bad.length].step_id, attempt: '' });
    return true;
  };
  useKeys({
    g: tab('graph'), t: tab('timeline'), l: tab('log'), e: nextError,
    '[': to(seq - 1), ']': to(seq + 1), Escape: () => setAddress({ seq: '' }),
    r: () => document.getElementById('retry')?.click(),
    Space: () => document.getElementById('play')?.click(),
  });
}

function Loaded({ state, address, setAddress }) {
  const live = state.view;
  const last = state.events.length ? state.events[state.events.length - 1].seq : live.seq;
  const seq = Number(address.seq) || 0;
  useEffect(() => { if (live.kind === 'graph') readDefinition().catch(() => {}); }, [live.id]);
  useEffect(() => { readUsual().catch(() => {}); }, [live.id, ended(live.phase)]);
  const past = seq > 0 && seq < last;
  const unread = past && state.unread;
  useEffect(() => { travel(past ? seq : 0); }, [past, seq]);
  const view = past && state.past ? state.past : live;
  const event = past ? state.events.find((one) => one.seq === view.seq) : null;
  const ticking = useNow(!past && !ended(view.phase), 500);
  // Nothing goes on in a run that has ended.
  const now = event ? at(event.at) : view.completed_at ? at(view.completed_at) : ticking;
  useEffect(() => { performance.mark('holdfast:run'); }, []);
  useRunKeys(view, address, setAddress, last);
  const chosen = useMemo(() => view.steps.find((step) => step.step_id === address.step) || interesting(view), [view, address.step]);
  const select = (step, attempt) => setAddress({ step, attempt: attempt || '' });
  const tab = VIEWS[address.tab] ? address.tab : 'graph';
  const View = VIEWS[tab];
  useEffect(() => { document.title = `${view.workflow_name} ${view.phase} · Holdfast`; }, [view.workflow_name, view.phase]);
  const shared = { view, definition: state.definition, events: state.events, now, past, selected: chosen?.step_id, select };
  return html`<main class=${`run-app${past ? ' in-past' : ''}`} id="main">
    <${Head} ...${shared} past=${past && !unread} live=${live} usual=${state.usual} />
    ${unread ? html`<${Failed} what="This moment could not be read" problem=${unread} onAgain=${() => travel(seq)} />` : html`<div class="split">
      <div class="left stage"><${Tabs} tab=${tab} kind=${view.kind} count=${last} setAddress=${setAddress} /><${View} ...${shared} setAddress=${setAddress} /></div>
      <div class="grip" aria-hidden="true"></div>
      <${Inspector} ...${shared} step=${chosen} attempt=${Number(address.attempt) || 0} />
    </div>`}
    <${Travel} events=${state.events} last=${last} seq=${past ? seq : 0} setAddress=${setAddress} />
  </main>`;
}

export function RunPage() {
  const [address, setAddress] = useAddress();
  const state = useStore(run);
  useRun(address.id || '');
  return html`<${Shell} page="runs" keys=${KEYS}>
    ${state.view ? html`<${Loaded} state=${state} address=${address} setAddress=${setAddress} />`
      : html`<main class="page" id="main"><div class="panel">
        ${state.missing ? html`<${Empty} title="There is no such run"><p>It may have been removed by retention, or the address is not complete.</p><a class="btn" href="/">All runs</a><//>`
          : state.problem ? html`<${Failed} what="The run could not be read" problem=${state.problem} onAgain=${() => readView().catch(() => {})} />`
            : html`<${Loading} rows=${6} />`}</div></main>`}
  <//>`;
}
