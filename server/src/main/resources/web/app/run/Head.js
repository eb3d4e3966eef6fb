import { html } from '../lib/h.js';
import { at, clock, dur, exact, shortId } from '../lib/format.js';
import { humanSentence, instantWords, sentenceParts } from '../lib/sentence.js';
import { Chip, stateOf } from '../ui/Icon.js';
import { Copy } from '../ui/Json.js';
import { Spoken } from '../ui/Spoken.js';
import { Actions } from './Actions.js';
import { loudPhase, topSteps } from './steps.js';

/** The server's sentence; names of steps in it lead to them. */
function Sentence({ view, now, select }) {
  const { inner } = topSteps(view);
  const phases = new Map(view.steps.map((step) => [step.step_id, loudPhase(step, inner.get(step.step_id))]));
  const text = view.summary || '';
  return html`<${Spoken} text=${humanSentence(text)} /><p class="sentence">${sentenceParts(text, view.steps).map((part, i) =>
    (part.step ? html`<button key=${i} class="ref" data-s=${stateOf(phases.get(part.step))} onClick=${() => select(part.step)}>${part.step}</button>`
      : part.instant ? html`<b key=${i} title=${exact(part.instant)}>${instantWords(part.instant, now)}</b>` : part.text))}</p>`;
}

const Fact = ({ name, title, more, children }) => html`<span title=${title}>${name} <b class="num">${children}</b>${more}</span>`;

function Facts({ view, now, usual }) {
  const began = view.started_at || view.created_at;
  const end = view.completed_at ? at(view.completed_at) : now;
  return html`<div class="facts">
    <span class="mono run-id">${view.id} <${Copy} text=${view.id} label="Copy the run's id" /></span>
    ${view.key && html`<${Fact} name="key">${view.key}<//>`}
    ${view.order_id && html`<${Fact} name="order"><a class="link" href=${`/?order=${encodeURIComponent(view.order_id)}`}>${view.order_id}</a><//>`}
    <${Fact} name=${view.started_at ? 'started' : 'created'} title=${exact(began)}>${clock(began)}<//>
    ${view.started_at && html`<${Fact} name=${view.completed_at ? 'took' : 'for'} more=${usual > 0 && `, usually ${dur(usual)}`}>${dur(end - at(began))}<//>`}
    ${view.progress && html`<${Fact} name="steps">${view.progress.done} of ${view.progress.total}<//>`}
    ${view.node && html`<${Fact} name="on">${view.node}<//>`}
    ${view.claims > 1 && html`<${Fact} name="taken up" title="How often a node has taken the run; more than once after a restart, a lost node or a long wait">${view.claims} times<//>`}
    <${Fact} name="priority">${view.priority}<//>
    ${view.parent_run && html`<span>child of <a class="link" href=${`/run.html?id=${view.parent_run}&step=${encodeURIComponent(view.parent_step || '')}`}>${view.parent_step || shortId(view.parent_run)}</a></span>`}
    ${view.retry_of && html`<span>retry of <a class="link mono" href=${`/run.html?id=${view.retry_of}`}>${shortId(view.retry_of)}</a></span>`}
  </div>`;
}

export const Head = ({ view, live, now, past, usual, selected, select }) => html`<section class="run-head" aria-label="The run">
  <div class="run-title"><a class="crumb" href="/">Runs</a><span class="faint">/</span><h1>${view.workflow_name}</h1>
    <span class="tag">${view.kind === 'code' ? 'code' : `v${view.version}`}</span><${Chip} phase=${view.phase} large />
    ${past && html`<span class="chip lg" data-s="waiting">the past</span>`}
    ${view.dead_letter && html`<span class="chip lg" data-s="failed">dead letter</span>`}</div>
  <div class="run-actions"><${Actions} view=${live} past=${past} selected=${selected} /></div>
  <${Sentence} view=${view} now=${now} select=${select} />
  <${Facts} view=${view} now=${now} usual=${usual} />
</section>`;
