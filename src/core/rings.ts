// Shapes of land: rings of corners in a plane, x and y in turn; the last corner is joined to the first. Land is what lies within
// an odd number of rings, so that holes and several parts need no word. In what unit the corners are is the caller's.

export type Ring = ArrayLike<number>;
export type Rings = readonly Ring[];

/** A rectangle of the plane; its edges belong to it. */
export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export function boundsOfRings(rings: Rings): Bounds {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = cornerOf(ring, i);
      minX = Math.min(minX, x);
      minY = Math.min(minY, y);
      maxX = Math.max(maxX, x);
      maxY = Math.max(maxY, y);
    }
  return { minX, minY, maxX, maxY };
}

export function boundsMeet(one: Bounds, other: Bounds): boolean {
  return one.minX <= other.maxX && one.maxX >= other.minX && one.minY <= other.maxY && one.maxY >= other.minY;
}

function cornerOf(ring: Ring, i: number): readonly [number, number] {
  return [ring[i] ?? 0, ring[i + 1] ?? 0];
}

/** Of one ring; below nothing where its corners follow each other with the clock (y upwards). */
export function ringArea(ring: Ring): number {
  const [fromX, fromY] = cornerOf(ring, 0);
  let twice = 0;
  // Against the first corner: products of whole coordinates would lose what a lot differs by.
  for (let i = 2; i + 3 < ring.length; i += 2) {
    const [[ax, ay], [bx, by]] = [cornerOf(ring, i), cornerOf(ring, i + 2)];
    twice += (ax - fromX) * (by - fromY) - (bx - fromX) * (ay - fromY);
  }
  return twice / 2;
}

/** Of rings whose holes are turned against what they lie in, as `turned` makes them. */
export function ringsArea(rings: Rings): number {
  return Math.abs(rings.reduce((sum, ring) => sum + ringArea(ring), 0));
}

/** The ring with an area above nothing, or below it for a hole: what fills by turns then leaves holes out. */
export function turned(ring: readonly number[], hole: boolean): readonly number[] {
  if (ringArea(ring) < 0 === hole) return ring;
  const corners: number[] = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) corners.push(...cornerOf(ring, i));
  return corners;
}

/** By the even-odd rule, over all rings. */
export function isInRings(rings: Rings, x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings) {
    let [beforeX, beforeY] = cornerOf(ring, ring.length - 2);
    for (let i = 0; i < ring.length; i += 2) {
      const [atX, atY] = cornerOf(ring, i);
      if (atY > y !== beforeY > y && x < ((beforeX - atX) * (y - atY)) / (beforeY - atY) + atX)
        inside = !inside;
      [beforeX, beforeY] = [atX, atY];
    }
  }
  return inside;
}

/** Whether two shapes have a point in common; edges belong to both. */
export function ringsMeet(one: Rings, other: Rings): boolean {
  // Most that meet are told by a corner.
  const begins = (rings: Rings, within: Rings) =>
    rings.some((ring) => ring.length > 0 && isInRings(within, ...cornerOf(ring, 0)));
  if (begins(one, other) || begins(other, one)) return true;
  const reach = boundsOfRings(other);
  for (const ring of one)
    for (let i = 0; i < ring.length; i += 2) {
      const [ax, ay] = cornerOf(ring, i);
      const [bx, by] = cornerOf(ring, (i + 2) % ring.length);
      const along = {
        minX: Math.min(ax, bx),
        minY: Math.min(ay, by),
        maxX: Math.max(ax, bx),
        maxY: Math.max(ay, by),
      };
      if (boundsMeet(along, reach) && edgeMeets(ax, ay, bx, by, other)) return true;
    }
  return false;
}

function edgeMeets(ax: number, ay: number, bx: number, by: number, rings: Rings): boolean {
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      const [cx, cy] = cornerOf(ring, i);
      const [dx, dy] = cornerOf(ring, (i + 2) % ring.length);
      const [c, d] = [side(ax, ay, bx, by, cx, cy), side(ax, ay, bx, by, dx, dy)];
      const [a, b] = [side(cx, cy, dx, dy, ax, ay), side(cx, cy, dx, dy, bx, by)];
      if (c * d < 0 && a * b < 0) return true;
      if (c === 0 && between(ax, ay, bx, by, cx, cy)) return true;
      if (d === 0 && between(ax, ay, bx, by, dx, dy)) return true;
      if (a === 0 && between(cx, cy, dx, dy, ax, ay)) return true;
      if (b === 0 && between(cx, cy, dx, dy, bx, by)) return true;
    }
  return false;
}

/** Twice the area of the triangle: above nothing where the point lies to the left of the way from a to b. */
function side(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}

function between(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  return x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
}

interface Edge extends Bounds {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

/** Where edges of the shape cross by more than `slack`, or null. Edges that touch do not cross. */
export function crossingOf(rings: Rings, slack: number): { readonly x: number; readonly y: number } | null {
  const edges = rings.flatMap((ring) =>
    Array.from({ length: ring.length / 2 }, (_, i): Edge => {
      const [from, to] = [cornerOf(ring, 2 * i), cornerOf(ring, (2 * i + 2) % ring.length)];
      return { from, to, ...boundsOfRings([[...from, ...to]]) };
    }),
  );
  edges.sort((one, other) => one.minX - other.minX);
  for (const [i, one] of edges.entries())
    for (let j = i + 1; j < edges.length; j++) {
      const other = edges[j];
      if (!other || other.minX > one.maxX) break;
      if (!boundsMeet(one, other)) continue;
      const at = crossed(one, other, slack);
      if (at) return at;
    }
  return null;
}

function crossed(one: Edge, other: Edge, slack: number): { readonly x: number; readonly y: number } | null {
  const far = (edge: Edge, point: readonly [number, number]) =>
    side(...edge.from, ...edge.to, ...point) /
    (Math.hypot(edge.to[0] - edge.from[0], edge.to[1] - edge.from[1]) || 1);
  const [c, d] = [far(one, other.from), far(one, other.to)];
  const [a, b] = [far(other, one.from), far(other, one.to)];
  if (c * d >= 0 || a * b >= 0) return null;
  if (Math.min(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d)) <= slack) return null;
  const share = a / (a - b);
  return {
    x: one.from[0] + share * (one.to[0] - one.from[0]),
    y: one.from[1] + share * (one.to[1] - one.from[1]),
  };
}

/** Whole coordinates as bytes: the number of rings, and of each its corners as steps from the corner before, small ones in a byte. */
export function encodeRings(rings: Rings): Uint8Array {
  const bytes: number[] = [];
  let [x, y] = [0, 0];
  writeWhole(bytes, rings.length);
  for (const ring of rings) {
    writeWhole(bytes, ring.length / 2);
    for (let i = 0; i < ring.length; i += 2) {
      const [atX, atY] = cornerOf(ring, i);
      writeStep(bytes, atX - x);
      writeStep(bytes, atY - y);
      [x, y] = [atX, atY];
    }
  }
  return Uint8Array.from(bytes);
}

function writeStep(bytes: number[], step: number): void {
  writeWhole(bytes, step < 0 ? -2 * step - 1 : 2 * step);
}

/** Seven bits a byte, the least first. Sums, not shifts: a first step has more than 32 bits. */
function writeWhole(bytes: number[], whole: number): void {
  let left = whole;
  while (left >= 128) {
    bytes.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  bytes.push(left);
}

/** Rings as `encodeRings` wrote them; `place` turns each corner into what is wanted of it. */
export function decodeRings(
  bytes: Uint8Array,
  place: (x: number, y: number) => readonly [number, number] = (x, y) => [x, y],
): readonly Float64Array[] {
  let at = 0;
  const readWhole = () => {
    let [whole, worth] = [0, 1];
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('A shape is cut off.');
      whole += (byte % 128) * worth;
      if (byte < 128) return whole;
      worth *= 128;
    }
  };
  const readStep = () => {
    const whole = readWhole();
    return whole % 2 === 0 ? whole / 2 : -(whole + 1) / 2;
  };
  let [x, y] = [0, 0];
  return Array.from({ length: readWhole() }, () => {
    const corners = readWhole();
    if (corners > bytes.length) throw new Error('A shape is cut off.');
    const ring = new Float64Array(2 * corners);
    for (let i = 0; i < ring.length; i += 2) {
      x += readStep();
      y += readStep();
      ring.set(place(x, y), i);
    }
    return ring;
  });
}
