import { html } from '../lib/h.js';
import { setAddress, useNow } from '../lib/hooks.js';
import { ago, exact, num, plural } from '../lib/format.js';
import { Loading } from '../ui/States.js';

/** Failures with one cause are one line, however many runs have it. */
export function Errors({ errors: known, problem, address }) {
  const errors = known || [];
  const now = useNow(errors.length > 0, 10000);
  const total = errors.reduce((n, cause) => n + cause.runs, 0);
  return html`<section class="panel errors" aria-label="Errors by cause">
    <div class="panel-head"><h2>Errors by cause</h2><span class="sub">${!known ? '' : errors.length === 0 ? 'none' : plural(total, 'run')}</span></div>
    ${!known ? problem ? html`<p class="panel-body dim">They could not be read.</p>` : html`<${Loading} rows=${2} />` : errors.length === 0 && html`<p class="panel-body dim">No run has failed${address.since ? ' since then' : ''}.</p>`}
    ${errors.map((cause) => {
      const on = address.fingerprint === cause.fingerprint;
      return html`<button key=${cause.fingerprint} class="errow" aria-pressed=${on}
          onClick=${() => setAddress({ fingerprint: on ? '' : cause.fingerprint, after: '' }, { push: true })}>
        <span class="cell2"><span class="fp"><code>${cause.fingerprint.slice(0, 4)}</code><span class="clip strong" title=${cause.error}>${cause.error}</span></span>
          <span class="clip">${cause.workflow_name}${cause.step ? `, ${cause.step}` : ''}</span></span>
        <span class="faint nowrap" title=${exact(cause.last_at)}>${ago(cause.last_at, now)}</span>
        <b class="num r" aria-label=${`${cause.runs} runs`}>${num(cause.runs)}</b></button>`;
    })}
  </section>`;
}
