import { html } from '../lib/h.js';
import { ago, at, dur, exact, num } from '../lib/format.js';
import { Mark } from '../ui/Icon.js';

const LEASE_MS = 30000;
const SHOWN = 12;

function Row({ node, lease, now }) {
  const rest = at(node.lease_until) - now;
  const s = node.live ? 'completed' : 'cancelled';
  return html`<tr><td><span class="runcell"><${Mark} phase=${s} /><a class="strong clip" href=${`/?node=${encodeURIComponent(node.id)}`} title=${node.id}>${node.id}</a> <span class="dim nowrap">${node.live ? (node.here ? 'This one' : 'Working') : 'Gone'}</span></span></td>
    <td class="full"><span class="gauge"><span class="meter" data-s=${s}><i style=${{ width: `${Math.max(0, Math.min(100, (100 * rest) / lease))}%` }}></i></span>
      <span class="num nowrap" title=${exact(node.lease_until)}>${node.live ? dur(Math.max(0, rest)) : '–'}</span></span></td>
    <td class="r num" data-l="runs">${node.runs == null ? '–' : num(node.runs)}</td>
    <td class="r num dim nowrap" title=${exact(node.live ? node.started_at : node.lease_until)}>${node.live ? `up ${dur(now - at(node.started_at))}` : `ended ${ago(node.lease_until, now)}`}</td></tr>`;
}

export function Nodes({ nodes, now }) {
  const sorted = nodes.slice().sort((a, b) => Number(b.live) - Number(a.live) || at(b.lease_until) - at(a.lease_until));
  // A lease is renewed long before it ends, so the longest that is left tells how long one is.
  const lease = Math.max(LEASE_MS, ...nodes.filter((node) => node.live).map((node) => at(node.lease_until) - now));
  return html`<section class="panel c7" aria-label="Nodes"><div class="panel-head"><h2>Nodes</h2><span class="sub">${num(nodes.filter((node) => node.live).length)} alive</span></div>
    <table class="table tight stackable sys-table nodes"><thead><tr><th>Node</th><th>Lease left</th><th class="r">Runs held</th><th class="r">Since</th></tr></thead>
      <tbody>${sorted.slice(0, SHOWN).map((node) => html`<${Row} key=${node.id} node=${node} lease=${lease} now=${now} />`)}</tbody></table>
    ${sorted.length > SHOWN && html`<div class="pager"><span>${num(sorted.length - SHOWN)} more that are gone</span></div>`}</section>`;
}
