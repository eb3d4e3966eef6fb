import { html } from '../lib/h.js';
import { JsonSection } from '../ui/Json.js';
import { ErrorBox } from './ErrorBox.js';

/** What belongs to the run and not to one of its steps. */
export function RunPane({ view }) {
  const failedStep = view.steps.some((step) => step.phase === 'failed');
  return html`
    ${view.error && !failedStep && html`<${ErrorBox} error=${view.error} view=${view} />`}
    <details class="run-values" open=${view.steps.length === 0}><summary>Run input and output</summary>
      <${JsonSection} title="Run input" value=${view.input} chars=${view.input_chars} href=${`/runs/${view.id}`} empty="The run has no input." />
      <${JsonSection} title="Run output" value=${view.output} chars=${view.output_chars} href=${`/runs/${view.id}`} empty=${view.phase === 'completed' ? 'The run gave nothing back.' : 'Nothing yet.'} />
      ${Object.entries(view.published || {}).map(([name, value]) => html`<${JsonSection} key=${name} title=${`Published: ${name}`} value=${value} />`)}
    </details>`;
}
