/** Differences of the counters between samples, per second. */
export function rates(samples) {
  const list = [];
  for (let i = 1; i < samples.length; i += 1) {
    const seconds = (samples[i].at - samples[i - 1].at) / 1000;
    const { counts } = samples[i];
    const rate = (name) => (samples[i][name] - samples[i - 1][name]) / seconds;
    if (seconds > 0) list.push({ at: samples[i].at, changed: rate('changed'), ended: rate('ended'), failed: rate('failed'), busy: counts.running + counts.retrying, pending: counts.pending });
  }
  return list;
}
