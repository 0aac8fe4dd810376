// An order in which places are visited: always on to the nearest one, then without detours that turning a stretch around saves.
import { metresBetween, type WorldPoint } from './mercator.ts';

/** Beyond it the search for detours takes more than a moment. */
export const mostVisits = 500;
/** Metres that a turn must save: less is no more than how numbers are rounded. */
const least = 0.01;

/** The places from the first one on, by where they stand in `points`; the way ends where the last one is. */
export function visitOrder(points: readonly WorldPoint[], first: number): readonly number[] {
  const count = points.length;
  if (count === 0) return [];
  const metres = new Float64Array(count * count);
  for (const [i, one] of points.entries())
    for (let j = i + 1; j < count; j++) {
      const far = metresBetween(one, points[j] ?? one);
      metres[i * count + j] = far;
      metres[j * count + i] = far;
    }
  const between = (one: number, other: number) => metres[one * count + other] ?? 0;
  const order = nearestFirst(count, first, between);
  while (turnedOnce(order, between)) {
    // Until no turn saves anything.
  }
  return order;
}

type Between = (one: number, other: number) => number;

function nearestFirst(count: number, first: number, between: Between): number[] {
  const left = new Set(Array.from({ length: count }, (_, i) => i));
  const order = [left.has(first) ? first : 0];
  left.delete(order[0] ?? 0);
  while (left.size > 0) {
    const from = order.at(-1) ?? 0;
    let next = -1;
    for (const one of left) if (next < 0 || between(from, one) < between(from, next)) next = one;
    order.push(next);
    left.delete(next);
  }
  return order;
}

/** Turns stretches around wherever the way becomes shorter; whether one was. */
function turnedOnce(order: number[], between: Between): boolean {
  let turned = false;
  for (let from = 1; from < order.length - 1; from++)
    for (let to = from + 1; to < order.length; to++) {
      const [before = 0, one = 0, other = 0, after] = [
        order[from - 1],
        order[from],
        order[to],
        order[to + 1],
      ];
      const now = between(before, one) + (after === undefined ? 0 : between(other, after));
      const then = between(before, other) + (after === undefined ? 0 : between(one, after));
      if (now - then <= least) continue;
      order.splice(from, to - from + 1, ...order.slice(from, to + 1).reverse());
      turned = true;
    }
  return turned;
}
