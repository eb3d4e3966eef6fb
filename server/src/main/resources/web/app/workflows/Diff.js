import { html, useEffect, useMemo, useState } from '../lib/h.js';
import { plural } from '../lib/format.js';
import { Failed, Loading } from '../ui/States.js';
import { definitionOf } from './store.js';

const LINES_MAX = 3000;
const AROUND = 3;

/** The longest common lines of two texts, as a list of kept, removed and added ones. */
function diff(before, after) {
  const a = before.slice(0, LINES_MAX);
  const b = after.slice(0, LINES_MAX);
  const width = b.length + 1;
  const best = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      best[i * width + j] = a[i] === b[j] ? best[(i + 1) * width + j + 1] + 1 : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
    }
  }
  const lines = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: ' ', text: a[i] });
      i += 1;
      j += 1;
    } else if (i < a.length && (j >= b.length || best[(i + 1) * width + j] >= best[i * width + j + 1])) {
      lines.push({ kind: '−', text: a[i] });
      i += 1;
    } else {
      lines.push({ kind: '+', text: b[j] });
      j += 1;
    }
  }
  return lines;
}

/** Only what changed, with a little around it. */
function near(lines) {
  const keep = new Set();
  lines.forEach((line, i) => {
    if (line.kind === ' ') return;
    for (let n = i - AROUND; n <= i + AROUND; n += 1) keep.add(n);
  });
  return lines.map((line, i) => ({ ...line, i })).filter(({ i }) => keep.has(i));
}

const pretty = (definition) => JSON.stringify(definition, null, 2).split('\n');

export function Diff({ shown, versions, address, setAddress }) {
  const others = versions.filter((one) => one.id !== shown.id);
  const other = others.find((one) => String(one.version) === address.with) || others.find((one) => one.version < shown.version) || others[0];
  const [before, setBefore] = useState(null);
  const [problem, setProblem] = useState(null);
  const read = () => {
    setBefore(null);
    setProblem(null);
    definitionOf(other).then(setBefore, setProblem);
  };
  useEffect(read, [other.id]);
  const lines = useMemo(() => (before ? diff(pretty(before), pretty(shown.definition)) : []), [before, shown.id]);
  const changed = lines.filter((line) => line.kind !== ' ').length;
  let last = -1;
  return html`<div class="panel-body side"><label class="facts">Compared with
      <select class="select version" aria-label="Other version" value=${other.version} onChange=${(e) => setAddress({ with: e.target.value })}>
        ${others.map((one) => html`<option key=${one.id} value=${one.version}>v${one.version}</option>`)}</select>
      <span>${before && plural(changed, 'changed line')}</span></label>
    ${problem ? html`<${Failed} what="The other version could not be read" problem=${problem} onAgain=${read} />` : !before ? html`<${Loading} rows=${3} />` : changed === 0 ? html`<p class="dim">The two are the same.</p>` : html`<pre class="code diff" tabindex="0" aria-label="Changed lines">${near(lines).map((line) => {
      const gap = line.i > last + 1;
      last = line.i;
      return html`${gap && html`<span class="faint">…${'\n'}</span>`}<span class=${line.kind === '+' ? 'added' : line.kind === '−' ? 'removed' : ''}>${line.kind} ${line.text}${'\n'}</span>`;
    })}</pre>`}</div>`;
}
