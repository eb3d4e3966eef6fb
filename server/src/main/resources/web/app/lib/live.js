// What keeps a page live: server-sent events that resume where they stopped, and, while they do
// not come, a look every now and then.
import { createStore } from './store.js';

const POLL_MS = 1500;
const AGAIN_MS = 1000;
const PING_MS = 10000;

/** state: connecting, live, polling or off; heardAt: when the server last said anything. */
export const connection = createStore({ state: 'connecting', heardAt: Date.now(), offSince: 0 });

function heard(state) {
  const now = connection.get();
  if (now.state !== state || Date.now() - now.heardAt > 900) {
    connection.set({ state, heardAt: Date.now(), offSince: 0 });
  }
}

function lost() {
  const { offSince } = connection.get();
  connection.set({ state: 'off', offSince: offSince || Date.now() });
}

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
  const pings = setInterval(() => {
    if (ended || !source || source.readyState !== EventSource.OPEN || silent()) looks();
  }, PING_MS);
  open();
  again();
  return () => {
    stopped = true;
    clearTimeout(timer);
    clearInterval(pings);
    document.removeEventListener('visibilitychange', seen);
    source?.close();
  };
}

const silent = () => Date.now() - connection.get().heardAt > PING_MS;
