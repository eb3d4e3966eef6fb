import { get, getPage, query } from '../lib/api.js';
import { createStore } from '../lib/store.js';

const PAGE = 200;
const PAGES_MAX = 10;
const RUNS = 30;

export const workflows = createStore({ names: null, problem: null, shown: null, unread: null });

/** All definitions, newest version first, by name. */
export async function loadNames() {
  try {
    const rows = [];
    let next = `/workflows?limit=${PAGE}`;
    for (let i = 0; next && i < PAGES_MAX; i += 1) {
      const page = await getPage(next);
      rows.push(...page.rows);
      next = page.next;
    }
    const byName = new Map();
    for (const row of rows) byName.set(row.name, [...(byName.get(row.name) || []), row]);
    const names = [...byName].map(([name, versions]) => ({ name, versions: versions.sort((a, b) => b.version - a.version) }));
    names.sort((a, b) => Date.parse(b.versions[0].created_at) - Date.parse(a.versions[0].created_at));
    workflows.set({ names, problem: null });
  } catch (problem) {
    workflows.set({ problem });
    throw problem;
  }
}

/** One version with its definition, and what ran of the name. */
export async function show(row) {
  if (!row) {
    workflows.set({ shown: null });
    return;
  }
  try {
    const [full, { rows }] = await Promise.all([get(`/workflows/${row.id}`), getPage(`/runs${query({ workflow: row.name, limit: RUNS })}`)]);
    workflows.set({ shown: { ...full, runs: rows }, unread: null });
  } catch (unread) {
    workflows.set({ unread });
  }
}

export const definitionOf = async (row) => (await get(`/workflows/${row.id}`)).definition;
