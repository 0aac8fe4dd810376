import { packSelection, type Selection, unpackSelection } from '#src/render/selection.ts';
import type { Active } from './navigation.ts';
import type { ScrollPlace } from './use-grid-scroll.ts';

/** Where a person was in the grid; comes back on Back. */
export interface VisitPlace {
  readonly scroll: ScrollPlace;
  readonly active: Active;
  readonly selection: Selection;
  /** Which groups are unfolded. */
  readonly open: Selection;
  readonly total: number | null;
}

export function packPlace(place: VisitPlace): unknown {
  return {
    ...place.scroll,
    ...place.active,
    total: place.total,
    selection: packSelection(place.selection),
    open: packSelection(place.open),
  };
}

export function unpackPlace(packed: unknown): VisitPlace | null {
  if (typeof packed !== 'object' || packed === null) return null;
  const entries = new Map<string, unknown>(Object.entries(packed));
  const number = (key: string): number | null => {
    const value = entries.get(key);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  const top = number('top');
  const left = number('left');
  if (top === null || left === null) return null;
  return {
    scroll: { top, left },
    active: { row: number('row') ?? -1, col: number('col') ?? 0 },
    selection: unpackSelection(entries.get('selection')),
    open: unpackSelection(entries.get('open')),
    total: number('total'),
  };
}
