// Times and numbers as people read them. Times are in the viewer's zone; the exact instant is the
// title of whatever shows one.

const pad = (n, width = 2) => String(n).padStart(width, '0');
const DAY = 86400000;

/** Of runs. */
export const ended = (phase) => ['completed', 'failed', 'cancelled'].includes(phase);

export const at = (iso) => (iso == null ? NaN : Date.parse(iso));

export function dur(ms) {
  if (ms == null || Number.isNaN(ms)) return '–';
  if (ms < 0) return '0 s';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60000) return `${(ms / 1000).toFixed(1)} s`;
  const s = Math.floor(ms / 1000);
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60 ? `${s % 60} s` : ''}`.trim();
  if (s < 86400) {
    const m = Math.floor((s % 3600) / 60);
    return `${Math.floor(s / 3600)} h ${m ? `${m} min` : ''}`.trim();
  }
  const h = Math.floor((s % 86400) / 3600);
  return `${Math.floor(s / 86400)} d ${h ? `${h} h` : ''}`.trim();
}

/** Time still to go, in whole seconds: it counts down and must not flicker. */
export const left = (ms) => (ms < 60000 ? `${Math.max(0, Math.ceil(ms / 1000))} s` : dur(ms));

export function clock(iso, now = Date.now()) {
  const time = new Date(iso);
  if (Number.isNaN(+time)) return '–';
  const hms = `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}`;
  const days = Math.floor((new Date(now).setHours(0, 0, 0, 0) - new Date(+time).setHours(0, 0, 0, 0)) / DAY);
  if (days === 0) return hms;
  if (Math.abs(days) < 7) {
    return `${time.toLocaleDateString('en', { weekday: 'short' })} ${hms.slice(0, 5)}`;
  }
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())} ${hms.slice(0, 5)}`;
}

export function clockMs(iso) {
  const time = new Date(iso);
  return `${clock(iso, +time)}.${pad(time.getMilliseconds(), 3)}`;
}

export function ago(iso, now) {
  const ms = now - at(iso);
  if (ms < 1500) return 'just now';
  if (ms < 60000) return `${Math.floor(ms / 1000)} s ago`;
  if (ms < 3600000) return `${Math.floor(ms / 60000)} min ago`;
  if (ms < DAY) return `${Math.floor(ms / 3600000)} h ago`;
  return `${Math.floor(ms / DAY)} d ago`;
}

// Made once: making one takes longer than a hundred uses of it.
const ZONED = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'long' });

/** For titles: the viewer's time, its zone, and the instant as the server has it. */
export function exact(iso) {
  if (!iso) return '';
  return `${ZONED.format(new Date(iso))}\n${iso}`;
}

/** The middle of how long those of the runs took that completed; 0 when none has. */
export function usual(runs) {
  const took = runs.filter((run) => run.phase === 'completed' && run.started_at).map((run) => at(run.completed_at) - at(run.started_at)).sort((a, b) => a - b);
  return took[took.length >> 1] || 0;
}

export const num = (n) => Number(n).toLocaleString('en');

export function bytes(n) {
  if (n < 1024) return `${n} B`;
  if (n < 1048576) return `${(n / 1024).toFixed(1)} KiB`;
  if (n < 1073741824) return `${(n / 1048576).toFixed(1)} MiB`;
  return `${(n / 1073741824).toFixed(1)} GiB`;
}

export const plural = (n, one, many = `${one}s`) => `${num(n)} ${n === 1 ? one : many}`;

/** An id as people can compare it at a glance: UUIDs of one minute begin alike. */
export const shortId = (id) => `${id.slice(0, 8)}…${id.slice(-4)}`;
