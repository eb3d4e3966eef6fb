// A graph of thousands of steps is drawn as groups: steps of one layer and one type become one node
// with a count. Whatever fails is never grouped away.
const LIMIT = 150;
const SMALLEST = 4;
const LOUD = ['failed', 'retrying'];
export const ORDER = ['failed', 'retrying', 'waiting', 'running', 'completed', 'skipped', 'cancelled', 'pending'];

/** The phase of a group: that of the member which needs most attention. */
export const loudest = (steps) => ORDER.find((phase) => steps.some((step) => step.phase === phase)) || 'pending';

function layers(steps) {
  const depth = new Map();
  const byId = new Map(steps.map((step) => [step.step_id, step]));
  const of = (id) => {
    if (depth.has(id)) return depth.get(id);
    depth.set(id, 0);
    const step = byId.get(id);
    const deepest = Math.max(-1, ...step.depends_on.filter((d) => byId.has(d)).map(of));
    depth.set(id, deepest + 1);
    return deepest + 1;
  };
  steps.forEach((step) => of(step.step_id));
  return depth;
}

/** Nodes to draw: {id, step} or {id, group: [steps]}, each with the ids it comes after. */
export function toNodes(steps, open) {
  const known = new Set(steps.map((step) => step.step_id));
  const home = new Map();
  const groups = new Map();
  if (steps.length > LIMIT) {
    const depth = layers(steps);
    for (const step of steps) {
      if (LOUD.includes(step.phase)) continue;
      const name = `layer ${depth.get(step.step_id) + 1}, ${step.type}`;
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(step);
    }
    for (const [name, members] of groups) {
      if (members.length < SMALLEST || name === open) groups.delete(name);
      else members.forEach((step) => home.set(step.step_id, name));
    }
  }
  const nodes = [];
  const drawn = new Set();
  const after = (members, id) => [...new Set(members.flatMap((step) => step.depends_on).filter((d) => known.has(d)).map((d) => home.get(d) || d))].filter((d) => d !== id);
  for (const step of steps) {
    const group = home.get(step.step_id);
    if (!group) nodes.push({ id: step.step_id, step, after: after([step], step.step_id) });
    else if (!drawn.has(group)) {
      drawn.add(group);
      nodes.push({ id: group, group: groups.get(group), strip: true, after: after(groups.get(group), group) });
    }
  }
  return nodes;
}
