import { html } from '../lib/h.js';
import { num } from '../lib/format.js';

const VIEWS = [
  ['All', '', ''],
  ['Failing now', 'retrying,failed', 'retrying'],
  ['Waiting for people', 'waiting,paused', ''],
  ['Ended', 'completed,failed,cancelled', ''],
];

const sum = (counts, phases) => phases.split(',').reduce((n, phase) => n + (counts[phase] || 0), 0);

/** The questions that are asked most, as links that can be sent. */
export const Views = ({ counts, address }) => html`<nav class="views" aria-label="Views">
  ${VIEWS.map(([text, phases, s]) => html`<a key=${text} href=${phases ? `/?phase=${phases}` : '/'}
      aria-current=${(address.phase || '') === phases && !address.q && !address.fingerprint ? 'true' : null}>${text}
    ${phases && counts && sum(counts, phases) > 0 && html` <span class="count" data-s=${s || null}>${num(sum(counts, phases))}</span>`}</a>`)}
</nav>`;
