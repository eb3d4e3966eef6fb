import { html, render } from '../lib/h.js';
import { RunsPage } from './RunsPage.js';

render(html`<${RunsPage} />`, document.getElementById('app'));
