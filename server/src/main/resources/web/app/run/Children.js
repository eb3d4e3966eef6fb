import { html, useEffect, useState } from '../lib/h.js';
import { getPage, query } from '../lib/api.js';
import { shortId } from '../lib/format.js';
import { Chip } from '../ui/Icon.js';

const LIMIT = 200;

/** The runs that this step has started; asked for again when the step changes. */
export function Children({ view, step }) {
  const [found, setFound] = useState([]);
  useEffect(() => {
    let current = true;
    getPage(`/runs${query({ parent: view.id, limit: LIMIT })}`)
      .then(({ rows }) => current && setFound(rows.filter((run) => run.parent_step === step.step_id)), () => {});
    return () => { current = false; };
  }, [view.id, step.step_id, step.phase]);
  if (found.length === 0) return null;
  return html`<section class="sec"><header><h3>${found.length === 1 ? 'Child run' : 'Child runs'}</h3></header>
    <ul class="children">${found.map((run) => html`<li key=${run.id}><a class="link strong" href=${`/run.html?id=${run.id}`}>${run.workflow_name}</a>
      <span class="mono faint">${shortId(run.id)}</span><span class="grow"></span><${Chip} phase=${run.phase} /></li>`)}</ul></section>`;
}
