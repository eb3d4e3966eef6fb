import { useEffect, useRef, useState } from '../lib/h.js';

const SPARE = 6;
const NARROW = matchMedia('(max-width:640px)');

/** Which rows of equal height, as style.css has it, are in view: of a long list, only those exist in the page. */
export function useRows(count, wide, narrow) {
  const height = NARROW.matches ? narrow : wide;
  const box = useRef(null);
  const [range, setRange] = useState({ from: 0, to: 60 });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const scroller = element.closest('.view') || element;
    const measure = () => {
      const whole = scroller.scrollHeight > scroller.clientHeight + 4 && getComputedStyle(scroller).overflowY !== 'visible';
      const top = whole ? scroller.scrollTop - (element.offsetTop - scroller.offsetTop) : -element.getBoundingClientRect().top;
      const seen = whole ? scroller.clientHeight : innerHeight;
      const from = Math.max(0, Math.floor(top / height) - SPARE);
      const to = Math.min(count, Math.ceil((top + seen) / height) + SPARE);
      setRange((old) => (old.from === from && old.to === to ? old : { from, to }));
    };
    measure();
    scroller.addEventListener('scroll', measure, { passive: true });
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      scroller.removeEventListener('scroll', measure);
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [count, height]);
  const to = Math.min(range.to, count);
  const from = Math.min(range.from, Math.max(0, to - 1));
  // Rows that leave are used again for those that come: making them is what takes time.
  const slots = 64 * Math.ceil((to - from) / 64);
  return { box, from, to, key: (i) => (from + i) % slots, before: from * height, behind: Math.max(0, (count - to) * height) };
}
