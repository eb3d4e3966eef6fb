import { html, render } from '../lib/h.js';
import { SystemPage } from './SystemPage.js';

render(html`<${SystemPage} />`, document.getElementById('app'));
