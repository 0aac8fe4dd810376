// The chosen rows in an order of visit, and that order as a file.
import { csvCell, csvLine, csvMark } from '#src/core/csv.ts';
import { metresBetween, type WorldPoint } from '#src/core/mercator.ts';
import type { Row } from '#src/core/values.ts';
import { visitOrder } from '#src/core/visit-order.ts';
import { placesOf } from './places.ts';

/** Rows to visit, and the one that the way begins at. */
export interface Visits {
  readonly rows: readonly Row[];
  readonly first: Row;
}

export interface Stop {
  readonly row: Row;
  readonly at: WorldPoint;
  /** Metres from the stop before, as the crow flies. */
  readonly metres: number;
  /** Metres from the first one on. */
  readonly total: number;
}

/** Rows without a place are no stops. */
export function stopsOf({ rows, first }: Visits, latitude: string, longitude: string): readonly Stop[] {
  const places = placesOf(rows, latitude, longitude);
  const points = places.rows.map((_, i): WorldPoint => ({ x: places.xs[i] ?? 0, y: places.ys[i] ?? 0 }));
  let before: WorldPoint | null = null;
  let total = 0;
  return visitOrder(points, Math.max(0, places.rows.indexOf(first))).flatMap((i): readonly Stop[] => {
    const [row, at] = [places.rows[i], points[i]];
    if (!row || !at) return [];
    const metres = before ? metresBetween(before, at) : 0;
    before = at;
    total += metres;
    return [{ row, at, metres, total }];
  });
}

export function visitsFile(
  stops: readonly Stop[],
  {
    key,
    keyTitle,
    latitude,
    longitude,
  }: {
    readonly key: string | null;
    readonly keyTitle: string;
    readonly latitude: string;
    readonly longitude: string;
  },
  name: (row: Row) => string,
): string {
  const heads = [
    'No.',
    keyTitle,
    'Name',
    'Latitude',
    'Longitude',
    'Metres from the one before',
    'Metres so far',
  ];
  const lines = stops.map(({ row, metres, total }, i) => [
    i + 1,
    key === null ? null : row[key],
    name(row),
    row[latitude],
    row[longitude],
    Math.round(metres),
    Math.round(total),
  ]);
  return csvMark + [heads, ...lines].map((cells) => csvLine(cells.map(csvCell))).join('');
}
