// One run: its view as the server folds it, and its log. A view of the past is the server's fold of
// the log up to that event, so that nothing here has to know how folding works.
import { get, getPage } from '../lib/api.js';
import { usual } from '../lib/format.js';
import { createStore } from '../lib/store.js';

const EVENTS_PAGE = 500;
const AGAIN_MIN_MS = 120;
const PAST_KEPT = 200;

export const run = createStore({ id: '', view: null, events: [], past: null, definition: null, usual: 0, problem: null, missing: false, unread: null });

const path = (id) => `/runs/${encodeURIComponent(id)}`;

let asking = false;
let askAgain = false;
let tookMs = 0;

/** Reads the run; asked while it is being read, it is read once more, a moment later. */
export async function readView() {
  if (asking) {
    askAgain = true;
    return;
  }
  asking = true;
  const begun = performance.now();
  try {
    const { id } = run.get();
    const view = await get(path(id));
    run.set({ view, problem: null, missing: false });
  } catch (problem) {
    run.set({ problem, missing: problem.status === 404 || problem.status === 400 });
    if (problem.status === 0 || problem.status >= 500) throw problem;
  } finally {
    asking = false;
    tookMs = performance.now() - begun;
    if (askAgain) {
      askAgain = false;
      // A long run is asked for less often, so that reading it stays a small part of the time.
      setTimeout(() => readView().catch(() => {}), Math.max(AGAIN_MIN_MS, 2 * tookMs));
    }
  }
}

/** What the run executes; it never changes. Code has none. */
export async function readDefinition() {
  const { id } = run.get();
  const { definition } = await get(`${path(id)}/definition`);
  run.set({ definition });
}

/** How long runs of its workflow usually take, by the last that completed. */
export async function readUsual() {
  const { view } = run.get();
  const { rows } = await getPage(`/runs?workflow=${encodeURIComponent(view.workflow_name)}&phase=completed&limit=20`);
  run.set({ usual: usual(rows) });
}

function addEvents(more) {
  run.set(({ events }) => {
    const last = events.length ? events[events.length - 1].seq : 0;
    const fresh = more.filter((event) => event.seq > last);
    return fresh.length ? { events: events.concat(fresh) } : null;
  });
}

let waiting = [];

/** Events come one by one; they are added, and the run is read again, once for all of a moment. */
export function eventCame(event) {
  waiting.push(event);
  if (waiting.length > 1) return;
  setTimeout(() => {
    addEvents(waiting);
    waiting = [];
    readView().catch(() => {});
  }, 30);
}

/** What of the log is not known here yet. */
async function readEvents() {
  const { id, events } = run.get();
  let after = events.length ? events[events.length - 1].seq : 0;
  for (;;) {
    const { rows } = await getPage(`${path(id)}/events?after=${after}&limit=${EVENTS_PAGE}`);
    addEvents(rows);
    if (rows.length < EVENTS_PAGE) return;
    after = rows[rows.length - 1].seq;
  }
}

export async function look() {
  await readView();
  await readEvents();
}

const kept = new Map();
let wanted = 0;

/** The run as it was when this event had been written; 0 for now. */
export async function travel(seq) {
  wanted = seq;
  if (!seq) {
    run.set({ past: null, unread: null });
    return;
  }
  const { id } = run.get();
  if (!kept.has(seq)) {
    if (kept.size >= PAST_KEPT) kept.clear();
    kept.set(seq, get(`${path(id)}/state?seq=${seq}`));
  }
  try {
    const past = await kept.get(seq);
    if (wanted === seq) run.set({ past, unread: null });
  } catch (problem) {
    kept.delete(seq);
    if (wanted === seq) run.set({ unread: problem });
  }
}
