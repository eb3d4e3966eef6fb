// The server makes the sentence, so that the command line says the same. Here only its instants
// become the viewer's time.
import { at, clock, left } from './format.js';

const INSTANT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)/g;

const isoOf = (words) => words.replace(' UTC', 'Z').replace(' ', 'T');

export const humanSentence = (text) => text.replace(INSTANT, (words) => clock(isoOf(words)));

/** The sentence in parts: plain text, names of steps, and instants. */
export function sentenceParts(text, steps) {
  const names = steps.map((step) => step.step_id).sort((a, b) => b.length - a.length).slice(0, 300);
  const quoted = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(
    `(${INSTANT.source})${quoted.length ? `|(?<![\\w-])(${quoted.join('|')})(?![\\w-])` : ''}`, 'g');
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push({ text: text.slice(from, match.index) });
    parts.push(match[1] ? { instant: isoOf(match[1]) } : { step: match[2] });
    from = match.index + match[0].length;
  }
  return [...parts, { text: text.slice(from) }].filter((part) => part.text !== '');
}

/** "14:03:08, in 12 s" while that is still to come. */
export function instantWords(iso, now) {
  const ms = at(iso) - now;
  return ms > 0 ? `${clock(iso)}, in ${left(ms)}` : clock(iso);
}
