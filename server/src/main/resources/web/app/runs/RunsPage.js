import { html, useEffect, useState } from '../lib/h.js';
import { useAddress, useKeys } from '../lib/hooks.js';
import { follow } from '../lib/live.js';
import { useStore } from '../lib/store.js';
import { Shell } from '../ui/Shell.js';
import { Counters } from './Counters.js';
import { Errors } from './Errors.js';
import { First } from './First.js';
import { RunList } from './RunList.js';
import { StartPanel } from './StartPanel.js';
import { changed, filterOf, load, readPoints, reread, runs } from './store.js';
import { Views } from './Views.js';

const KEYS = [
  ['n', 'start a run'], ['j k', 'next and previous run'], ['x', 'select it'], ['Enter', 'open it'],
  ['.', 'show newer runs'], ['f', 'filter'], ['Esc', 'clear the selection'],
];

const POINTS_MS = 10000;

export function RunsPage() {
  const [address, setAddress] = useAddress();
  const state = useStore(runs);
  const [selected, setSelected] = useState(() => new Set());
  const asked = JSON.stringify([filterOf(address), address.after || '']);
  useEffect(() => {
    setSelected(new Set());
    load(address);
  }, [asked]);
  useEffect(() => follow({
    url: '/runs/stream',
    on: { run: changed, reset: () => reread().catch(() => {}), resumed: () => {} },
    poll: reread,
  }), []);
  useEffect(() => {
    const look = () => !document.hidden && readPoints().catch(() => {});
    look();
    const timer = setInterval(look, POINTS_MS);
    return () => clearInterval(timer);
  }, []);
  useKeys({
    n: () => document.getElementById('editor')?.focus(),
    f: () => document.getElementById('filter')?.focus(),
    '.': () => (address.after ? setAddress({ after: '' }) : load(address)),
    Escape: () => setSelected(new Set()),
  });
  const filtered = Object.keys(filterOf(address)).length > 0;
  const nothing = state.rows?.length === 0 && !filtered && !address.after && !state.problem;
  return html`<${Shell} page="runs" keys=${KEYS}>
    <main class="page" id="main">
      <div class="page-head"><h1>Runs</h1>${!nothing && html`<${Views} counts=${state.counts} address=${address} />`}</div>
      ${nothing ? html`<${First} />` : html`
        <${Counters} counts=${state.counts} points=${state.points} address=${address} />
        <div class="runs-grid">
          <${RunList} state=${state} address=${address} selected=${selected} setSelected=${setSelected} />
          <div class="side">${(state.rows || state.problem) && html`<${StartPanel} />`}<${Errors} errors=${state.errors} problem=${state.problem} address=${address} /></div>
        </div>`}
    </main>
  <//>`;
}
