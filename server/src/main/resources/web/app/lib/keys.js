// Keys work everywhere except where somebody types. A sequence such as "g r" is written with a
// space; its first key alone may mean something, too, and then waits a moment.
const SEQUENCE_MS = 500;
const layers = [];
let first = '';
let timer = 0;

const typing = (target) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

const nameOf = (event) => (event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toLowerCase() : event.key);

function act(name, event) {
  for (let i = layers.length - 1; i >= 0; i -= 1) {
    const action = layers[i][name];
    if (action && action(event) !== false) {
      event.preventDefault();
      return true;
    }
  }
  return false;
}

const begins = (name) => layers.some((layer) => Object.keys(layer).some((key) => key.startsWith(`${name} `)));

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (typing(event.target) || document.querySelector('dialog[open]')) return;
  const name = nameOf(event);
  if (name === 'Space' && event.target.closest?.('button, a, summary')) return;
  if (name === 'Enter' && event.target.closest?.('button, a, summary')) return;
  clearTimeout(timer);
  if (first) {
    const sequence = `${first} ${name}`;
    first = '';
    if (act(sequence, event)) return;
  }
  if (begins(name)) {
    first = name;
    timer = setTimeout(() => {
      first = '';
      act(name, event);
    }, SEQUENCE_MS);
    return;
  }
  act(name, event);
});

/** Adds keys above those that are there; returns what takes them away. */
export function bindKeys(map) {
  layers.push(map);
  return () => layers.splice(layers.indexOf(map), 1);
}
