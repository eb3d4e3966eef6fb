import { html, useEffect, useState } from '../lib/h.js';
import { get, post, query } from '../lib/api.js';
import { num, plural } from '../lib/format.js';
import { save } from '../lib/save.js';
import { Ask } from '../ui/Ask.js';
import { Icon } from '../ui/Icon.js';
import { toast } from '../ui/toasts.js';
import { filterOf } from './store.js';

const DOES = { retry: 'Retry from failed step', cancel: 'Cancel' };
const CAN = { retry: ['failed', 'cancelled'], cancel: ['pending', 'running', 'retrying', 'waiting', 'paused'] };

async function each(ids, action) {
  let done = 0;
  for (const id of ids) {
    try {
      await post(`/runs/${id}/${action}`);
      done += 1;
    } catch (problem) {
      if (problem.status === 0) throw problem;
    }
  }
  return done;
}

/** Asks the server how many runs it would be before anything happens. */
function Sure({ action, ids, filter, onClose, onDone }) {
  const [matched, setMatched] = useState(ids ? ids.length : null);
  const path = `/runs/bulk${query(filter || {})}`;
  const all = !filter || Object.keys(filter).length === 0;
  useEffect(() => {
    if (!ids) post(path, { action, dry_run: true, all }).then((answer) => setMatched(answer.matched), (e) => toast(e.message));
  }, []);
  const go = async () => {
    const done = ids ? await each(ids, action) : (await post(path, { action, all })).done;
    toast(`${action === 'retry' ? 'Started again' : 'Asked to cancel'}: ${plural(done, 'run')}.`);
    onDone();
  };
  return html`<${Ask} title=${`${DOES[action]}: ${matched == null ? 'Counting …' : plural(matched, 'run')}`} keep="Leave them" button=${`${DOES[action]} ${matched == null ? '' : num(matched)}`}
    danger=${action === 'cancel'} ready=${matched} go=${go} onClose=${onClose}
    about=${action === 'retry' ? 'Each is started again as a new run, from the step that failed. No finished step executes again.'
      : 'Steps that run are interrupted, what is to be undone is undone. This cannot be taken back.'} />`;
}

export function Bulk({ rows, selected, address, onDone }) {
  const [asking, setAsking] = useState(null);
  const picked = rows.filter((row) => selected.has(row.id));
  const able = (action) => picked.filter((row) => CAN[action].includes(row.phase)).map((row) => row.id);
  const filter = filterOf(address);
  const exported = async () => {
    try {
      save('runs.json', await Promise.all(picked.map((row) => get(`/runs/${row.id}`))));
    } catch (e) {
      toast(e.message);
    }
  };
  return html`<div class="bulk" role="region" aria-label="Actions on selected runs"><b>${num(selected.size)} selected</b>
    <span class="sub">or all that match the filter:
      <button class="link" onClick=${() => setAsking({ action: 'retry', filter })}>retry</button>, <button class="link"
        onClick=${() => setAsking({ action: 'cancel', filter })}>cancel</button></span>
    <span class="grow only-wide"></span>
    ${['retry', 'cancel'].map((action) => html`<button key=${action} class="btn sm" disabled=${able(action).length === 0}
      title=${able(action).length ? null : `None of the selected runs can be ${action === 'retry' ? 'retried: none has failed' : 'cancelled: all have ended'}`}
      onClick=${() => setAsking({ action, ids: able(action) })}>${DOES[action]}…</button>`)}
    <button class="btn sm" onClick=${exported}>Export</button>
    <button class="btn sm" aria-label="Clear selection" onClick=${onDone}><${Icon} name="x" /></button>
    ${asking && html`<${Sure} ...${asking} onClose=${() => setAsking(null)} onDone=${() => { setAsking(null); onDone(); }} />`}
  </div>`;
}
