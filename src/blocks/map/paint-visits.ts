// The order of visit over the picture: a line from stop to stop, and their numbers.
import type { WorldBox, WorldPoint } from '#src/core/mercator.ts';
import type { Spot } from './labels.ts';
import type { Look } from './look.ts';

const radius = 9;
const font = '600 11px system-ui, sans-serif';
/** Pixels from a stop's middle that are its number's: no name stands there. */
const least = 12;

/** The numbers of the stops, in pixels of the picture: as wide as the last one. */
export function stopSpots(
  brush: CanvasRenderingContext2D,
  stops: readonly WorldPoint[],
  box: WorldBox,
  zoom: number,
): readonly Spot[] {
  brush.font = font;
  const reach = Math.max(least, halfOf(brush, String(stops.length)) + 2);
  return pixelsOf(stops, box, zoom).map((at) => ({ ...at, radius: reach }));
}

function pixelsOf(stops: readonly WorldPoint[], box: WorldBox, zoom: number): readonly WorldPoint[] {
  const scale = 256 * 2 ** zoom;
  return stops.map(({ x, y }) => ({ x: (x - box.west) * scale, y: (y - box.north) * scale }));
}

const halfOf = (brush: CanvasRenderingContext2D, text: string) =>
  Math.max(radius, brush.measureText(text).width / 2 + 4);

type Colours = Pick<Look, 'accent' | 'paper'>;

/** The way under the names, which it would strike out. */
export function paintWay(
  brush: CanvasRenderingContext2D,
  { accent }: Colours,
  stops: readonly WorldPoint[],
  box: WorldBox,
  zoom: number,
): void {
  brush.beginPath();
  for (const [i, { x, y }] of pixelsOf(stops, box, zoom).entries()) {
    if (i === 0) brush.moveTo(x, y);
    else brush.lineTo(x, y);
  }
  brush.strokeStyle = accent;
  brush.lineWidth = 2;
  brush.stroke();
}

export function paintStops(
  brush: CanvasRenderingContext2D,
  { accent, paper }: Colours,
  stops: readonly WorldPoint[],
  box: WorldBox,
  zoom: number,
): void {
  brush.font = font;
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  // The first ones last, so that where the way begins is seen.
  for (const [i, { x, y }] of [...pixelsOf(stops, box, zoom).entries()].reverse()) {
    const text = String(i + 1);
    const half = halfOf(brush, text);
    brush.beginPath();
    brush.roundRect(x - half, y - radius, 2 * half, 2 * radius, radius);
    brush.fillStyle = accent;
    brush.fill();
    brush.strokeStyle = paper;
    brush.lineWidth = 1.5;
    brush.stroke();
    brush.fillStyle = paper;
    brush.fillText(text, x, y);
  }
  brush.textAlign = 'start';
}
