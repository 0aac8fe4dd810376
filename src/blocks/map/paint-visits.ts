// The order of visit over the picture: a line from stop to stop, and their numbers.
import type { WorldBox, WorldPoint } from '#src/core/mercator.ts';
import type { Look } from './look.ts';

const radius = 9;

export function paintVisits(
  brush: CanvasRenderingContext2D,
  { accent, paper }: Pick<Look, 'accent' | 'paper'>,
  stops: readonly WorldPoint[],
  box: WorldBox,
  zoom: number,
): void {
  if (stops.length === 0) return;
  const scale = 256 * 2 ** zoom;
  const pixels = stops.map(({ x, y }) => [(x - box.west) * scale, (y - box.north) * scale] as const);
  brush.beginPath();
  for (const [i, [x, y]] of pixels.entries()) {
    if (i === 0) brush.moveTo(x, y);
    else brush.lineTo(x, y);
  }
  brush.strokeStyle = accent;
  brush.lineWidth = 2;
  brush.stroke();
  brush.font = '600 11px system-ui, sans-serif';
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  // The first ones last, so that where the way begins is seen.
  for (const [i, [x, y]] of [...pixels.entries()].reverse()) {
    const text = String(i + 1);
    const half = Math.max(radius, brush.measureText(text).width / 2 + 4);
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
