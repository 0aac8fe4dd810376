// Areas that are made of cells of the plane: their outlines, and where in them a name stands.
import type { WorldPoint } from '#src/core/mercator.ts';
import { type Bounds, boundsOfRings, type Rings } from '#src/core/rings.ts';

export interface Area {
  readonly rings: Rings;
  readonly bounds: Bounds;
  /** The middle of the cell that lies nearest to the middle of all. */
  readonly middle: WorldPoint;
}

/** More than there are corners along a side at any zoom. */
const side = 2 ** 21;
const mostZoom = 20;
/** From a corner to the next: east, south, west, north. */
const steps: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** `15 30134,19655 30135,19655`: a zoom, then the column and the row of each cell; null for anything else, and for none. */
export function areaOf(text: unknown): Area | null {
  if (typeof text !== 'string') return null;
  const [head = '', ...rest] = text.trim().split(/\s+/);
  const zoom = Number(head);
  if (head === '' || !Number.isInteger(zoom) || zoom < 0 || zoom > mostZoom) return null;
  const cells = new Map<number, readonly [number, number]>();
  for (const one of rest) {
    const [x = Number.NaN, y = Number.NaN] = one.split(',').map(Number);
    if (!isColumn(x, zoom) || !isColumn(y, zoom)) return null;
    cells.set(cornerKey(x, y), [x, y]);
  }
  if (cells.size === 0) return null;
  const all = 2 ** zoom;
  const rings = outlinesOf(cells).map((ring) => ring.map((at) => at / all));
  return { rings, bounds: boundsOfRings(rings), middle: middleOf([...cells.values()], all) };
}

const isColumn = (at: number, zoom: number) => Number.isInteger(at) && at >= 0 && at < 2 ** zoom;
const cornerKey = (x: number, y: number) => y * side + x;

/** With the land to the right of each edge, so that holes are turned against what lies around them. */
function outlinesOf(cells: ReadonlyMap<number, readonly [number, number]>): readonly number[][] {
  /** Of each corner, the directions in which an edge leaves it: two where cells touch by a corner alone. */
  const leaving = new Map<number, number[]>();
  const leave = (x: number, y: number, direction: number) => {
    const key = cornerKey(x, y);
    const known = leaving.get(key);
    if (known) known.push(direction);
    else leaving.set(key, [direction]);
  };
  for (const [x, y] of cells.values()) {
    if (!cells.has(cornerKey(x, y - 1))) leave(x, y, 0);
    if (!cells.has(cornerKey(x + 1, y))) leave(x + 1, y, 1);
    if (!cells.has(cornerKey(x, y + 1))) leave(x + 1, y + 1, 2);
    if (!cells.has(cornerKey(x - 1, y))) leave(x, y + 1, 3);
  }
  const rings: number[][] = [];
  for (const [start, directions] of leaving)
    while (directions.length > 0) rings.push(ringFrom(start, directions[0] ?? 0, leaving));
  return rings;
}

function ringFrom(start: number, first: number, leaving: ReadonlyMap<number, number[]>): number[] {
  const ring: number[] = [];
  let [x, y] = [start % side, Math.floor(start / side)];
  let before = -1;
  let direction = first;
  for (;;) {
    const here = leaving.get(cornerKey(x, y));
    // Where two edges leave, the turn to the right stays with the same cell.
    const right = (before + 1) % 4;
    const closed = before >= 0 && right === first && cornerKey(x, y) === start;
    if (!here || here.length === 0 || closed) break;
    direction = before < 0 ? first : here.includes(right) ? right : (here[0] ?? 0);
    here.splice(here.indexOf(direction), 1);
    if (direction !== before) ring.push(x, y);
    const [across, down] = steps[direction] ?? [0, 0];
    [x, y] = [x + across, y + down];
    before = direction;
  }
  // A ring that began in the middle of an edge has a corner too many.
  if (before === first) ring.splice(0, 2);
  return ring;
}

function middleOf(cells: readonly (readonly [number, number])[], all: number): WorldPoint {
  const mean = (at: 0 | 1) => cells.reduce((sum, cell) => sum + cell[at], 0) / cells.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  let nearest = cells[0] ?? ([0, 0] as const);
  let least = Number.POSITIVE_INFINITY;
  for (const cell of cells) {
    const far = (cell[0] - meanX) ** 2 + (cell[1] - meanY) ** 2;
    if (far < least) [nearest, least] = [cell, far];
  }
  return { x: (nearest[0] + 0.5) / all, y: (nearest[1] + 0.5) / all };
}
