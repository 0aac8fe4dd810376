// The layers that are switched on, with their rows: those that belong to rows of the map.
import { useEffect, useMemo, useRef, useState } from 'react';
import { type ColumnFilter, mostFilterValues } from '#src/core/filter.ts';
import { rowsOf } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { isAbort } from '#src/render/failure.ts';
import { placedAreas } from './areas.ts';
import { type Classes, classesOf } from './classes.ts';
import type { LinkedLayer, LinkedMap } from './link.ts';
import type { LayerDrawn } from './look.ts';
import { mostAtOnce } from './most.ts';
import { endsOf } from './paint-layers.ts';
import { placesOf } from './places.ts';

const key = 'layers';
/** Rows of the map whose layers are asked for. */
export const mostLayered = 20_000;

export type LayerState = 'off' | 'loading' | 'ready' | 'failed';

export interface LayerShown {
  readonly layer: LinkedLayer;
  readonly state: LayerState;
  readonly drawn: LayerDrawn | null;
  readonly turn: () => void;
}

type Loaded = ReadonlyMap<string, { readonly of: string; readonly rows: readonly Row[] | null }>;

async function read(
  source: SourceView,
  of: string,
  keys: readonly unknown[],
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < keys.length; from += mostFilterValues) {
    const value = keys.slice(from, from + mostFilterValues);
    const filter: readonly ColumnFilter[] = [{ column: of, op: 'oneof', value }];
    for (let offset = 0; ; ) {
      const request = { offset, limit: mostAtOnce, sort: [], find: '', totals: {}, filter };
      const page = await source.page(request, signal);
      rows.push(...rowsOf(page));
      offset += page.count;
      if (page.count === 0 || offset >= page.total) break;
    }
  }
  return rows;
}

export function useLayers(
  map: LinkedMap,
  rows: readonly Row[],
  { sources, memory, evaluate, screen }: Pick<BlockProps, 'sources' | 'memory' | 'evaluate' | 'screen'>,
): { readonly shown: readonly LayerShown[]; readonly drawn: readonly LayerDrawn[] } {
  const remembered = memory.get(key);
  const [on, setOn] = useState<ReadonlySet<string>>(
    () => new Set(Array.isArray(remembered) ? remembered.filter((id) => typeof id === 'string') : []),
  );
  const [loaded, setLoaded] = useState<Loaded>(new Map());
  const layers = map.layers.filter(
    ({ visibleWhen }) => visibleWhen === undefined || evaluate(visibleWhen) === true,
  );
  const keys = useMemo(
    () =>
      new Map(
        map.layers.map(({ id, by }) => {
          const field = by ?? map.key;
          const of = by === undefined ? rows.slice(0, mostLayered) : rows;
          const found = field === null ? [] : of.map((row) => row[field]);
          return [id, [...new Set(found)].filter((one) => one !== null && one !== undefined)];
        }),
      ),
    [rows, map],
  );
  const keysOf = (id: string) => keys.get(id) ?? [];
  const versionOf = useVersions(keys);
  const asked = useRef(new Map<string, AbortController>());
  const wanted = layers
    .filter(({ id }) => on.has(id))
    .map(({ id, data }) => `${id} ${sources[data]?.revision ?? ''} ${versionOf(id)}`);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for the layers that are on and their sources
  useEffect(() => {
    const keep = (id: string, of: string, found: readonly Row[] | null) =>
      setLoaded((known) => new Map(known).set(id, { of, rows: found }));
    layers.forEach(({ id, data, of }) => {
      const source = sources[data];
      const stamp = wanted.find((one) => one.startsWith(`${id} `));
      if (!source || stamp === undefined || asked.current.has(stamp) || keysOf(id).length === 0) return;
      // Rows of what was on the map before may still come, and may come last.
      for (const [other, before] of asked.current) {
        if (!other.startsWith(`${id} `)) continue;
        before.abort();
        asked.current.delete(other);
      }
      const leaving = new AbortController();
      asked.current.set(stamp, leaving);
      read(source, of, keysOf(id), leaving.signal)
        .then((found) => {
          if (!leaving.signal.aborted) keep(id, stamp, found);
        })
        .catch((thrown: unknown) => {
          asked.current.delete(stamp);
          if (!leaving.signal.aborted && !isAbort(thrown)) keep(id, stamp, null);
        });
    });
  }, [wanted.join(), keys]);
  useEffect(() => {
    const { current } = asked;
    return () => {
      for (const one of current.values()) one.abort();
      current.clear();
    };
  }, []);

  const withKeys = [...keys].flatMap(([id, own]) => (own.length > 0 ? [id] : [])).join();
  const made = useMemo(
    () =>
      map.layers.flatMap((layer, at) => {
        const found = withKeys.split(',').includes(layer.id) ? loaded.get(layer.id)?.rows : null;
        return found ? [drawnOf(layer, at, found, screen)] : [];
      }),
    [map, loaded, screen, withKeys],
  );
  const seen = layers.map(({ id }) => id).join();
  const drawn = useMemo(
    () => made.filter(({ layer: { id } }) => on.has(id) && seen.split(',').includes(id)),
    [made, on, seen],
  );
  const shown = layers.map((layer): LayerShown => {
    const stamp = wanted.find((one) => one.startsWith(`${layer.id} `));
    const held = loaded.get(layer.id);
    const state =
      stamp === undefined ? 'off' : held?.of !== stamp ? 'loading' : held.rows ? 'ready' : 'failed';
    return {
      layer,
      state: keysOf(layer.id).length === 0 && state === 'loading' ? 'ready' : state,
      drawn: drawn.find((one) => one.layer.id === layer.id) ?? null,
      turn: () => {
        const next = new Set(on);
        if (!next.delete(layer.id)) next.add(layer.id);
        memory.set(key, [...next]);
        setOn(next);
      },
    };
  });
  return { shown, drawn };
}

/** Counts how often the keys of a layer became others: as many of them may stand for other rows. */
function useVersions(keys: ReadonlyMap<string, readonly unknown[]>): (id: string) => number {
  const known = useRef({ keys, versions: new Map<string, number>() });
  const { current } = known;
  if (current.keys !== keys) {
    const versions = new Map<string, number>();
    for (const [id, own] of keys) {
      const before = current.keys.get(id) ?? [];
      const same = before.length === own.length && own.every((one, i) => one === before[i]);
      versions.set(id, (current.versions.get(id) ?? 0) + (same ? 0 : 1));
    }
    known.current = { keys, versions };
  }
  return (id) => known.current.versions.get(id) ?? 0;
}

function drawnOf(
  layer: LinkedLayer,
  at: number,
  rows: readonly Row[],
  screen: BlockProps['screen'],
): LayerDrawn {
  const { places, areas } =
    layer.areas === undefined
      ? { places: placesOf(rows, layer.latitude, layer.longitude), areas: null }
      : placedAreas(rows, layer.areas);
  const codes = layer.colour?.field.codes ? (screen.codes[layer.colour.field.codes] ?? null) : null;
  const classes = classesOf(places.rows, layer.colour, codes);
  return {
    layer,
    places,
    classes: layer.colour ? classes : inOne(classes, at),
    areas,
    ends: endsOf(layer, places.rows),
  };
}

/** The layer's own colour; the first one is the map's. */
function inOne({ classes, of }: Classes, at: number): Classes {
  return { classes: classes.map((one) => ({ ...one, colour: { category: at + 1 } })), of };
}
