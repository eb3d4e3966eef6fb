import { get } from '../lib/api.js';
import { createStore } from '../lib/store.js';

const SAMPLES_MAX = 450;

export const system = createStore({ nodes: null, counts: null, causes: [], samples: [], problem: null });
const tally = { changed: 0, ended: 0, failed: 0 };

export async function look() {
  try {
    const [nodes, counts, causes] = await Promise.all([get('/nodes'), get('/runs/counts'), get('/runs/errors?phase=failed&limit=20')]);
    const sample = { at: Date.now(), counts, ...tally };
    system.set(({ samples }) => ({ nodes, counts, causes, problem: null, samples: [...samples.slice(1 - SAMPLES_MAX), sample] }));
  } catch (problem) {
    system.set({ problem });
    throw problem;
  }
}

/** Every change of a run that the server tells of; between two samples their number is a rate. */
export function changed(run) {
  tally.changed += 1;
  if (run.completed_at) tally.ended += 1;
  if (run.phase === 'failed') tally.failed += 1;
}
