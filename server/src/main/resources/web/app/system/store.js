import { get } from '../lib/api.js';
import { createStore } from '../lib/store.js';

export const system = createStore({ system: null, points: [], every: 10, letters: null, problem: null });
let minutes = 15;

/** Reads everything again; problems are shown and thrown. */
export async function look() {
  try {
    const [now, letters] = await Promise.all([get('/system'), get('/dead-letters?limit=1').catch(() => null)]);
    system.set({ system: now, letters: letters && letters.causes, problem: null });
  } catch (problem) {
    system.set({ problem });
    throw problem;
  }
}

/** The past of so many minutes. */
export async function readHistory(span = minutes) {
  minutes = span;
  const { points, every_seconds: every } = await get(`/system/history?minutes=${span}`);
  if (span === minutes) system.set({ points, every });
}
