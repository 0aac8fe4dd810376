import { useEffect, useMemo, useState } from 'react';
import { call } from '#src/api/call.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useApi, useTell } from '#src/render/ports.tsx';
import { type Lot, lotsOf } from './lots.ts';
import { ParcelTiles } from './parcel-tiles.ts';

/** Zoomed in, where a lot's lines stand apart from those of its property. */
export const lotZooms = { from: 17, asked: 16 } as const;
const key = 'lots';

/** The lots of a map, which come as they are drawn; another object whenever some have come. */
export interface Lots {
  readonly tiles: ParcelTiles<Lot>;
}

export function useLots(
  has: boolean,
  { memory }: Pick<BlockProps, 'memory'>,
): { readonly lots: Lots | null; readonly on: boolean; readonly turn: () => void } {
  const api = useApi();
  const tell = useTell();
  const [on, setOn] = useState(memory.get(key) !== false);
  const [come, setCome] = useState(0);
  const [tiles, setTiles] = useState<ParcelTiles<Lot> | null>(null);
  const wanted = has && on;
  useEffect(() => {
    if (!wanted) return;
    const opened = new ParcelTiles<Lot>(
      async (x, y, signal) =>
        lotsOf(await call(api, 'map.lots', { params: { zoom: lotZooms.asked, x, y } }, signal)),
      () => setCome((n) => n + 1),
      tell,
      lotZooms,
    );
    setTiles(opened);
    return () => {
      opened.close();
      setTiles(null);
    };
  }, [wanted, api, tell]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come is another look
  const lots = useMemo(() => tiles && { tiles }, [tiles, come]);
  return {
    lots,
    on,
    turn: () => {
      memory.set(key, !on);
      setOn(!on);
    },
  };
}
