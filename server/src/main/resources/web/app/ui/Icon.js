import { html } from '../lib/h.js';

const STATES = ['pending', 'running', 'completed', 'failed', 'retrying', 'waiting', 'skipped', 'cancelled'];

/** paused and interrupted borrow the marks of what they are like. */
export const stateOf = (phase) =>
  STATES.includes(phase) ? phase : phase === 'paused' ? 'waiting' : phase === 'interrupted' ? 'skipped' : 'pending';

export const Icon = ({ name, cls = '' }) => html`
  <svg class=${`i ${cls}`} aria-hidden="true"><use href=${`/icons.svg#i-${name}`} /></svg>`;

/** A status in its shape and colour; never without its word beside it or in its label. */
export const Mark = ({ phase }) => html`
  <svg class="i mark" data-s=${stateOf(phase)} aria-hidden="true">
    <use href=${`/icons.svg#i-${stateOf(phase)}`} />
  </svg>`;

export const word = (phase) => phase.charAt(0).toUpperCase() + phase.slice(1);

export const Chip = ({ phase, large, children }) => html`
  <span class=${`chip${large ? ' lg' : ''}`} data-s=${stateOf(phase)}>
    <${Mark} phase=${phase} />${children || word(phase)}
  </span>`;
