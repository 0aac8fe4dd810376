// Draws the shapes of one tile: filled as their rows are coloured, and with a line alone where no row is of them.
import type { WorldBox } from '#src/core/mercator.ts';
import { boundsMeet, type Rings } from '#src/core/rings.ts';
import { type Brush, faintness, type Look } from './look.ts';
import { boundsOfBox, type Parcel } from './parcels.ts';

/** Shapes are neither round nor written beside. */
export type ShapeBrush = Omit<Brush, 'arc' | 'fillText' | 'font' | 'textAlign' | 'textBaseline'>;

/** Pixels beyond the tile's edge that the widest line reaches. */
const margin = 4;
/** Pixels below which the edge of a shape that is filled would hide its colour. */
const leastEdged = 6;

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
  /** By how they are filled: one path and one fill for all that look alike. */
  const fills = new Map<
    string,
    { readonly fill: string; readonly alpha: number; readonly shapes: Rings[] }
  >();
  const lines: Rings[] = [];
  /** Of no row, or hollow and small: an edge as dark as that of a fill would not be seen on dark ground. */
  const others: Rings[] = [];
  const empty: Rings[] = [];
  const above: { readonly rings: Rings; readonly picked: boolean }[] = [];
  for (const { id, rings, bounds } of parcels) {
    if (!boundsMeet(bounds, around)) continue;
    const rows = (rowsOf.get(id) ?? []).filter((place) => !look.off.has(look.classes.of[place] ?? 0));
    const [first] = rows;
    if (first === undefined) {
      others.push(rings);
      continue;
    }
    const fill = look.fills[look.classes.of[first] ?? 0] ?? null;
    const isSmall = (bounds.maxX - bounds.minX) * scale < leastEdged;
    if (!isSmall) lines.push(rings);
    if (rows.some((place) => look.chosen.has(place) || place === look.picked))
      above.push({ rings, picked: look.picked !== null && rows.includes(look.picked) });
    if (fill === null) {
      (isSmall ? others : empty).push(rings);
      continue;
    }
    const alpha = strength * (look.faint.has(first) ? faintness : 1);
    const key = `${alpha} ${fill}`;
    const alike = fills.get(key) ?? { fill, alpha, shapes: [] };
    alike.shapes.push(rings);
    fills.set(key, alike);
  }
  const trace = (shapes: readonly Rings[]) => {
    brush.beginPath();
    for (const rings of shapes)
      for (const ring of rings) {
        for (let i = 0; i < ring.length; i += 2) {
          const x = ((ring[i] ?? 0) - tile.west) * scale;
          const y = ((ring[i + 1] ?? 0) - tile.north) * scale;
          if (i === 0) brush.moveTo(x, y);
          else brush.lineTo(x, y);
        }
        brush.closePath();
      }
  };
  for (const { fill, alpha, shapes } of fills.values()) {
    trace(shapes);
    brush.globalAlpha = alpha;
    brush.fillStyle = fill;
    brush.fill();
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
    if (shapes.length === 0) return;
    trace(shapes);
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    brush.stroke();
  }
}
