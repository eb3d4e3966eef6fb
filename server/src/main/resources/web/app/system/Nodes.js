import { html } from '../lib/h.js';
import { ago, at, dur, exact, num } from '../lib/format.js';
import { Mark } from '../ui/Icon.js';

const LEASE_MS = 30000;
const SHOWN = 20;

function Row({ node, now }) {
  const rest = at(node.lease_until) - now;
  return html`<tr><td><span class="runcell"><${Mark} phase=${node.live ? 'completed' : 'cancelled'} /><a class="strong" href=${`/?node=${encodeURIComponent(node.id)}`}>${node.id}</a> <span class="dim">${node.live ? (node.here ? 'Working, this one' : 'Working') : 'Gone'}</span></span></td>
    <td class="full"><span class="meter" data-s=${node.live ? 'completed' : 'cancelled'}><i style=${{ width: `${Math.max(0, Math.min(100, (100 * rest) / LEASE_MS))}%` }}></i></span></td>
    <td class="num" data-l="lease" title=${exact(node.lease_until)}>${node.live ? dur(Math.max(0, rest)) : `ended ${ago(node.lease_until, now)}`}</td>
    <td class="r num" data-l="up" title=${exact(node.started_at)}>${node.live ? dur(now - at(node.started_at)) : '–'}</td></tr>`;
}

export function Nodes({ nodes, now }) {
  const sorted = nodes.slice().sort((a, b) => Number(b.live) - Number(a.live) || at(b.lease_until) - at(a.lease_until)).slice(0, SHOWN);
  return html`<section class="panel c12" aria-label="Nodes"><div class="panel-head"><h2>Nodes</h2><span class="sub">${num(nodes.filter((node) => node.live).length)} alive</span></div>
    <table class="table tight stackable sys-table nodes"><thead><tr><th>Node</th><th>Lease left</th><th><span class="vh">Left</span></th><th class="r">Up</th></tr></thead>
      <tbody>${sorted.map((node) => html`<${Row} key=${node.id} node=${node} now=${now} />`)}</tbody></table></section>`;
}
