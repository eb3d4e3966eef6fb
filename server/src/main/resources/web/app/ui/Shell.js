import { html, useEffect, useState } from '../lib/h.js';
import { useKeys, useNow } from '../lib/hooks.js';
import { connection } from '../lib/live.js';
import { useStore } from '../lib/store.js';
import { clock, dur } from '../lib/format.js';
import { Help } from './Help.js';
import { Anchor, Icon } from './Icon.js';
import { Jump } from './Jump.js';
import { Toasts } from './toasts.js';

const PAGES = [['runs', '/', 'Runs'], ['workflows', '/workflows.html', 'Workflows'], ['system', '/system.html', 'System']];
const BANNER_AFTER_MS = 3000;

const Brand = () => html`<a class="brand" href="/" aria-label="Holdfast, all runs">
<${Anchor} /><span>Holdfast</span></a>`;

function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', root.dataset.theme);
  } catch {
    // Then it holds for this page only.
  }
}

const WORDS = { live: 'Live', polling: 'Polling', connecting: 'Connecting', off: 'Reconnecting' };

function Live() {
  const { state } = useStore(connection);
  const title = state === 'live' ? 'Connected: changes appear as they are committed'
    : state === 'polling' ? 'No stream; the page asks every 1.5 s' : 'The server does not answer';
  return html`<span class="live" data-state=${state === 'live' ? 'on' : state === 'connecting' ? 'idle' : 'off'}
    title=${title}><span>${WORDS[state]}</span></span>`;
}

/** Shown while the server has not been heard of for a while, with the age of what is seen. */
function Reconnecting() {
  const { state, heardAt } = useStore(connection);
  const now = useNow(state === 'off', 500);
  if (state !== 'off' || Date.now() - heardAt < BANNER_AFTER_MS) return null;
  return html`<div class="banner" data-s="retrying">
    <${Icon} name="warn" /><b role="status">Reconnecting.</b>
    <span>What you see is from ${clock(new Date(heardAt).toISOString())}, ${dur(Math.max(1000, now - heardAt))} ago.
    Runs go on by themselves as soon as the server does.</span></div>`;
}

export function Shell({ page, keys = [], children }) {
  const [open, setOpen] = useState('');
  const go = (href) => () => location.assign(href);
  useKeys({
    '/': () => setOpen('jump'),
    '?': () => setOpen('help'),
    'g r': go('/'),
    'g w': go('/workflows.html'),
    'g s': go('/system.html'),
    d: switchTheme,
  });
  useEffect(() => { document.documentElement.dataset.ready = ''; }, []);
  return html`
    <a class="skip-link" href="#main">Skip to content</a>
    <header class="top">
      <${Brand} />
      <nav class="nav" aria-label="Pages">
        ${PAGES.map(([id, href, text]) => html`<a key=${id} href=${href} aria-current=${id === page ? 'page' : null}>${text}</a>`)}
      </nav>
      <div class="top-end">
        <button class="jump" onClick=${() => setOpen('jump')}><${Icon} name="search" />Jump to run, key, step<kbd>/</kbd></button>
        <${Live} />
        <button class="btn quiet icon" aria-label="Switch between light and dark" title="Switch theme (D)"
          onClick=${switchTheme}><${Icon} name="theme" /></button>
      </div>
    </header>
    <${Reconnecting} />
    ${children}
    <${Toasts} />
    ${open === 'jump' && html`<${Jump} onClose=${() => setOpen('')} />`}
    ${open === 'help' && html`<${Help} keys=${keys} onClose=${() => setOpen('')} />`}`;
}
