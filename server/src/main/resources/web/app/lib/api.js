// Requests to the server this page came from. Every failure becomes a Problem with a sentence.

export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || 'Something went wrong.');
    this.status = status;
    this.code = body.code || '';
    this.errors = body.errors || [];
  }
}

const TIMEOUT_MS = 15000;
let skewMs = 0;

/** Now, by the server's clock as far as it is known. */
export const now = () => Date.now() + skewMs;

function noteClock(response) {
  const date = Date.parse(response.headers.get('Date') || '');
  // The header has whole seconds; only a real difference counts.
  if (date) skewMs = Math.abs(date - Date.now()) > 2500 ? date - Date.now() : 0;
}

async function problemOf(response) {
  try {
    return new Problem(response.status, await response.json());
  } catch {
    return new Problem(response.status, { detail: `The server answered ${response.status}.` });
  }
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    throw new Problem(0, { code: 'unreachable', detail: 'The server does not answer.' });
  }
  noteClock(response);
  if (!response.ok) throw await problemOf(response);
  return response;
}

export async function get(path) {
  return (await send(path)).json();
}

/** One page of a list, and the address of the next. */
export async function getPage(path) {
  const response = await send(path);
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('Link') || '');
  return { rows: await response.json(), next: next ? next[1] : null };
}

export async function post(path, body) {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  const headers = { 'Content-Type': 'application/json' };
  return (await send(path, { method: 'POST', headers, body: text })).json();
}

export const query = (values) => {
  const set = Object.entries(values).filter(([, value]) => value !== '' && value != null);
  return set.length ? `?${new URLSearchParams(set)}` : '';
};
