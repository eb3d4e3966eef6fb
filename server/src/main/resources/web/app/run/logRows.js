// What the log shows as rows: events, heads where a node took the run, and folds of many alike.
const FOLD_MIN = 5;

const itemsOf = (event) => (event.step && !/Failed$/.test(event.type) && event.step.includes('[') ? event.step.split('[')[0] : null);

/** Where a node took the run, a line that says so. */
export function withGroups(events) {
  const claims = events.filter((event) => event.type === 'RunClaimed');
  if (claims.length < 2) return events;
  const heads = new Map(claims.map((claim, i) => [i ? claim.seq : events[0].seq, {
    group: claim, from: i ? claim.seq : events[0].seq, to: (claims[i + 1]?.seq ?? events[events.length - 1].seq + 1) - 1,
  }]));
  return events.flatMap((event) => (heads.has(event.seq) ? [heads.get(event.seq), event] : [event]));
}

/** Many events in a row of items of one step are one row, unless it was opened; failures never are. */
export function folded(rows, open, selected) {
  const out = [];
  for (let i = 0; i < rows.length;) {
    const items = itemsOf(rows[i]);
    let to = i + 1;
    while (items && to < rows.length && itemsOf(rows[to]) === items) to += 1;
    const part = rows.slice(i, to);
    if (part.length < FOLD_MIN || open.has(part[0].seq) || part.some((event) => event.step === selected)) out.push(...part);
    else out.push({ fold: part, items, seq: part[0].seq });
    i = to;
  }
  return out;
}

/** "14 started, 14 completed". */
export function foldWords(part) {
  const counts = new Map();
  for (const { type } of part) counts.set(type, (counts.get(type) || 0) + 1);
  return [...counts].map(([type, n]) => `${n} ${type.replace('Step', '').toLowerCase()}`).join(', ');
}
