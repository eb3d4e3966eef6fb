// What keeps a page live: server-sent events that resume where they stopped, and, while they do
// not come, a look every now and then.
import { createStore } from './store.js';

const POLL_MS = 1500;
const AGAIN_MS = 1000;
const LOOK_MS = 10000;
const BEAT_MS = 1000;
const BEAT_PATIENCE_MS = 2500;

/** state: connecting, live, polling or off; heardAt: when the server last said anything. */
export const connection = createStore({ state: 'connecting', heardAt: Date.now() });

function heard(state) {
  const now = connection.get();
  if (now.state !== state || Date.now() - now.heardAt > 900) {
    connection.set({ state, heardAt: Date.now() });
  }
}

const lost = () => connection.set({ state: 'off' });

/**
 * Follows a stream.
 *
 * @param url where it is
 * @param on what to do with each kind of message: name to function of its data
 * @param poll asked to look for itself while there is no stream; rejects when nobody answers
 * @param after the id to resume behind, if something is known already
 * @return a function that stops it
 */
export function follow({ url, on, poll, after = '' }) {
  let source = null;
  let last = after;
  let stopped = false;
  let ended = false;
  let timer = 0;
  let spokeAt = Date.now();
  let asking = false;

  const looks = async () => {
    if (stopped || document.hidden) return;
    try {
      await poll();
      heard(ended ? 'live' : 'polling');
    } catch {
      lost();
    }
  };

  const again = () => {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(async () => {
      if (source?.readyState === EventSource.OPEN) return;
      await looks();
      if (!source || source.readyState === EventSource.CLOSED) open();
      if (source && source.readyState !== EventSource.OPEN) again();
    }, connection.get().state === 'off' ? AGAIN_MS : POLL_MS);
  };

  function open() {
    if (stopped || ended || document.hidden) return;
    source?.close();
    source = new EventSource(url + (last ? `?after=${encodeURIComponent(last)}` : ''));
    source.onopen = () => heard('live');
    source.onerror = () => again();
    for (const [name, react] of Object.entries(on)) {
      source.addEventListener(name, (message) => {
        if (message.lastEventId) last = message.lastEventId;
        spokeAt = Date.now();
        heard('live');
        react(JSON.parse(message.data));
      });
    }
    source.addEventListener('end', () => {
      ended = true;
      source.close();
      heard('live');
      looks();
    });
  }

  // A page that nobody sees holds no connection: browsers have six of them for a server.
  const seen = () => {
    if (document.hidden) {
      source?.close();
    } else {
      looks();
      open();
    }
  };
  document.addEventListener('visibilitychange', seen);
  // The stream may have died without a word: what it should have told is looked up.
  const pings = setInterval(() => {
    if (ended || source?.readyState !== EventSource.OPEN || Date.now() - spokeAt > LOOK_MS) looks();
  }, LOOK_MS);
  // A stream is silent while nothing happens, and also while its server stands still.
  const beats = setInterval(async () => {
    const open = source?.readyState === EventSource.OPEN;
    if (document.hidden || asking || !(open || ended) || Date.now() - connection.get().heardAt < BEAT_MS) return;
    asking = true;
    try {
      await fetch('/health/live', { signal: AbortSignal.timeout(BEAT_PATIENCE_MS) });
      if (!stopped) heard('live');
    } catch {
      if (!stopped) lost();
      source?.close();
      if (!ended) again();
    }
    asking = false;
  }, BEAT_MS);
  open();
  again();
  return () => {
    stopped = true;
    clearTimeout(timer);
    clearInterval(pings);
    clearInterval(beats);
    document.removeEventListener('visibilitychange', seen);
    source?.close();
  };
}
