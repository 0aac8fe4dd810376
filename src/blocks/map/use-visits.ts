// The order of visit that the map shows, from when it is asked for until it is closed.
import { useMemo, useState } from 'react';
import type { Row } from '#src/core/values.ts';
import { mostVisits } from '#src/core/visit-order.ts';
import type { LinkedMap } from './link.ts';
import { degrees } from './places.ts';
import { stopsOf, type Visits } from './visits.ts';

export function useVisits({ visits: offered, latitude, longitude }: LinkedMap) {
  const [visits, setVisits] = useState<Visits | null>(null);
  const stops = useMemo(
    () => (visits ? stopsOf(visits, latitude, longitude) : []),
    [visits, latitude, longitude],
  );
  const isPlaced = (row: Row) => degrees(row[latitude], 90) !== null && degrees(row[longitude], 180) !== null;
  return {
    stops,
    /** Rows that were chosen and have no place. */
    without: (visits?.rows.length ?? 0) - stops.length,
    beginAt: (first: Row) => setVisits((now) => now && { ...now, first }),
    close: () => setVisits(null),
    /** What puts rows into an order, from the one that is picked where it is among them; null for none, one or too many. */
    offeredFor: (rows: readonly Row[], picked: Row | null): (() => void) | null => {
      if (!offered || rows.length < 2 || rows.length > mostVisits) return null;
      const first = picked && rows.includes(picked) ? picked : rows.find(isPlaced);
      return first ? () => setVisits({ rows, first }) : null;
    },
  };
}
