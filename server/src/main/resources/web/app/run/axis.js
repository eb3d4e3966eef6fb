// The axis of the timeline: from times to per cent of its width. Long spans in which nothing ran
// are folded, so that a day of sleep does not press the work into one pixel.
import { at } from '../lib/format.js';

const FOLD_FACTOR = 8;
const FOLD_MIN_MS = 2000;
const FOLD_SHARE = 0.07;
const ROOM = 0.14;

/** Spans of work, merged: [{from, to}]. Waiting is not work. */
function busySpans(view, now) {
  const spans = [];
  for (const step of view.steps) {
    for (const attempt of step.attempts) {
      const from = at(attempt.started_at);
      if (Number.isNaN(from)) continue;
      const to = attempt.ended_at ? at(attempt.ended_at) : now;
      if (attempt.wait_ms > 0 || step.phase === 'waiting') {
        spans.push({ from, to: from }, { from: to, to });
      } else {
        spans.push({ from, to });
      }
    }
  }
  spans.sort((a, b) => a.from - b.from);
  const merged = [];
  for (const span of spans) {
    const last = merged[merged.length - 1];
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

function foldsOf(view, now, begin, end) {
  const busy = busySpans(view, now);
  const work = busy.reduce((sum, span) => sum + span.to - span.from, 0);
  const least = Math.max(FOLD_MIN_MS, FOLD_FACTOR * work);
  const folds = [];
  let from = begin;
  for (const span of [...busy, { from: end, to: end }]) {
    if (span.from - from > least) folds.push({ from, to: span.from });
    from = Math.max(from, span.to);
  }
  return folds;
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 30000, 60000, 120000, 300000, 600000, 1800000, 3600000, 7200000, 21600000, 86400000, 604800000];

/** {begin, end, x(t): per cent, folds, ticks: [{t, x}], folded}. */
export function axisOf(view, now, toScale) {
  const begin = at(view.started_at || view.created_at);
  const dues = view.steps.filter((step) => step.phase === 'retrying').map((step) => at(step.due_at)).filter((t) => t > now);
  const over = view.completed_at ? at(view.completed_at) : Math.max(now, ...dues);
  const end = Math.max(over, begin + 10);
  const possible = foldsOf(view, Math.min(now, end), begin, end);
  const folds = toScale ? [] : possible;
  const folded = folds.reduce((sum, fold) => sum + fold.to - fold.from, 0);
  const share = Math.min(0.5, folds.length * FOLD_SHARE);
  const scale = (1 - ROOM - share) / Math.max(1, end - begin - folded);
  const width = folds.length ? share / folds.length : 0;
  const x = (t) => {
    let value = (Math.min(Math.max(t, begin), end) - begin) * scale;
    for (const fold of folds) {
      if (t <= fold.from) break;
      const inside = Math.min(t, fold.to) - fold.from;
      value += width * (inside / (fold.to - fold.from)) - inside * scale;
    }
    return value * 100;
  };
  const every = STEPS.find((step) => step * scale > 0.09) || STEPS[STEPS.length - 1];
  const ticks = [];
  for (let t = 0; t <= end - begin && ticks.length < 40; t += every) {
    const time = begin + t;
    if (!folds.some((fold) => time > fold.from && time < fold.to)) ticks.push({ t, x: x(time) });
    else {
      const fold = folds.find((one) => time > one.from && time < one.to);
      t = Math.max(t, Math.floor((fold.to - begin) / every) * every);
    }
  }
  return { begin, end, x, folds, ticks, foldable: possible.length > 0 };
}

/** From when to when the run had no node: until a later node took it and found attempts cut short. */
export function lostSpans(view, events) {
  const cut = new Set(view.steps.flatMap((step) => step.attempts).filter((one) => one.status === 'interrupted').map((one) => one.ended_at));
  const spans = [];
  let before = null;
  let node = '';
  for (const event of events) {
    if (event.seq > view.seq) break;
    if (event.type === 'RunClaimed') {
      if (node && before && cut.has(event.at)) {
        spans.push({ from: at(before), to: at(event.at), node, next: event.data.node });
      }
      node = event.data.node || node;
    }
    before = event.at;
  }
  return spans;
}
