// State flows one way: what the server says goes into a store, and views draw the store.
import { useEffect, useState } from './h.js';

export function createStore(initial) {
  let state = initial;
  const listeners = new Set();
  return {
    get: () => state,
    /** Merges a change, or what a function makes of the state, and tells everybody. */
    set(change) {
      const patch = typeof change === 'function' ? change(state) : change;
      if (!patch) return;
      state = { ...state, ...patch };
      listeners.forEach((listener) => listener(state));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Draws a component again whenever the store changes. */
export function useStore(store) {
  const [state, setState] = useState(store.get());
  useEffect(() => {
    setState(store.get());
    return store.subscribe(setState);
  }, [store]);
  return state;
}
