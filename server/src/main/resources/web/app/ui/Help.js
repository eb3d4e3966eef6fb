import { html } from '../lib/h.js';
import { Dialog } from './Dialog.js';

const EVERYWHERE = [
  ['/', 'jump to a run, a key or a step'], ['?', 'this list'], ['g r', 'runs'], ['g w', 'workflows'],
  ['g s', 'system'], ['d', 'light or dark'],
];

const Keys = ({ list }) => html`<dl class="kv">
  ${list.map(([keys, text]) => html`<dt key=${keys}>${keys.split(' ').map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${text}</dd>`)}
</dl>`;

export const Help = ({ keys, onClose }) => html`
  <${Dialog} title="Keys" about="None of them acts while you type." onClose=${onClose}
    foot=${html`<span class="grow"></span><button class="btn" onClick=${onClose}>Close</button>`}>
    ${keys.length > 0 && html`<h3>On this page</h3><${Keys} list=${keys} />`}
    <h3>Everywhere</h3><${Keys} list=${EVERYWHERE} />
  <//>`;
