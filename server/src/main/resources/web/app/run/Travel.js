import { html, useEffect, useMemo, useRef, useState } from '../lib/h.js';
import { clockMs, exact } from '../lib/format.js';
import { Icon } from '../ui/Icon.js';

const SPEEDS = [1, 4, 16];
const PER_SECOND = 2;
const TICKS_MAX = 400;

const toneOf = (type) => (type === 'RunClaimed' ? 'claim' : /(?:Failed|Completed)$/.exec(type)?.[0].toLowerCase());

/** A stroke for each event; of a very long log, for every so many, but for each failure. */
function Ticks({ events, last }) {
  const every = Math.ceil(events.length / TICKS_MAX);
  const shown = events.filter((event, i) => i % every === 0 || toneOf(event.type) === 'failed').slice(0, 4 * TICKS_MAX);
  const x = (seq) => `${last > 1 ? ((seq - 1) / (last - 1)) * 100 : 100}%`;
  return html`<svg aria-hidden="true"><line class="base" x1="0" x2="100%" y1="17" y2="17" />
    ${shown.map((event) => {
      const tone = toneOf(event.type);
      return html`<line key=${event.seq} class="tick" data-s=${tone} x1=${x(event.seq)} x2=${x(event.seq)} y1=${tone ? 6 : 12} y2=${tone ? 28 : 22} />`;
    })}</svg>`;
}

/** Drags every view to any event of the log, and plays it. */
export function Travel({ events, last, seq, setAddress }) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(4);
  const position = useRef(0);
  position.current = seq || last;
  const to = (next) => setAddress({ seq: next >= last ? '' : Math.max(1, next) });
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => {
      if (position.current >= last) setPlaying(false);
      else to(position.current + 1);
    }, 1000 / (PER_SECOND * speed));
    return () => clearInterval(timer);
  }, [playing, speed, last]);
  const play = () => {
    if (!playing && position.current >= last) to(1);
    setPlaying(!playing);
  };
  const event = useMemo(() => events.find((one) => one.seq === (seq || last)), [events, seq, last]);
  return html`<section class="travel" aria-label="Time travel">
    <div class="travel-ctl">
      <button class="btn sm icon" id="play" aria-label=${playing ? 'Pause' : 'Play the log'} onClick=${play}><${Icon} name=${playing ? 'pause' : 'play'} /></button>
      <button class="btn sm icon quiet" aria-label="One event back" onClick=${() => to(position.current - 1)}><${Icon} name="stepb" /></button>
      <button class="btn sm icon quiet" aria-label="One event on" onClick=${() => to(position.current + 1)}><${Icon} name="stepf" /></button>
      <select class="select only-wide speed" aria-label="Speed" value=${speed} onChange=${(e) => setSpeed(Number(e.target.value))}>
        ${SPEEDS.map((n) => html`<option key=${n} value=${n}>${n}×</option>`)}</select></div>
    <div class="scrub"><${Ticks} events=${events} last=${last} />
      <input type="range" min="1" max=${last} value=${seq || last} aria-label="Event" aria-valuetext=${event ? `${event.seq}, ${event.type} ${event.step || ''}` : ''}
        onInput=${(e) => { setPlaying(false); to(Number(e.target.value)); }} /></div>
    <div class="travel-pos"><span><b>seq ${seq || last} of ${last}</b>${seq > 0 && html` <button class="link" onClick=${() => { setPlaying(false); to(last); }}>Back to now</button>`}</span>
      <span class="clip" title=${exact(event?.at)}>${event ? `${seq ? event.type : 'now'}${seq && event.step ? ` ${event.step}` : ''}, ${clockMs(event.at)}` : ''}</span></div>
  </section>`;
}
