import { html, render } from '../lib/h.js';
import { WorkflowsPage } from './WorkflowsPage.js';

render(html`<${WorkflowsPage} />`, document.getElementById('app'));
