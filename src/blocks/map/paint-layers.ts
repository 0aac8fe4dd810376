// Draws the layers over the map's own places: lines first, then marks with another shape than a circle.
import { type WorldBox, type WorldPoint, worldPoint } from '#src/core/mercator.ts';
import type { Row } from '#src/core/values.ts';
import type { LinkedLayer } from './link.ts';
import { type Brush, type LayerLook, radiusAt } from './look.ts';
import { degrees, eachWithin } from './places.ts';

/** The other ends of a layer's lines. */
export function endsOf({ lineTo }: LinkedLayer, rows: readonly Row[]): readonly (WorldPoint | null)[] {
  if (!lineTo) return [];
  return rows.map((row) => {
    const [lat, lon] = [degrees(row[lineTo.latitude], 90), degrees(row[lineTo.longitude], 180)];
    return lat === null || lon === null ? null : worldPoint(lat, lon);
  });
}

type Point = readonly [number, number];

const corners: { readonly [mark in LinkedLayer['mark']]: readonly Point[] } = {
  diamond: [
    [0, -1.25],
    [1.25, 0],
    [0, 1.25],
    [-1.25, 0],
  ],
  square: [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ],
  triangle: [
    [0, -1.2],
    [1.2, 1],
    [-1.2, 1],
  ],
};

/** Pixels of a mark's reach: never as small as the dots of a whole region, which nobody could tell it from. */
export function markReach(zoom: number): number {
  return Math.max(4, radiusAt(zoom));
}

/** Whether a line may cross a box: the boxes of both do. */
function mayCross(one: WorldPoint, other: WorldPoint, box: WorldBox): boolean {
  return (
    Math.min(one.x, other.x) <= box.east &&
    Math.max(one.x, other.x) >= box.west &&
    Math.min(one.y, other.y) <= box.south &&
    Math.max(one.y, other.y) >= box.north
  );
}

export function paintLayer(
  brush: Brush,
  { layer, places, classes, ends, fills, picked }: LayerLook,
  box: WorldBox,
  zoom: number,
  at: (point: WorldPoint) => Point,
  { edge, ring, accent }: { readonly edge: string; readonly ring: string; readonly accent: string },
): void {
  const pointOf = (place: number) => ({ x: places.xs[place] ?? 0, y: places.ys[place] ?? 0 });
  brush.globalAlpha = 0.7;
  ends.forEach((end, place) => {
    const from = pointOf(place);
    if (!end || !mayCross(from, end, box)) return;
    brush.beginPath();
    brush.moveTo(...at(from));
    brush.lineTo(...at(end));
    brush.lineWidth = place === picked ? 3 : 1.5;
    brush.strokeStyle = place === picked ? accent : (fills[classes.of[place] ?? 0] ?? ring);
    brush.stroke();
  });
  brush.globalAlpha = 1;
  const reach = markReach(zoom);
  eachWithin(places, box, (place) => {
    const [x, y] = at(pointOf(place));
    const fill = fills[classes.of[place] ?? 0] ?? null;
    brush.beginPath();
    corners[layer.mark].forEach(([across, down], i) => {
      const to: Point = [x + across * reach, y + down * reach];
      if (i === 0) brush.moveTo(...to);
      else brush.lineTo(...to);
    });
    brush.closePath();
    if (fill !== null) {
      brush.fillStyle = fill;
      brush.fill();
    }
    brush.lineWidth = place === picked ? 3 : 1;
    brush.strokeStyle = place === picked ? accent : fill === null ? ring : edge;
    brush.stroke();
  });
}
