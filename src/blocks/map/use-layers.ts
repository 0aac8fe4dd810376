// The layers that are switched on, with their rows: those that belong to rows of the map.
import { useEffect, useMemo, useRef, useState } from 'react';
import { type ColumnFilter, mostFilterValues } from '#src/core/filter.ts';
import { rowsOf } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { isAbort } from '#src/render/failure.ts';
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
  const keys = useMemo(() => {
    const { key: field } = map;
    return field === null ? [] : [...new Set(rows.slice(0, mostLayered).map((row) => row[field]))];
  }, [rows, map]);
  const version = useVersion(keys);
  const asked = useRef(new Map<string, AbortController>());
  const wanted = layers
    .filter(({ id }) => on.has(id))
    .map(({ id, data }) => `${id} ${sources[data]?.revision ?? ''} ${version}`);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for the layers that are on and their sources
  useEffect(() => {
    const keep = (id: string, of: string, found: readonly Row[] | null) =>
      setLoaded((known) => new Map(known).set(id, { of, rows: found }));
    layers.forEach(({ id, data, of }) => {
      const source = sources[data];
      const stamp = wanted.find((one) => one.startsWith(`${id} `));
      if (!source || stamp === undefined || asked.current.has(stamp) || keys.length === 0) return;
      // Rows of what was on the map before may still come, and may come last.
      for (const [other, before] of asked.current) {
        if (!other.startsWith(`${id} `)) continue;
        before.abort();
        asked.current.delete(other);
      }
      const leaving = new AbortController();
      asked.current.set(stamp, leaving);
      read(source, of, keys, leaving.signal)
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

  const made = useMemo(
    () =>
      map.layers.flatMap((layer, at) => {
        const found = keys.length === 0 ? null : loaded.get(layer.id)?.rows;
        return found ? [drawnOf(layer, at, found, screen)] : [];
      }),
    [map, loaded, screen, keys.length],
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
      state: keys.length === 0 && state === 'loading' ? 'ready' : state,
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

/** Counts how often the keys became others: as many of them may stand for other rows. */
function useVersion(keys: readonly unknown[]): number {
  const known = useRef({ keys, version: 0 });
  const { current } = known;
  if (current.keys !== keys) {
    const same = current.keys.length === keys.length && keys.every((one, i) => one === current.keys[i]);
    known.current = { keys, version: current.version + (same ? 0 : 1) };
  }
  return known.current.version;
}

function drawnOf(
  layer: LinkedLayer,
  at: number,
  rows: readonly Row[],
  screen: BlockProps['screen'],
): LayerDrawn {
  const places = placesOf(rows, layer.latitude, layer.longitude);
  const codes = layer.colour?.field.codes ? (screen.codes[layer.colour.field.codes] ?? null) : null;
  const classes = classesOf(places.rows, layer.colour, codes);
  return {
    layer,
    places,
    classes: layer.colour ? classes : inOne(classes, at),
    ends: endsOf(layer, places.rows),
  };
}

/** The layer's own colour; the first one is the map's. */
function inOne({ classes, of }: Classes, at: number): Classes {
  return { classes: classes.map((one) => ({ ...one, colour: { category: at + 1 } })), of };
}
