// Where nodes and edges of a graph are drawn. Layers come from Dagre; on a narrow screen the steps
// stand below each other in one column instead.
import { Graph as Dagre, layout } from '../../vendor/dagre.js';

export const NODE = { width: 232, height: 58, strip: 22 };
const NARROW_WIDTH = 330;
const GAP = 30;

const heightOf = (node) => NODE.height + (node.strip ? NODE.strip : 0);

/** nodes: [{id, after: [ids], strip}]; gives {width, height, at: id to {x, y}, edges: [{from, to, d, end}]}. */
export function place(nodes, narrow) {
  return narrow ? column(nodes) : layered(nodes);
}

function layered(nodes) {
  const graph = new Dagre();
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 46, marginx: 24, marginy: 24 });
  graph.setDefaultEdgeLabel(() => ({}));
  nodes.forEach((node) => graph.setNode(node.id, { width: NODE.width, height: heightOf(node) }));
  nodes.forEach((node) => node.after.forEach((from) => graph.setEdge(from, node.id)));
  layout(graph);
  const at = new Map();
  for (const node of nodes) {
    const { x, y } = graph.node(node.id);
    at.set(node.id, { x: x - NODE.width / 2, y: y - heightOf(node) / 2, height: heightOf(node) });
  }
  const edges = graph.edges().map(({ v, w }) => curve(v, w, graph.edge({ v, w }).points, at));
  const { width, height } = graph.graph();
  return { width: Math.max(width, NODE.width + 48), height, at, edges };
}

/** Not at a corner, where a line would seem to miss the node. */
const inMiddle = (x, { x: left }) => Math.min(Math.max(x, left + NODE.width / 4), left + (3 * NODE.width) / 4);

/** From the lower edge of one node to the upper edge of another, through the points between. */
function curve(from, to, points, at) {
  const begin = at.get(from);
  const end = at.get(to);
  const first = { x: inMiddle(points[0].x, begin), y: begin.y + begin.height };
  const last = { x: inMiddle(points[points.length - 1].x, end), y: end.y - 6 };
  // A bend in the middle is needed only to get around what stands between.
  const way = [first, ...(points.length > 3 ? points.slice(1, -1) : []), last];
  let d = `M${first.x} ${first.y}`;
  for (let i = 1; i < way.length; i += 1) {
    const a = way[i - 1];
    const b = way[i];
    const middle = (a.y + b.y) / 2;
    d += ` C${a.x} ${middle} ${b.x} ${middle} ${b.x} ${b.y}`;
  }
  const near = way[way.length - 2];
  return { from, to, d, end: { x: last.x, y: end.y }, mid: { x: (near.x + last.x) / 2, y: (near.y + last.y) / 2 } };
}

function column(nodes) {
  const at = new Map();
  let y = 16;
  const x = (NARROW_WIDTH - NODE.width) / 2 + 18;
  const rank = new Map();
  nodes.forEach((node, i) => {
    at.set(node.id, { x, y, height: heightOf(node) });
    rank.set(node.id, i);
    y += heightOf(node) + GAP;
  });
  const edges = nodes.flatMap((node) => node.after.map((from) => {
    const a = at.get(from);
    const b = at.get(node.id);
    const centre = x + NODE.width / 2;
    if (rank.get(node.id) - rank.get(from) === 1) {
      return { from, to: node.id, d: `M${centre} ${a.y + a.height} L${centre} ${b.y - 6}`, end: { x: centre, y: b.y }, mid: { x: centre, y: (a.y + a.height + b.y) / 2 } };
    }
    const out = Math.max(6, x - 12 - 7 * (rank.get(node.id) - rank.get(from)));
    const low = a.y + a.height - 14;
    return {
      from, to: node.id, sideways: true, end: { x, y: b.y + 14 },
      d: `M${x} ${low} C${out} ${low} ${out} ${low} ${out} ${low + 20} L${out} ${b.y - 6} C${out} ${b.y + 14} ${out} ${b.y + 14} ${x - 6} ${b.y + 14}`,
    };
  }));
  return { width: NARROW_WIDTH, height: y, at, edges };
}
