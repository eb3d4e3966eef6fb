// The list of runs: what the server says goes in here, and the page draws it.
import { get, getPage, query } from '../lib/api.js';
import { createStore } from '../lib/store.js';

const PAGE = 50;
const REFRESH_MS = 700;
const MINUTES = 15;
export const PHASES = ['running', 'retrying', 'waiting', 'paused', 'pending', 'failed', 'cancelled', 'completed'];
const FILTERS = ['phase', 'q', 'workflow', 'fingerprint', 'priority', 'node', 'order', 'parent', 'since'];

export const runs = createStore({
  rows: null, next: null, newer: new Set(), counts: null, points: [], errors: null, problem: null,
});

let filter = {};
let after = '';

/** What of the address is a filter. */
export const filterOf = (address) =>
  Object.fromEntries(FILTERS.filter((name) => address[name]).map((name) => [name, address[name]]));

export async function load(address) {
  filter = filterOf(address);
  after = address.after || '';
  const asked = filter;
  try {
    const { rows, next } = await getPage(`/runs${query({ ...filter, after, limit: PAGE })}`);
    if (asked !== filter) return;
    runs.set({ rows, next, newer: new Set(), problem: null });
    await refresh();
  } catch (problem) {
    if (asked === filter) runs.set({ problem });
  }
}

/** Numbers and causes, for the time since which the list asks, whatever else it asks. */
export async function refresh() {
  const since = query({ since: filter.since });
  const [counts, errors] = await Promise.all([get(`/runs/counts${since}`), get(`/runs/errors${query({ since: filter.since, limit: 8 })}`)]);
  runs.set({ counts, errors });
}

/** The last minutes, for the lines beside the counts. */
export async function readPoints() {
  const { points } = await get(`/system/history?minutes=${MINUTES}`);
  runs.set({ points });
}

let timer = 0;
let again = false;

/** Soon, and not more often than the server should be asked. */
function refreshSoon() {
  again = true;
  if (timer) return;
  const tick = async () => {
    again = false;
    await refresh().catch(() => {});
    timer = again ? setTimeout(tick, REFRESH_MS) : 0;
  };
  timer = setTimeout(tick, REFRESH_MS / 3);
}

const includes = (run, text) =>
  [run.id, run.key, run.workflow_name, run.last_error, run.order_id].some((v) => v && v.toLowerCase().includes(text.toLowerCase()));

/** As far as it can be told from a row; the server has the last word at the next load. */
export function matches(run, by = filter) {
  return (!by.phase || by.phase.split(',').includes(run.phase))
    && (!by.workflow || by.workflow === run.workflow_name || by.workflow === run.workflow_id)
    && (!by.fingerprint || by.fingerprint === run.fingerprint)
    && (!by.priority || Number(by.priority) === run.priority)
    && (!by.node || by.node === run.node)
    && (!by.order || by.order === run.order_id)
    && (!by.parent || by.parent === run.parent_run)
    && (!by.since || Date.parse(run.created_at) >= Date.parse(by.since))
    && (!by.q || includes(run, by.q));
}

/** A row is changed where it stands. A new one waits behind the bar, so that nothing moves. */
export function changed(run) {
  runs.set(({ rows, newer }) => {
    if (!rows) return null;
    const place = rows.findIndex((row) => row.id === run.id);
    if (place >= 0) {
      const next = rows.slice();
      next[place] = { ...run, left: !matches(run) };
      return { rows: next };
    }
    if (after || !matches(run) || (rows.length && run.id < rows[0].id)) return null;
    if (rows.length === 0) return { rows: [run] };
    return newer.has(run.id) ? null : { newer: new Set(newer).add(run.id) };
  });
  refreshSoon();
}

/** What may have been missed: the rows that are shown are read again and changed in place. */
export async function reread() {
  const { rows, problem } = runs.get();
  if (problem) {
    // What is shown is not what was asked for.
    await load({ ...filter, after });
    if (runs.get().problem) throw runs.get().problem;
    return;
  }
  if (!rows) return;
  const { rows: fresh } = await getPage(`/runs${query({ ...filter, after, limit: PAGE })}`);
  fresh.forEach(changed);
  await refresh();
}
