import { html } from '../lib/h.js';
import { createStore, useStore } from '../lib/store.js';

const SHOWN_MS = 7000;
const toasts = createStore({ list: [] });
let count = 0;

/** Says what has happened. */
export function toast(text) {
  const id = (count += 1);
  toasts.set(({ list }) => ({ list: [...list.slice(-2), { id, text }] }));
  setTimeout(() => toasts.set(({ list }) => ({ list: list.filter((one) => one.id !== id) })), SHOWN_MS);
}

export function Toasts() {
  const { list } = useStore(toasts);
  return html`<div class="toasts" aria-live="polite" role="status">
    ${list.map((one) => html`<div class="toast" key=${one.id}>${one.text}</div>`)}
  </div>`;
}
