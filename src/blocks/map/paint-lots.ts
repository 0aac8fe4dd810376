// Draws the lots of one tile over the shapes of properties: lots of the ground as fine lines, strata broken and lightly filled.
import type { WorldBox } from '#src/core/mercator.ts';
import { boundsMeet, type Rings } from '#src/core/rings.ts';
import type { Look } from './look.ts';
import type { Lot } from './lots.ts';
import type { ShapeBrush } from './paint-parcels.ts';
import { boundsOfBox } from './parcels.ts';

export type LotBrush = ShapeBrush & Pick<CanvasRenderingContext2D, 'setLineDash'>;

const dots = [1, 3];
const dashes = [7, 4];
const stratumFill = 0.12;

export function paintLots(
  brush: LotBrush,
  { ink, accent }: Pick<Look, 'ink' | 'accent'>,
  lots: readonly Lot[],
  tile: WorldBox,
  pixels: number,
): void {
  const scale = pixels / (tile.east - tile.west);
  const here = lots.filter(({ bounds }) => boundsMeet(bounds, boundsOfBox(tile)));
  const trace = (rings: Rings) => {
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
  const line = (some: readonly Lot[], colour: string, width: number, dash: number[]) => {
    if (some.length === 0) return;
    brush.beginPath();
    for (const { rings } of some) trace(rings);
    brush.setLineDash(dash);
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    brush.stroke();
  };
  const strata = here.filter(({ stratum }) => stratum);
  line(
    here.filter(({ stratum }) => !stratum),
    ink,
    1,
    dots,
  );
  // Each by itself: where several lie over one another it is darker.
  brush.fillStyle = accent;
  brush.globalAlpha = stratumFill;
  for (const { rings } of strata) {
    brush.beginPath();
    trace(rings);
    brush.fill();
  }
  brush.globalAlpha = 1;
  line(strata, accent, 1.5, dashes);
  brush.setLineDash([]);
}
