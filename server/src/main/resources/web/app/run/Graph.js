import { html, useMemo, useRef, useState } from '../lib/h.js';
import { useWidth } from '../lib/hooks.js';
import { Icon } from '../ui/Icon.js';
import { CodeTree } from './CodeTree.js';
import { Edge } from './Edge.js';
import { GraphNode } from './GraphNode.js';
import { loudest, toNodes } from './groups.js';
import { place } from './layout.js';
import { MiniMap } from './MiniMap.js';
import { topSteps } from './steps.js';

const NARROW = 600;
const STEP = 1.25;

/** The neighbour in the direction of an arrow key: along an edge, or beside on the same layer. */
function neighbour(drawing, nodes, id, key) {
  const here = drawing.at.get(id);
  const near = (ids) => ids.sort((a, b) => Math.abs(drawing.at.get(a).x - here.x) - Math.abs(drawing.at.get(b).x - here.x))[0];
  if (key === 'ArrowDown') return near(drawing.edges.filter((e) => e.from === id).map((e) => e.to));
  if (key === 'ArrowUp') return near(drawing.edges.filter((e) => e.to === id).map((e) => e.from));
  const sign = key === 'ArrowRight' ? 1 : -1;
  return near(nodes.map((n) => n.id).filter((n) => Math.abs(drawing.at.get(n).y - here.y) < 40 && Math.sign(drawing.at.get(n).x - here.x) === sign));
}

/** What a step undoes stands beside it: the plan does not say so, its name does. */
const withUndoing = (steps) => steps.map((step) => (step.type === 'compensate' ? { ...step, depends_on: [step.step_id.replace(/~compensate$/, '')] } : step));

export function Drawing({ view, definition, now, selected, select, width }) {
  const [zoom, setZoom] = useState(0);
  const [open, setOpen] = useState('');
  const box = useRef(null);
  const narrow = width < NARROW;
  const { top, inner } = useMemo(() => {
    const all = topSteps(view);
    return { ...all, top: withUndoing(all.top) };
  }, [view]);
  const nodes = useMemo(() => toNodes(top, open).map((node) => ({ ...node, strip: node.strip || inner.has(node.id) })), [top, inner, open]);
  // Placing costs; it is done again only when what is drawn changes, not when a step runs.
  const shape = JSON.stringify(nodes.map((node) => [node.id, node.after, Boolean(node.strip)]));
  const drawing = useMemo(() => place(nodes, narrow), [shape, narrow]);
  const steps = new Map(top.map((step) => [step.step_id, step]));
  const phaseOf = (id) => steps.get(id)?.phase;
  const conditions = useMemo(() => new Map((definition?.steps || []).filter((step) => step.when != null).map((step) => [step.id, step.when])), [definition]);
  const whenOf = ({ from, to }) => (steps.get(to)?.depends_on[0] === from ? conditions.get(to) : null);
  const edgeState = ({ from, to }) => (steps.get(to)?.type === 'compensate' ? 'comp' : phaseOf(to) === 'skipped' ? 'skip' : ['completed', 'skipped'].includes(phaseOf(from)) ? 'done' : '');
  const move = (id) => (key) => {
    const to = neighbour(drawing, nodes, id, key);
    if (!to) return false;
    box.current.querySelector(`[data-step="${CSS.escape(to)}"]`)?.focus();
    return true;
  };
  const size = zoom ? { width: `${drawing.width * zoom}px`, height: `${drawing.height * zoom}px`, maxWidth: 'none' }
    : { width: '100%', maxWidth: `${drawing.width}px`, height: narrow ? 'auto' : '100%', maxHeight: `${drawing.height}px`, minHeight: narrow ? '' : `${Math.min(drawing.height, Math.max(420, 0.7 * drawing.height))}px` };
  const scale = (by) => () => setZoom((z) => Math.min(2.5, Math.max(0.2, (z || Math.min(1, width / drawing.width)) * by)));
  return html`<div class="view graph" ref=${box}>
    <svg class="dag" style=${size} viewBox=${`0 0 ${drawing.width} ${drawing.height}`} role="group" aria-label="Steps and what they depend on">
      ${drawing.edges.map((edge) => html`<${Edge} key=${`${edge.from} ${edge.to}`} edge=${edge} state=${edgeState(edge)} when=${whenOf(edge)} phase=${phaseOf(edge.to)} />`)}
      ${nodes.map((node) => drawing.at.has(node.id) && html`<${GraphNode} key=${node.id} node=${node} place=${drawing.at.get(node.id)} inner=${inner.get(node.id)} now=${now}
        selected=${node.id === selected} onSelect=${() => (node.group ? setOpen(node.id) : select(node.id))} onMove=${move(node.id)} />`)}
    </svg>
    <div class="graph-tools"><div class="btn-group">
      <button class="btn icon sm" aria-label="Smaller" onClick=${scale(1 / STEP)}><${Icon} name="minus" /></button>
      <button class="btn icon sm" aria-label="Fit to view" onClick=${() => setZoom(0)}><${Icon} name="fit" /></button>
      <button class="btn icon sm" aria-label="Larger" onClick=${scale(STEP)}><${Icon} name="plus" /></button></div>
      ${open && html`<button class="btn sm" onClick=${() => setOpen('')}>Close ${open}</button>`}
      <${MiniMap} box=${box} drawing=${drawing} nodes=${nodes} zoom=${zoom} phaseOf=${(node) => (node.group ? loudest(node.group) : node.step.phase)} /></div>
  </div>`;
}

/** Graph workflows as a graph; code, which has no plan, as the tree of what it has done. */
export function Graph(props) {
  const box = useRef(null);
  const width = useWidth(box);
  const code = props.view.kind === 'code';
  return html`<div class="graph-box" ref=${box}>
    ${code ? html`<${CodeTree} ...${props} />` : html`<${Drawing} ...${props} width=${width} />`}</div>`;
}
