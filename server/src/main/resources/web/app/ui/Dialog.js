import { html, useId, useLayoutEffect, useRef } from '../lib/h.js';

/** A native dialog: focus stays inside, Escape closes it, and what was focused gets it back. */
export function Dialog({ title, about, foot, onClose, children }) {
  const box = useRef(null);
  const id = useId();
  // Not a moment later: an Escape that comes before it is modal would close nothing.
  useLayoutEffect(() => {
    const back = document.activeElement;
    box.current.showModal();
    return () => back instanceof HTMLElement && back.focus();
  }, []);
  return html`<dialog ref=${box} aria-labelledby=${id} onClose=${onClose}
      onClick=${(event) => event.target === box.current && onClose()}>
    <div class="dialog-head"><h2 id=${id}>${title}</h2>${about && html`<p class="dim">${about}</p>`}</div>
    <div class="dialog-body">${children}</div>
    ${foot && html`<div class="dialog-foot">${foot}</div>`}
  </dialog>`;
}
