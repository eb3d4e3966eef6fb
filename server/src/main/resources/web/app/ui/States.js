// The three states every pane has beside its content.
import { html } from '../lib/h.js';
import { useLate } from '../lib/hooks.js';
import { Icon } from './Icon.js';

export function Loading({ rows = 6, height = 48 }) {
  const late = useLate();
  if (!late) return null;
  return html`<div role="status" aria-busy="true" aria-label="Loading">${Array.from({ length: rows }, (_, i) => html`
    <div key=${i} class="skel-row" style=${{ height: `${height}px` }}><span class="skel" style=${{ width: `${30 + ((i * 37) % 50)}%` }}></span></div>`)}</div>`;
}

export const Failed = ({ problem, what, onAgain }) => html`
  <div class="empty" role="alert"><${Icon} name="warn" /><h2>${what}</h2><p>${problem.message}</p>
    ${onAgain && html`<button class="btn" onClick=${onAgain}>Try again</button>`}</div>`;

export const Empty = ({ title, children }) => html`<div class="empty"><h2>${title}</h2>${children}</div>`;
