import { at } from '../lib/format.js';

/** What each point counts, per second. */
export const perSecond = (points, name, every) => points.map((point) => point[name] / every);

/** The same as one number for the last minute. */
export function lately(points, name, every) {
  const end = points.length ? at(points[points.length - 1].at) : 0;
  const some = points.filter((point) => end - at(point.at) < 60000);
  return some.length ? some.reduce((sum, point) => sum + point[name], 0) / (some.length * every) : 0;
}
