// Draws the shapes of one tile: filled as their rows are coloured, and with a line alone where no row is of them.
import type { WorldBox } from '#src/core/mercator.ts';
import { boundsMeet, type Rings } from '#src/core/rings.ts';
import { type Brush, faintness, type Look } from './look.ts';
import { boundsOfBox, type Parcel } from './parcels.ts';
import { traceRings } from './trace-rings.ts';

/** Shapes are neither round nor written beside. */
export type ShapeBrush = Omit<Brush, 'arc' | 'fillText' | 'font' | 'textAlign' | 'textBaseline'>;

/** Pixels beyond the tile's edge that the widest line reaches. */
const margin = 4;
/** Pixels below which the edge of a shape that is filled would hide its colour. */
const leastEdged = 6;

const none: readonly number[] = [];

/** How shapes look. */
export type ShapeLook = Pick<
  Look,
  'classes' | 'off' | 'chosen' | 'picked' | 'fills' | 'faint' | 'ring' | 'edge' | 'accent'
>;

export function paintParcels(
  brush: ShapeBrush,
  look: ShapeLook,
  parcels: readonly Parcel[],
  rowsOf: { readonly get: (id: number) => readonly number[] | undefined },
  tile: WorldBox,
  pixels: number,
  strength = 1,
): void {
  const scale = pixels / (tile.east - tile.west);
  const reach = margin / scale;
  const around = boundsOfBox({
    west: tile.west - reach,
    north: tile.north - reach,
    east: tile.east + reach,
    south: tile.south + reach,
  });
  const { classes, off, faint, chosen, picked } = look;
  /** By class, first those that are not faint: what looks alike is filled together. */
  const fills: (Rings[] | undefined)[] = [];
  const lines: Rings[] = [];
  /** Of no row, or hollow and small: an edge as dark as that of a fill would not be seen on dark ground. */
  const others: Rings[] = [];
  const empty: Rings[] = [];
  const above: { readonly rings: Rings; readonly picked: boolean }[] = [];
  const isShown = (place: number) => !off.has(classes.of[place] ?? 0);
  const isMarked = (place: number) => (chosen.has(place) || place === picked) && isShown(place);
  // Thousands of shapes a tile: nothing is made for each of them, but for what is chosen or picked.
  for (const { id, rings, bounds } of parcels) {
    if (!boundsMeet(bounds, around)) continue;
    const rows = rowsOf.get(id) ?? none;
    const first = rows.find(isShown);
    if (first === undefined) {
      others.push(rings);
      continue;
    }
    const shade = classes.of[first] ?? 0;
    const isSmall = (bounds.maxX - bounds.minX) * scale < leastEdged;
    if (!isSmall) lines.push(rings);
    if (rows.some(isMarked))
      above.push({ rings, picked: picked !== null && rows.includes(picked) && isShown(picked) });
    if ((look.fills[shade] ?? null) === null) {
      (isSmall ? others : empty).push(rings);
      continue;
    }
    const alike = 2 * shade + (faint.has(first) ? 1 : 0);
    const shapes = fills[alike];
    if (shapes) shapes.push(rings);
    else fills[alike] = [rings];
  }
  for (const [alike, shapes] of fills.entries()) {
    if (!shapes) continue;
    const alpha = strength * (alike % 2 ? faintness : 1);
    brush.globalAlpha = alpha;
    brush.fillStyle = look.fills[alike >> 1] ?? '';
    // What is faint is filled one by one: where two lie over each other it would depend on the part that they fell into.
    traceRings(brush, shapes, tile, scale, () => brush.fill(), alpha < 1 ? 0 : undefined);
  }
  brush.globalAlpha = 1;
  line(others, look.ring, 0.75);
  line(lines, look.edge, 0.75);
  line(empty, look.ring, 1.5);
  line(
    above.filter(({ picked }) => !picked).map(({ rings }) => rings),
    look.accent,
    2.5,
  );
  line(
    above.filter(({ picked }) => picked).map(({ rings }) => rings),
    look.accent,
    4,
  );

  function line(shapes: readonly Rings[], colour: string, width: number): void {
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    traceRings(brush, shapes, tile, scale, () => brush.stroke());
  }
}
