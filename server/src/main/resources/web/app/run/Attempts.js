import { html } from '../lib/h.js';
import { at, clock, dur, exact, left } from '../lib/format.js';
import { Mark, stateOf } from '../ui/Icon.js';
import { DONE, attemptsMax } from './steps.js';

const SHOWN = 6;

function wordsOf(attempt, now) {
  if (attempt.status === 'failed') return `failed after ${dur(attempt.run_ms || attempt.wait_ms || 0)}`;
  if (attempt.status === 'completed') return `took ${dur(Math.max(attempt.run_ms || 0, attempt.wait_ms || 0))}`;
  if (attempt.status === 'running') return `for ${dur(now - at(attempt.started_at))}`;
  if (attempt.status === 'interrupted') return 'its node was lost';
  if (attempt.status === 'cancelled') return `cancelled after ${dur(attempt.run_ms || attempt.wait_ms || 0)}`;
  const ready = at(attempt.ready_at);
  return ready > now ? `in ${left(ready - now)}, ${clock(attempt.ready_at)}` : attempt.status;
}

/** Tries that were made, the next one if it is planned, and how many there may be. */
function allOf(step, now) {
  const made = step.attempts.map((one) => ({ ...one, text: wordsOf(one, now), s: one.status === 'running' && step.phase === 'waiting' ? 'waiting' : one.status }));
  const last = made[made.length - 1];
  if (step.phase === 'retrying' && last?.status === 'failed' && step.due_at) {
    made.push({ number: last.number + 1, s: 'retrying', planned: true, due: step.due_at, text: at(step.due_at) > now ? `in ${left(at(step.due_at) - now)}, ${clock(step.due_at)}` : 'now' });
  } else if (last && last.status === 'pending' && step.phase === 'retrying') {
    last.s = 'retrying';
  }
  if (!DONE.includes(step.phase)) {
    for (let n = made.length + 1; n <= attemptsMax(step) && n <= SHOWN; n += 1) made.push({ number: n, s: 'pending', planned: true, text: 'if need be' });
  }
  return made.length > SHOWN ? made.slice(-SHOWN) : made;
}

/** Where the time of one attempt went. */
function Times({ attempt, waits, now }) {
  const open = attempt.status === 'running';
  const took = open ? now - at(attempt.started_at) : attempt.run_ms || attempt.wait_ms;
  const waited = waits || attempt.wait_ms > 0;
  const parts = [['queue', attempt.queue_ms], ['run', waited ? 0 : took], ['wait', waited ? took : 0], ['backoff', attempt.backoff_ms]].filter(([, ms]) => ms > 0);
  if (parts.length === 0) return null;
  const total = parts.reduce((sum, [, ms]) => sum + ms, 0);
  return html`<div><div class="split-time" aria-hidden="true">
      ${parts.map(([kind, ms]) => html`<i key=${kind} class=${`bar ${kind}${attempt.status === 'interrupted' && kind === 'run' ? ' cut' : ''}`} data-s=${stateOf(attempt.status)} style=${{ flex: `${Math.max(ms, total / 100)}` }}></i>`)}</div>
    <div class="facts num">${parts.map(([kind, ms]) => html`<span key=${kind}>${kind} <b>${dur(ms)}</b></span>`)}
      ${attempt.node && html`<span>on <b>${attempt.node}</b></span>`}</div></div>`;
}

export function Attempts({ step, shown, now, onPick }) {
  const all = allOf(step, now);
  return html`<section class="sec">
    <div class="attempts" role="tablist" aria-label="Attempts">${all.map((one) => html`<button key=${one.number} class="attempt" role="tab" data-s=${stateOf(one.s)}
        disabled=${one.planned} aria-selected=${shown?.number === one.number} onClick=${() => onPick(one.number)}>
      <b><${Mark} phase=${one.s} />Attempt ${one.number}</b><span class="num" title=${exact(one.started_at || one.due)}>${one.text}</span></button>`)}</div>
    ${shown && html`<${Times} attempt=${shown} waits=${step.phase === 'waiting'} now=${now} />`}</section>`;
}
