// Draws the lots of one tile over the shapes of properties: lots of the ground as fine lines, strata broken and lightly filled.
import type { WorldBox } from '#src/core/mercator.ts';
import { boundsMeet } from '#src/core/rings.ts';
import type { Look } from './look.ts';
import type { Lot } from './lots.ts';
import type { ShapeBrush } from './paint-parcels.ts';
import { boundsOfBox } from './parcels.ts';
import { traceRings } from './trace-rings.ts';

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
  const shapesOf = (some: readonly Lot[]) => some.map(({ rings }) => rings);
  const line = (some: readonly Lot[], colour: string, width: number, dash: number[]) => {
    brush.setLineDash(dash);
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    traceRings(brush, shapesOf(some), tile, scale, () => brush.stroke());
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
  traceRings(brush, shapesOf(strata), tile, scale, () => brush.fill(), 0);
  brush.globalAlpha = 1;
  line(strata, accent, 1.5, dashes);
  brush.setLineDash([]);
}
