import { useEffect, useLayoutEffect, useRef, useState } from './h.js';
import { bindKeys } from './keys.js';
import { now } from './api.js';

/** The server's time, again and again while it matters. */
export function useNow(active = true, everyMs = 1000) {
  const [time, setTime] = useState(now());
  useEffect(() => {
    if (!active) return undefined;
    setTime(now());
    const timer = setInterval(() => {
      if (!document.hidden) setTime(now());
    }, everyMs);
    return () => clearInterval(timer);
  }, [active, everyMs]);
  return active ? Math.max(time, now() - everyMs) : time;
}

/** Keys work as soon as what they act on can be seen, so they are bound before it is painted. */
export function useKeys(map) {
  const current = useRef(map);
  current.current = map;
  const names = Object.keys(map).join();
  useLayoutEffect(() => {
    const layer = {};
    for (const name of names.split(',')) layer[name] = (event) => current.current[name]?.(event);
    return bindKeys(layer);
  }, [names]);
}

/** What the address says, and a way to change it that leaves no trail of every letter typed. */
export function useAddress() {
  const read = () => Object.fromEntries(new URLSearchParams(location.search));
  const [values, setValues] = useState(read);
  // Before it is painted, like keys: a click on what is seen must not change the address unheard.
  useLayoutEffect(() => {
    const changed = () => setValues(read());
    addEventListener('popstate', changed);
    addEventListener('holdfast:address', changed);
    return () => {
      removeEventListener('popstate', changed);
      removeEventListener('holdfast:address', changed);
    };
  }, []);
  return [values, setAddress];
}

export function setAddress(changes, { push = false } = {}) {
  const next = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '' || value == null) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  const url = location.pathname + (text ? `?${text}` : '');
  if (url === location.pathname + location.search) return;
  history[push ? 'pushState' : 'replaceState'](null, '', url);
  dispatchEvent(new Event('holdfast:address'));
}

/** False until the time has passed: what is quick shows no sign of loading. */
export function useLate(ms = 300) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}

/** How wide an element is drawn, as it changes. */
export function useWidth(ref) {
  const [width, setWidth] = useState(innerWidth);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(entry.contentRect.width));
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  return width;
}
