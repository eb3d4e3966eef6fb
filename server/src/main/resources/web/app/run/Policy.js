import { html } from '../lib/h.js';
import { Copy } from '../ui/Json.js';

const Key = ({ name, value }) => html`<dt>${name}</dt><dd class="mono">${value} <${Copy} text=${value} label=${`Copy the ${name}`} /></dd>`;

function retryWords(planned, { retry: usual }, step) {
  const retry = planned.retry || (step.max_retries && planned.config?.max_retries == null && usual);
  if (!retry) return step.max_retries ? `${step.max_retries + 1} attempts, at once` : 'none';
  const pause = retry.delay == null ? '' : `, ${typeof retry.delay === 'number' ? `${retry.delay} s` : retry.delay} × ${retry.multiplier ?? 2}`;
  return `${retry.max_attempts} attempts${pause}${retry.max_delay == null ? '' : `, at most ${retry.max_delay}`}`;
}

/** What tells the attempts apart, and how often there may be one. */
export function Policy({ step, shown, definition }) {
  const planned = definition?.steps?.find((one) => one.id === step.step_id);
  if (step.attempts.length === 0 && !planned) return null;
  return html`<section class="sec"><header><h3>Keys and policy</h3></header><dl class="kv">
    ${step.attempts.length > 0 && html`<${Key} name="Idempotency key" value=${step.idempotency_key} />`}
    ${shown && html`<${Key} name=${`Key of attempt ${shown.number}`} value=${shown.idempotency_key} />`}
    ${planned && html`<dt>Retry</dt><dd>${retryWords(planned, definition, step)}</dd><dt>Timeout</dt><dd>${planned.timeout ?? 'none'}</dd>`}
    ${planned?.when != null && html`<dt>Only when</dt><dd class="mono">${String(planned.when)}</dd>`}
    ${shown?.node && html`<dt>Node</dt><dd>${shown.node}</dd>`}</dl></section>`;
}
