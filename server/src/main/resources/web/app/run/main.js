import { html, render } from '../lib/h.js';
import { RunPage } from './RunPage.js';

render(html`<${RunPage} />`, document.getElementById('app'));
