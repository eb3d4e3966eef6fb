// What several views of a run ask of its steps. Nothing here draws.
import { at, dur, left } from '../lib/format.js';
import { word } from '../ui/Icon.js';

export const DONE = ['completed', 'failed', 'skipped', 'cancelled'];
export const LOUD = ['failed', 'retrying', 'waiting', 'running'];

/** The step to look at when nobody has chosen one: failing first, then what is going on. */
export function interesting(view) {
  for (const phase of LOUD) {
    const found = view.steps.find((step) => step.phase === phase);
    if (found) return found;
  }
  const done = view.steps.filter((step) => step.phase === 'completed' && !step.scope);
  return done[done.length - 1] || view.steps[0] || null;
}

export const attemptsMax = (step) => Math.max(step.max_retries + 1, step.attempts.length, 1);

const tried = (step) => step.attempts.length > 1 || step.max_retries > 0;

/** "Attempt 2 of 3", and when, for a step that is tried more than once. */
export function attemptWords(step, now) {
  const due = at(step.due_at);
  const upcoming = step.phase === 'retrying' && due > now;
  const last = step.attempts[step.attempts.length - 1];
  // Between two tries the log may hold the one that failed, or already the next that is planned.
  const number = upcoming && last && last.status === 'failed' ? last.number + 1 : Math.max(1, step.attempt);
  return `Attempt ${number} of ${Math.max(number, attemptsMax(step))}${upcoming ? ` in ${left(due - now)}` : ''}`;
}

/** What the chip of a step says: its attempt while that matters, its status otherwise. */
export function chipWords(step, now) {
  if (step.phase === 'retrying') return attemptWords(step, now);
  if (step.phase === 'running' && tried(step)) return attemptWords(step, now);
  if (step.phase === 'failed' && step.attempts.length > 1) return `Failed, ${attemptWords(step, now).toLowerCase()}`;
  return word(step.phase);
}

export function stepTook(step, now) {
  const from = at(step.started_at);
  if (Number.isNaN(from)) return null;
  const ends = step.attempts.map((a) => at(a.ended_at)).filter((t) => !Number.isNaN(t));
  const done = DONE.includes(step.phase);
  const to = step.completed_at ? at(step.completed_at) : done && ends.length ? Math.max(...ends) : now;
  return Math.max(0, to - from);
}

/** The few words at the lower right of a node. */
export function nodeWords(step, now) {
  const due = at(step.due_at);
  if (step.phase === 'retrying' && due > now) return `again in ${left(due - now)}`;
  if (step.phase === 'waiting') return due > now ? `${left(due - now)} to go` : 'waiting';
  if (step.phase === 'skipped') return 'skipped';
  const took = stepTook(step, now);
  return took == null ? '' : dur(took);
}

/** "2/3" for a step that is being tried again, or was. */
export function badgeWords(step) {
  const last = step.attempts[step.attempts.length - 1];
  const number = (last?.number || 0) + (step.phase === 'retrying' && last?.status === 'failed' ? 1 : 0);
  return number > 1 ? `${number}/${Math.max(number, attemptsMax(step))}` : '';
}

/** A name inside of a loop or a branch without what it stands in: "SKU-5 print". */
export function shortName(step) {
  const inside = /^[^[\]/]*\[(.*)\](?:\/(.*))?$/.exec(step.step_id);
  return inside && step.scope ? [inside[1], inside[2]].filter(Boolean).join(' ') : step.step_id;
}

/** Steps without inner ones, and of which outer one each inner step is a part. */
export function topSteps(view) {
  const names = new Set(view.steps.map((step) => step.step_id));
  const outer = (step) => {
    const begin = step.scope.split('/')[0].replace(/\[.*$/, '');
    return step.scope && names.has(begin) ? begin : '';
  };
  const inner = new Map();
  const top = [];
  for (const step of view.steps) {
    const parent = outer(step);
    if (!parent || parent === step.step_id) top.push(step);
    else if (inner.has(parent)) inner.get(parent).push(step);
    else inner.set(parent, [step]);
  }
  return { top, inner };
}

/** How many of the steps fail now, or have failed. */
export const failing = (steps) => (steps || []).filter((step) => ['failed', 'retrying'].includes(step.phase)).length;

/** What a loop or a branch has done so far: "9 of 14 done", or "9 done, 2 failing". Items that have not begun are known from its input. */
export function innerWords(steps, loop) {
  const count = (...phases) => steps.filter((step) => phases.includes(step.phase)).length;
  const bad = failing(steps);
  const done = count('completed', 'skipped');
  const items = loop?.input?.items;
  const planned = Array.isArray(items) ? items.length * new Set(steps.map((step) => step.step_id.replace(/^.*\]/, ''))).size : 0;
  return bad ? `${done} done, ${bad} failing` : `${done} of ${Math.max(steps.length, planned)} done`;
}

/** A loop that goes on while something in it fails is not merely running. */
export const loudPhase = (step, inner) => (step.phase === 'running' && failing(inner) ? 'retrying' : step.phase);
