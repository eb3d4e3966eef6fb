import { html, useEffect, useMemo, useRef, useState } from '../lib/h.js';
import { at, clockMs, dur, exact } from '../lib/format.js';
import { save } from '../lib/save.js';
import { Icon, Mark } from '../ui/Icon.js';
import { Loading } from '../ui/States.js';
import { folded, foldWords, withGroups } from './logRows.js';
import { shortName } from './steps.js';
import { useRows } from '../ui/virtual.js';

const TEXT_CHARS = 220;
const NEAR_END = 40;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const TONE = [[/Failed$/, 'failed'], [/Completed$/, 'completed'], [/Skipped$/, 'skipped'], [/Cancel/, 'cancelled']];
const toneOf = (type) => TONE.find(([pattern]) => pattern.test(type))?.[1] || null;

const WORDS = new WeakMap();

/** What an event says beside its type and step, in one line. */
const wordsOf = (event) => WORDS.get(event) ?? WORDS.set(event, say(event)).get(event);

function say({ data, ...event }) {
  const parts = [];
  if (event.attempt > 1) parts.push(`attempt ${event.attempt}`);
  for (const [name, value] of Object.entries(data)) {
    if (value == null || name === 'definition') continue;
    if (name === 'error') parts.push(`${value.type ? `${value.type.split('.').pop()}: ` : ''}${value.message ?? ''}`);
    else if (name === 'text' || name === 'level') parts.push(value);
    else if (name === 'ms') parts.push(`in ${dur(value)}`);
    else parts.push(`${name.replaceAll('_', ' ')} ${INSTANT.test(value) ? clockMs(value) : typeof value === 'object' ? JSON.stringify(value) : value}`);
  }
  const text = parts.join(', ');
  return text.length > TEXT_CHARS ? `${text.slice(0, TEXT_CHARS)}…` : text;
}

function Row({ event, began, selected, onClick }) {
  const tone = toneOf(event.type);
  const words = wordsOf(event);
  return html`<button class="ev" data-s=${tone} data-seq=${event.seq} aria-pressed=${selected} onClick=${onClick}>
    <span class="seq">${event.seq}</span><span class="at" title=${exact(event.at)}>${since(event, began)}</span>
    <span class="tp">${tone ? html`<${Mark} phase=${tone} />` : event.type === 'RunClaimed' && html`<${Icon} name="node" />`}${event.type}</span>
    <span class="st clip" title=${event.step || null}>${event.step ? shortName({ step_id: event.step, scope: 'x' }) : ''}</span><span class="dt clip" title=${words}>${words}</span></button>`;
}

const since = (event, began) => ((at(event.at) - began) / 1000).toFixed(3);

const Fold = ({ row, began, onOpen }) => html`<button class="ev" aria-expanded="false" onClick=${onOpen}>
  <span class="seq" title=${`${row.seq}–${row.fold[row.fold.length - 1].seq}`}>${row.seq}…</span><span class="at">${since(row.fold[0], began)}</span>
  <span class="tp"><${Icon} name="right" />${row.fold.length} events</span><span class="st clip">${row.items}</span><span class="dt clip">${foldWords(row.fold)}</span></button>`;

const Group = ({ head }) => html`<div class="ev-group"><b>Claimed by ${head.group.data.node}</b> <span title=${exact(head.group.at)}>${clockMs(head.group.at)}</span><span class="grow"></span>
  <span class="num faint">${head.from === head.to ? `event ${head.from}` : `events ${head.from}–${head.to}`}</span></div>`;

/** All events of the run, in their order: the truth that the other views are drawn from. */
export function Log({ view, events, past, selected, select, setAddress }) {
  const [text, setText] = useState('');
  const [only, setOnly] = useState('all');
  const [open, setOpen] = useState(new Set());
  const until = past ? view.seq : Infinity;
  const began = events.length ? at(events[0].at) : 0;
  const errors = useMemo(() => events.filter((event) => /Failed$/.test(event.type)).length, [events]);
  const shown = useMemo(() => events.filter((event) => event.seq <= until
    && (only !== 'errors' || /Failed$/.test(event.type)) && (only !== 'step' || event.step === selected)
    && (!text || `${event.type} ${event.step || ''} ${wordsOf(event)}`.toLowerCase().includes(text.toLowerCase()))), [events, until, only, selected, text]);
  const list = useMemo(() => (only === 'all' && !text ? folded(withGroups(shown), open, selected) : shown), [shown, only, text, open, selected]);
  const rows = useRows(list.length, 30, 46);
  const view_ = useRef(null);
  const atEnd = useRef(true);
  useEffect(() => {
    if (atEnd.current && view_.current) view_.current.scrollTop = view_.current.scrollHeight;
  }, [shown.length]);
  const scrolled = (e) => { atEnd.current = e.target.scrollHeight - e.target.scrollTop - e.target.clientHeight < NEAR_END; };
  const filters = [['all', 'All'], ['errors', `Errors ${errors}`], ['step', 'This step']];
  return html`<div class="view log" ref=${view_} onScroll=${scrolled}>
    <div class="log-tools"><label class="search"><${Icon} name="search" /><input value=${text} onInput=${(e) => setText(e.target.value)} placeholder="Filter events: type, step, text" aria-label="Filter events" /></label>
      <div class="seg-ctl">${filters.map(([id, words]) => html`<button key=${id} aria-pressed=${only === id} onClick=${() => setOnly(id)}>${words}</button>`)}</div>
      <button class="btn sm only-wide" onClick=${() => save(`${view.id}.events.json`, shown)}><${Icon} name="download" />JSON</button></div>
    <div ref=${rows.box} style=${{ paddingTop: `${rows.before}px`, paddingBottom: `${rows.behind}px` }}>
      ${list.slice(rows.from, rows.to).map((event, i) => (event.group ? html`<${Group} key=${rows.key(i)} head=${event} />` : event.fold ? html`<${Fold} key=${rows.key(i)} row=${event} began=${began} onOpen=${() => setOpen(new Set(open).add(event.seq))} />` : html`<${Row} key=${rows.key(i)} event=${event} began=${began} selected=${event.step != null && event.step === selected}
        onClick=${() => (event.step ? select(event.step, event.attempt) : setAddress({ seq: event.seq }))} />`))}
    </div>
    ${events.length === 0 ? html`<${Loading} rows=${12} height=${30} />` : shown.length === 0 && html`<p class="panel-body dim">No event matches.</p>`}
  </div>`;
}
