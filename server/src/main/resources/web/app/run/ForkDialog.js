import { html, useState } from '../lib/h.js';
import { post } from '../lib/api.js';
import { Ask, JsonField, wrongJson } from '../ui/Ask.js';

/** Steps from which another way can be taken. */
export const forkable = (view) => view.steps.filter((step) => step.attempts.length > 0 && !step.scope && step.type !== 'compensate');

/** A new run that keeps what does not depend on a step and executes the rest once more. */
export function ForkDialog({ view, selected, onClose }) {
  const steps = forkable(view);
  const [step, setStep] = useState(steps.some((one) => one.step_id === selected) ? selected : steps[steps.length - 1].step_id);
  const [input, setInput] = useState(view.input == null ? '' : JSON.stringify(view.input, null, 2));
  const go = async () => {
    const value = input.trim() ? JSON.parse(input) : null;
    const same = JSON.stringify(value) === JSON.stringify(view.input ?? null);
    const next = await post(`/runs/${view.id}/fork`, same ? { step } : { step, input: value });
    location.assign(`/run.html?id=${next.id}`);
  };
  return html`<${Ask} title="Fork this run" button="Start the fork" ready=${!wrongJson(input)} go=${go} onClose=${onClose}
    about="A new run begins with everything that does not depend on the step, and executes it and the rest once more. This run is left alone.">
    <div class="field"><label for="fork-step">From step</label><select class="select" id="fork-step" autofocus value=${step} onChange=${(e) => setStep(e.target.value)}>
      ${steps.map((one) => html`<option key=${one.step_id} value=${one.step_id}>${one.step_id}</option>`)}</select></div>
    <${JsonField} id="fork-input" label="Input of the new run (JSON)" value=${input} onInput=${setInput} /><//>`;
}
