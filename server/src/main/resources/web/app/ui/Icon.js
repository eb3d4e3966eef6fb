import { html } from '../lib/h.js';

const STATES = ['pending', 'running', 'completed', 'failed', 'retrying', 'waiting', 'skipped', 'cancelled'];

/** paused and interrupted borrow the marks of what they are like. */
export const stateOf = (phase) =>
  STATES.includes(phase) ? phase : phase === 'paused' ? 'waiting' : phase === 'interrupted' ? 'skipped' : 'pending';

export const Icon = ({ name }) => html`
  <svg class="i" viewBox="0 0 16 16" aria-hidden="true"><use href=${`/icons.svg#i-${name}`} /></svg>`;

/** The mark of Holdfast. */
export const Anchor = ({ cls, width = 2 }) => html`<svg class=${cls} viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width=${width} stroke-linecap="round" aria-hidden="true">
  <path d="M1.8 7.6C4 5.4 5.8 5 7.4 5h5.2c1.6 0 3.4.4 5.6 2.6M7.4 5v8.2M12.6 5v8.2M4.4 15.6h11.2" /></svg>`;

/** A status in its shape and colour; never without its word beside it or in its label. */
export const Mark = ({ phase }) => html`
  <svg class="i mark" viewBox="0 0 16 16" data-s=${stateOf(phase)} aria-hidden="true">
    <use href=${`/icons.svg#i-${stateOf(phase)}`} />
  </svg>`;

export const word = (phase) => phase.charAt(0).toUpperCase() + phase.slice(1);

export const Chip = ({ phase, large, children }) => html`
  <span class=${`chip${large ? ' lg' : ''}`} data-s=${stateOf(phase)}>
    <${Mark} phase=${phase} />${children || word(phase)}
  </span>`;
