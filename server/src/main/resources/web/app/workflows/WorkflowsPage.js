import { html, useEffect } from '../lib/h.js';
import { useAddress, useNow } from '../lib/hooks.js';
import { ago, exact, plural } from '../lib/format.js';
import { follow } from '../lib/live.js';
import { useStore } from '../lib/store.js';
import { Shell } from '../ui/Shell.js';
import { Empty, Failed, Loading } from '../ui/States.js';
import { loadNames, show, workflows } from './store.js';
import { Workflow } from './Workflow.js';

function Names({ names, chosen, now, setAddress }) {
  return html`<section class="panel" aria-label="All workflows"><div class="panel-head"><h2>Definitions</h2><span class="sub">${plural(names.length, 'name')}</span></div>
    ${names.map(({ name, versions }) => html`<button key=${name} class="errow" aria-pressed=${name === chosen} onClick=${() => setAddress({ name, version: '', tab: '', with: '' }, { push: true })}>
      <span class="cell2"><span class="clip strong">${name}</span><span title=${exact(versions[0].created_at)}>${ago(versions[0].created_at, now)}</span></span>
      <span class="faint nowrap">${plural(versions.length, 'version')}</span><span class="tag">v${versions[0].version}</span></button>`)}</section>`;
}

export function WorkflowsPage() {
  const [address, setAddress] = useAddress();
  const { names, problem, shown, unread } = useStore(workflows);
  const now = useNow(true, 10000);
  useEffect(() => { loadNames().catch(() => {}); }, []);
  const entry = names && (names.find((one) => one.name === address.name) || names[0]);
  const row = entry && (entry.versions.find((one) => String(one.version) === address.version) || entry.versions[0]);
  useEffect(() => { show(row); }, [row?.id]);
  useEffect(() => follow({
    url: '/runs/stream',
    on: { run: (run) => row && run.workflow_name === row.name && show(row), reset: () => {}, resumed: () => {} },
    poll: loadNames,
  }), [row?.id]);
  return html`<${Shell} page="workflows"><main class="page" id="main"><div class="page-head"><h1>Workflows</h1></div>
    ${problem && !names ? html`<div class="panel"><${Failed} what="The workflows could not be read" problem=${problem} onAgain=${() => loadNames().catch(() => {})} /></div>`
      : !names ? html`<div class="panel"><${Loading} /></div>`
        : names.length === 0 ? html`<div class="panel"><${Empty} title="No workflow is stored"><p>A definition is stored when a run is started from the page, or by POST /workflows. Workflows in code have none.</p><a class="btn primary" href="/">Start one</a><//></div>`
          : html`<div class="wf-grid"><${Names} names=${names} chosen=${entry.name} now=${now} setAddress=${setAddress} />
            ${shown && shown.name === entry.name ? html`<${Workflow} key=${shown.id} shown=${shown} versions=${entry.versions} address=${address} setAddress=${setAddress} />`
              : html`<div class="panel">${unread ? html`<${Failed} what="The workflow could not be read" problem=${unread} onAgain=${() => show(row)} />` : html`<${Loading} />`}</div>`}</div>`}
  </main><//>`;
}
