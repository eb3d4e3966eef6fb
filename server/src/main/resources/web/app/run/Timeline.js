import { html, useMemo, useState } from '../lib/h.js';
import { at, dur, left, num } from '../lib/format.js';
import { Mark, stateOf } from '../ui/Icon.js';
import { Empty } from '../ui/States.js';
import { useRows } from '../ui/virtual.js';
import { axisOf, lostSpans } from './axis.js';
import { LOUD, innerWords, loudPhase, shortName, stepTook, topSteps } from './steps.js';

const INNER_SHOWN = 6;
const MANY = 150;
// Per cent; a shorter bar has no room for it.
const NUMBER_WIDTH = 2;

/** Rows in the order of the plan, those of a step together; inside a loop, what is not ordinary first. */
function rowsOf(view) {
  if (view.kind === 'code') {
    return view.steps.map((step) => [{ step, depth: step.scope ? step.scope.split('/').length : 0 }]);
  }
  const { top, inner } = topSteps(view);
  return top.map((step) => {
    const all = (inner.get(step.step_id) || []).slice()
      .sort((a, b) => ((LOUD.indexOf(a.phase) + 9) % 9) - ((LOUD.indexOf(b.phase) + 9) % 9));
    const shown = all.slice(0, INNER_SHOWN).map((one) => ({ step: one, depth: 1 }));
    const rest = all.length > INNER_SHOWN ? [{ step, depth: 1, more: all.length - INNER_SHOWN }] : [];
    return [{ step, depth: 0, inner: all.length ? all : null }, ...shown, ...rest];
  });
}

/** Of very many, what is not ordinary first; the others are one row for each phase until it is opened. */
function foldRows(groups, open, selected) {
  if (groups.length <= MANY) return groups.flat();
  const by = Map.groupBy(groups, ([{ step, inner }]) => loudPhase(step, inner));
  const rest = [...by].filter(([phase]) => !LOUD.includes(phase));
  return [...LOUD.flatMap((phase) => (by.get(phase) || []).flat()),
    ...rest.flatMap(([phase, all]) => [{ fold: phase, count: all.length, open: open.has(phase) }, ...all.filter((rows) => open.has(phase) || rows.some((row) => row.step.step_id === selected)).flat()])];
}

const place = (axis, from, to) => ({ left: `${axis.x(from)}%`, width: `${Math.max(0.15, axis.x(to) - axis.x(from))}%` });

function Attempt({ attempt, step, axis, now, many }) {
  const ready = at(attempt.ready_at);
  const from = at(attempt.started_at);
  const to = attempt.ended_at ? at(attempt.ended_at) : now;
  const waits = attempt.wait_ms > 0 || (step.phase === 'waiting' && attempt.status === 'running');
  const s = attempt.status === 'running' ? 'running' : stateOf(attempt.status);
  const kind = waits ? 'wait' : attempt.status === 'interrupted' ? 'run cut' : 'run';
  const until = attempt.backoff_ms > 0 ? to + attempt.backoff_ms : 0;
  const title = `attempt ${attempt.number}, ${attempt.status}\nqueued ${dur(attempt.queue_ms || 0)}, ${waits ? 'waited' : 'ran'} ${dur(to - from)}${attempt.error ? `\n${attempt.error.message}` : ''}`;
  return html`${from > ready && html`<i class="bar queue" style=${place(axis, ready, from)}></i>`}
    ${!Number.isNaN(from) && html`<i class=${`bar ${kind}`} data-s=${s} title=${title} style=${place(axis, from, to)}>${many && axis.x(to) - axis.x(from) > NUMBER_WIDTH && html`<b class="no">${attempt.number}</b>`}</i>`}
    ${until > 0 && html`<i class="bar backoff" title=${`backoff ${dur(attempt.backoff_ms)}`} style=${place(axis, to, Math.min(until, now))}></i>
      ${until > now && html`<i class="bar ahead" style=${place(axis, now, until)}></i>`}`}`;
}

function noteOf(step, now, inner) {
  if (inner) return innerWords(inner, step);
  if (step.type === 'compensate' && step.phase === 'completed') return `undid ${step.step_id.replace(/~compensate$/, '')}`;
  if (step.phase === 'skipped') return step.skipped_because ? `skipped: ${step.skipped_because}` : 'skipped';
  if (step.attempts.length === 0) return step.depends_on.length ? `after ${step.depends_on.join(', ')}` : '';
  const due = at(step.due_at);
  if (step.phase === 'retrying' && due > now) return `in ${left(due - now)}`;
  if (step.phase === 'failed' && step.error_message) return step.error_message;
  return dur(stepTook(step, now));
}

function Lane({ step, inner, axis, now }) {
  const last = step.attempts[step.attempts.length - 1];
  const ends = step.attempts.map((one) => at(one.ended_at) + (one.backoff_ms || 0)).filter((t) => !Number.isNaN(t));
  const open = last && !last.ended_at && last.started_at;
  const x = last ? axis.x(Math.max(...ends, open ? now : axis.begin)) : axis.x(Math.min(now, axis.end));
  const phase = loudPhase(step, inner);
  const loud = ['failed', 'retrying'].includes(phase) ? phase : null;
  const note = noteOf(step, now, inner);
  const style = { left: `calc(${x}% + 8px)`, maxWidth: `calc(${100 - x}% - 8px)` };
  return html`<div class="lane">${step.attempts.map((one) => html`<${Attempt} key=${one.number} attempt=${one} step=${step} axis=${axis} now=${now} many=${step.attempts.length > 1} />`)}
    <span class="note clip" data-s=${loud} style=${style} title=${note}>${note}</span></div>`;
}

const nameOf = ({ step, depth }) => (step.type === 'compensate' ? step.step_id.replace(/~compensate$/, '') : depth ? shortName(step) : step.step_id);

const Row = ({ row, axis, now, selected, select }) => html`<button class=${`tl-row${row.depth ? ' sub' : ''}`} data-s=${stateOf(row.step.phase)} data-step=${row.step.step_id}
    aria-pressed=${selected} onClick=${() => select(row.step.step_id)}>
  <span class="tl-name" style=${row.depth ? { paddingLeft: `${16 + row.depth * 20}px` } : null}>${row.more ? html`<span class="faint">${row.more} more</span>`
    : html`<${Mark} phase=${loudPhase(row.step, row.inner)} /><span class="clip" title=${row.step.step_id}>${nameOf(row)}</span>
      ${row.inner && html`<span class="count">${row.inner.length}</span>`}${row.step.type === 'compensate' && html`<span class="tag">undo</span>`}`}</span>
  ${row.more ? html`<span class="lane"></span>` : html`<${Lane} step=${row.step} inner=${row.inner} axis=${axis} now=${now} />`}</button>`;

const Fold = ({ row, onToggle }) => html`<button class="tl-row" data-s=${row.fold} aria-expanded=${row.open} onClick=${onToggle}>
  <span class="tl-name"><${Mark} phase=${row.fold} />${num(row.count)} ${row.fold}</span><span class="lane"></span></button>`;

function Over({ axis, lost, now, live }) {
  return html`<div class="tl-over" aria-hidden="true">
    ${axis.ticks.map((tick) => html`<i key=${tick.t} class="grid" style=${{ left: `${tick.x}%` }}></i>`)}
    ${axis.folds.map((fold) => html`<i key=${fold.from} class="fold" style=${place(axis, fold.from, fold.to)}></i>`)}
    ${lost.map((span) => html`<i key=${span.from} class="lost" style=${place(axis, span.from, span.to)}><b>${span.node} lost${html`<br />`}${dur(span.to - span.from)} to ${span.next}</b></i>`)}
    ${live && html`<i class="now" style=${{ left: `${axis.x(now)}%` }}><b>now ${dur(now - axis.begin)}</b></i>`}</div>`;
}

/** When each step queued, ran, waited and was to be tried again. */
export function Timeline({ view, events, now, selected, select }) {
  const [toScale, setToScale] = useState(false);
  const [open, setOpen] = useState(new Set());
  const list = useMemo(() => foldRows(rowsOf(view), open, selected), [view, open, selected]);
  const axis = useMemo(() => axisOf(view, now, toScale), [view, now, toScale]);
  const lost = useMemo(() => lostSpans(view, events), [view, events]);
  const rows = useRows(list.length, 40, 54);
  if (list.length === 0 || !view.started_at) return html`<div class="view tl"><${Empty} title="Nothing has begun"><p>${view.summary}</p><//></div>`;
  return html`<div class="view tl">
    ${axis.foldable && html`<p class="tl-scale dim">${toScale ? 'To scale.' : 'Long spans in which nothing ran are folded.'} <button class="link" onClick=${() => setToScale(!toScale)}>${toScale ? 'Fold them' : 'Show to scale'}</button></p>`}
    <div class="tl-grid"><div class="tl-axis" aria-hidden="true"><span></span><div class="lane">
        ${axis.ticks.filter((tick) => view.completed_at || Math.abs(tick.x - axis.x(now)) > 6).map((tick) => html`<span key=${tick.t} style=${{ left: `${tick.x}%` }}>${tick.t === 0 ? '0 s' : dur(tick.t).replace('.0 ', ' ')}</span>`)}
        ${axis.folds.filter((fold) => view.completed_at || axis.x(fold.from) - axis.x(now) > 3 || fold.to < now).map((fold) => html`<span key=${fold.from} class="folded" style=${{ left: `${(axis.x(fold.from) + axis.x(fold.to)) / 2}%` }}>${dur(fold.to - fold.from)}</span>`)}</div></div>
      <${Over} axis=${axis} lost=${lost} now=${now} live=${!view.completed_at} />
      <div ref=${rows.box} style=${{ paddingTop: `${rows.before}px`, paddingBottom: `${rows.behind}px` }}>
        ${list.slice(rows.from, rows.to).map((row, i) => (row.fold ? html`<${Fold} key=${rows.key(i)} row=${row} onToggle=${() => setOpen(open.symmetricDifference(new Set([row.fold])))} />` : html`<${Row} key=${rows.key(i)} row=${row} axis=${axis} now=${now}
          selected=${!row.more && row.step.step_id === selected} select=${select} />`))}</div></div>
  </div>`;
}
