// Traces shapes as paths of few corners. A canvas takes a path of many corners as one crowd of edges, each held against all others
// of its height: 2,000 lots of a tile took 24 times as long in one path as in parts.
import type { WorldBox } from '#src/core/mercator.ts';
import type { Rings } from '#src/core/rings.ts';
import type { Brush } from './look.ts';

/** Corners of a path; a shape of more is a path alone. */
const mostCorners = 128;

export type PathBrush = Pick<Brush, 'beginPath' | 'moveTo' | 'lineTo' | 'closePath'>;

/** Calls `finish` for each part, which fills or strokes what has been traced. */
export function traceRings(
  brush: PathBrush,
  shapes: readonly Rings[],
  { west, north }: Pick<WorldBox, 'west' | 'north'>,
  scale: number,
  finish: () => void,
  most = mostCorners,
): void {
  let corners = 0;
  for (const rings of shapes) {
    let more = 0;
    for (const ring of rings) more += ring.length / 2;
    if (corners > 0 && corners + more > most) {
      finish();
      corners = 0;
    }
    if (corners === 0) brush.beginPath();
    corners += more;
    for (const ring of rings) {
      for (let i = 0; i < ring.length; i += 2) {
        const x = ((ring[i] ?? 0) - west) * scale;
        const y = ((ring[i + 1] ?? 0) - north) * scale;
        if (i === 0) brush.moveTo(x, y);
        else brush.lineTo(x, y);
      }
      brush.closePath();
    }
  }
  if (corners > 0) finish();
}
