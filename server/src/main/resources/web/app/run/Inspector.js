import { html } from '../lib/h.js';
import { at } from '../lib/format.js';
import { Chip, Mark } from '../ui/Icon.js';
import { JsonSection } from '../ui/Json.js';
import { Attempts } from './Attempts.js';
import { Children } from './Children.js';
import { Divergence } from './Divergence.js';
import { ErrorBox } from './ErrorBox.js';
import { Items } from './Items.js';
import { Policy } from './Policy.js';
import { StepActions } from './StepActions.js';
import { RunPane } from './RunPane.js';
import { StepLogs } from './StepLogs.js';
import { DONE, chipWords, failing, loudPhase, topSteps } from './steps.js';

const CALLS = ['call', 'workflow', 'remote'];

const list = (names) => (names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(' and '));

/** Everything about one step; the same whichever view chose it. */
function Step({ view, definition, step, attempt, now, past, select }) {
  const shown = step.attempts.find((one) => one.number === attempt) || step.attempts.findLast((one) => one.error) || step.attempts[step.attempts.length - 1];
  const inner = topSteps(view).inner.get(step.step_id);
  const done = DONE.includes(step.phase);
  const phase = loudPhase(step, inner);
  const bad = failing(inner);
  const waiters = view.steps.filter((one) => one.depends_on.includes(step.step_id)).map((one) => one.step_id);
  const href = `/runs/${view.id}/steps/${step.step_id.split('/').map(encodeURIComponent).join('/')}`;
  return html`<div class="ins-head">
      <div class="ins-title"><${Mark} phase=${phase} /><h2 class="clip" title=${step.step_id}>${step.step_id}</h2><span class="tag mono">${step.type}</span><span class="grow"></span>
        <${Chip} phase=${phase}>${bad && !done ? `${bad} failing` : chipWords(step, now)}<//></div>
      <${StepActions} view=${view} step=${step} past=${past} />
    </div>
    ${step.attempts.length > 0 && html`<${Attempts} step=${step} shown=${shown} now=${now} onPick=${(number) => select(step.step_id, number)} />`}
    ${step.skipped_because && html`<section class="sec"><header><h3>Skipped</h3></header><p>${step.skipped_because}</p></section>`}
    ${shown?.error && html`<${ErrorBox} error=${shown.error} view=${view} retryable=${step.phase === 'retrying'} />`}
    ${(CALLS.includes(step.type) || step.type.includes('.')) && html`<${Children} view=${view} step=${step} />`}
    ${inner && html`<${Items} steps=${inner} now=${now} select=${select} />`}
    <${JsonSection} title="Input" value=${step.input} chars=${step.input_chars} href=${href} empty="No input was recorded." />
    <${JsonSection} title="Output" value=${step.output} chars=${step.output_chars} href=${href}
      empty=${step.phase === 'completed' ? 'The step gave nothing back.' : done ? 'There is none.' : waiters.length ? `Nothing yet. ${list(waiters)} ${waiters.length === 1 ? 'waits' : 'wait'} for it.` : 'Nothing yet.'} />
    ${shown?.logs?.length > 0 && html`<${StepLogs} lines=${shown.logs} began=${at(view.started_at || view.created_at)} />`}
    ${step.checkpoint != null && html`<${JsonSection} title="Checkpoint" value=${step.checkpoint} />`}
    <${Policy} step=${step} shown=${shown} definition=${definition} />
    ${step.depends_on.length > 0 && html`<section class="sec"><header><h3>Depends on</h3></header><p class="facts">
      ${step.depends_on.map((name) => html`<button key=${name} class="link mono" onClick=${() => select(name)}>${name}</button>`)}</p></section>`}`;
}

export const Inspector = (props) => html`<aside class="inspector" aria-label="Selected step">
  ${props.view.paused && html`<${Divergence} view=${props.view} select=${props.select} />`}
  ${props.step ? html`<${Step} key=${props.step.step_id} ...${props} />` : html`<div class="ins-head"><h2>Run</h2></div>`}
  <${RunPane} view=${props.view} /></aside>`;
