import { html, useMemo, useState } from '../lib/h.js';
import { setAddress, useKeys, useNow } from '../lib/hooks.js';
import { ended, plural, usual } from '../lib/format.js';
import { Icon } from '../ui/Icon.js';
import { Empty, Failed, Loading } from '../ui/States.js';
import { Bulk } from './Bulk.js';
import { FilterBar } from './FilterBar.js';
import { RunRow } from './RunRow.js';
import { filterOf, load } from './store.js';

const COLUMNS = ['Status', 'Workflow, key', 'Progress', 'Started', 'Duration', 'What it does, last error'];

/** How long runs take, by workflow, as far as this page knows. */
const usualOf = (rows) => new Map([...Map.groupBy(rows, (row) => row.workflow_name)].map(([name, all]) => [name, usual(all)]));

function Newer({ count, onShow }) {
  return count > 0 && html`<div class="newpill"><button onClick=${onShow}>
    ${plural(count, 'newer run')} <kbd>.</kbd></button></div>`;
}

function Pager({ state, address }) {
  const next = state.next && new URL(state.next, location.origin).searchParams.get('after');
  return html`<div class="pager"><span class="num">${plural(state.rows.length, 'run')}</span>
    <span class="only-wide">This page stays still while you read; new runs wait behind the bar above.</span>
    <span class="grow"></span>
    <button class="btn sm" disabled=${!address.after} title=${address.after ? 'Back to the newest runs' : 'These are the newest'}
      onClick=${() => setAddress({ after: '' }, { push: true })}><${Icon} name="left" />Newest</button>
    <button class="btn sm" disabled=${!next} title=${next ? 'The next 50' : 'There are no older runs'}
      onClick=${() => setAddress({ after: next }, { push: true })}>Older<${Icon} name="right" /></button></div>`;
}

export function RunList({ state, address, selected, setSelected }) {
  const rows = state.rows || [];
  const now = useNow(rows.some((row) => !ended(row.phase)));
  const usually = useMemo(() => usualOf(rows), [rows]);
  const [cursor, setCursor] = useState(-1);
  const toggle = (id) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const move = (by) => () => {
    const to = Math.max(0, Math.min(rows.length - 1, cursor + by));
    setCursor(to);
    const row = document.querySelectorAll('.runs-table tbody tr')[to];
    row?.querySelector('a').focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  useKeys({
    j: move(1), k: move(-1), ArrowDown: move(1), ArrowUp: move(-1),
    x: () => rows[cursor] && toggle(rows[cursor].id),
    Enter: () => rows[cursor] && location.assign(`/run.html?id=${rows[cursor].id}`),
  });
  const all = rows.length > 0 && rows.every((row) => selected.has(row.id));
  const some = !all && rows.some((row) => selected.has(row.id));
  const filtered = Object.keys(filterOf(address)).length > 0;
  return html`<section class="panel" aria-label="Runs">
    <${FilterBar} address=${address} />
    <${Newer} count=${state.newer.size} onShow=${() => load(address)} />
    ${state.problem && state.rows && html`<div class="banner" data-s="failed"><${Icon} name="warn" /><b role="alert">The list could not be read.</b><span>${state.problem.message} These are the runs of before.</span>
      <button class="btn sm" onClick=${() => load(address)}>Try again</button></div>`}
    ${state.problem && !state.rows ? html`<${Failed} what="The list could not be read" problem=${state.problem} onAgain=${() => load(address)} />`
      : !state.rows ? html`<${Loading} rows=${8} />`
        : rows.length === 0 ? html`<${Empty} title=${filtered ? 'No run matches' : 'No older runs'}>
            <button class="btn" onClick=${() => location.assign('/')}>Show all runs</button><//>`
          : html`<div class="table-wrap"><table class="table stackable runs-table">
      <thead><tr><th class="x-check"><input type="checkbox" aria-label="Select all on this page" checked=${all} indeterminate=${some}
          onChange=${() => setSelected(all ? new Set() : new Set(rows.map((row) => row.id)))} /></th>
        ${COLUMNS.map((name) => html`<th key=${name}>${name}</th>`)}</tr></thead>
      <tbody>${rows.map((row, i) => html`<${RunRow} key=${row.id} run=${row} now=${ended(row.phase) ? 0 : now} usual=${usually.get(row.workflow_name)}
        cursor=${i === cursor} selected=${selected.has(row.id)} onToggle=${() => toggle(row.id)} />`)}</tbody>
    </table></div>
    ${selected.size > 0 && html`<${Bulk} rows=${rows} selected=${selected} address=${address} onDone=${() => setSelected(new Set())} />`}
    <${Pager} state=${state} address=${address} />`}
  </section>`;
}
