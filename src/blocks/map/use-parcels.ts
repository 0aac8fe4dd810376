import { useEffect, useMemo, useState } from 'react';
import { call } from '#src/api/call.ts';
import { useApi, useTell } from '#src/render/ports.tsx';
import { askedZoom, ParcelTiles } from './parcel-tiles.ts';
import { type Parcel, parcelsOf, rowsByProperty } from './parcels.ts';
import type { Places } from './places.ts';

/** The shapes of a map, which come as they are drawn; another object whenever some have come. */
export interface Parcels {
  readonly tiles: Pick<ParcelTiles, 'at' | 'drawn' | 'has' | 'all'>;
  readonly rowsOf: ReadonlyMap<number, readonly number[]>;
  /** Whether a place is drawn by its shape, as the map stands. */
  readonly shows: (place: number) => boolean;
  /** The places of the rows of some shapes. */
  readonly placesOf: (parcels: readonly Parcel[]) => readonly number[];
}

/** `field` has the PID of a row; without one nothing has a shape. */
export function useParcels(field: string | undefined, places: Places): Parcels | null {
  const api = useApi();
  const tell = useTell();
  const [come, setCome] = useState(0);
  const [tiles, setTiles] = useState<ParcelTiles | null>(null);
  useEffect(() => {
    if (field === undefined) return;
    const opened = new ParcelTiles(
      async (x, y, signal) =>
        parcelsOf(await call(api, 'map.tiles', { params: { zoom: askedZoom, x, y } }, signal)),
      () => setCome((n) => n + 1),
      tell,
    );
    setTiles(opened);
    return () => opened.close();
  }, [field, api, tell]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come is another look
  return useMemo(() => {
    if (field === undefined || !tiles) return null;
    const rowsOf = rowsByProperty(places, field);
    return {
      tiles,
      rowsOf,
      shows: (place) => tiles.drawn && tiles.has(Number(places.rows[place]?.[field] ?? Number.NaN)),
      placesOf: (parcels) => parcels.flatMap(({ id }) => rowsOf.get(id) ?? []),
    };
  }, [field, tiles, places, come]);
}
