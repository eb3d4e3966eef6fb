import { html } from '../lib/h.js';
import { bytes, num, plural } from '../lib/format.js';

const SHOWN = 4;
const KINDS = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
const SHADES = [1, 0.62, 0.4, 0.24, 0.16, 0.1];

/** The largest tables, the others together, and what the store could give back. */
function partsOf(disk) {
  const tables = disk.tables.slice().sort((a, b) => b.bytes - a.bytes);
  const rest = tables.slice(SHOWN);
  const parts = tables.slice(0, SHOWN).map((table) => ({ ...table, text: table.rows == null ? '' : plural(table.rows, 'row') }));
  if (rest.length) parts.push({ name: 'other tables', bytes: rest.reduce((sum, table) => sum + table.bytes, 0), text: num(rest.length) });
  if (disk.free_bytes > 0) parts.push({ name: 'free', bytes: disk.free_bytes, text: 'used again before the file grows' });
  return parts.map((part, i) => ({ ...part, shade: SHADES[i] }));
}

export function Disk({ disk, store, days, wide }) {
  const parts = disk && partsOf(disk);
  return html`<section class=${`panel ${wide ? 'c12' : 'c5'}`} aria-label="Disk by table"><div class="panel-head"><h2>Disk by table</h2><span class="sub">${KINDS[store.kind] || store.kind} ${store.version || ''}${disk && `, ${bytes(disk.total_bytes)}`}</span></div>
    ${!disk ? html`<p class="panel-body dim">It is being measured.</p>` : html`<div class="panel-body disk"><div class="stackbar" role="img" aria-label="Share of disk by table">${parts.map((part) => html`<i key=${part.name} style=${{ flex: `${Math.max(1, part.bytes)}`, opacity: part.shade }}></i>`)}</div></div>
    <table class="table tight"><thead class="vh"><tr><th>Table</th><th>Rows</th><th>Size</th></tr></thead><tbody>${parts.map((part) => html`<tr key=${part.name}><td><span class="runcell"><i class="sw" style=${{ opacity: part.shade }}></i><span class="mono">${part.name}</span></span></td>
      <td class="dim num">${part.text}</td><td class="r num nowrap strong">${bytes(part.bytes)}</td></tr>`)}</tbody></table>`}
    <div class="pager">${days ? `Runs that have ended are kept for ${plural(days, 'day')}.` : 'Runs are kept for ever.'}</div></section>`;
}
