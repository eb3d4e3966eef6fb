import { html, useEffect, useRef, useState } from '../lib/h.js';

const EVERY_MS = 5000;

/** Read aloud when it changes, at most every five seconds; what is seen may change with every second. */
export function Spoken({ text }) {
  const [said, setSaid] = useState(text);
  const last = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      last.current = Date.now();
      setSaid(text);
    }, last.current + EVERY_MS - Date.now());
    return () => clearTimeout(timer);
  }, [text]);
  return html`<p class="vh" aria-live="polite">${said}</p>`;
}
