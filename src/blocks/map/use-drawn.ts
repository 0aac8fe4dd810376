// All that the picture shows, in one object that changes whenever the picture does.
import { useMemo, useRef } from 'react';
import { formatValue } from '#src/core/format.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import type { Picked } from './hit.ts';
import type { LinkedMap, WrittenNumbers } from './link.ts';
import type { LayerDrawn } from './look.ts';
import type { Parcel } from './parcels.ts';
import type { Places } from './places.ts';
import type { Lots } from './use-lots.ts';
import type { Parcels } from './use-parcels.ts';
import type { Theme } from './use-theme.ts';
import type { Stop } from './visits.ts';

const noChoice: ReadonlySet<number> = new Set();

export function useDrawn(
  {
    map,
    places,
    areas,
    colours: { classes, off },
    chosen,
    picked,
    layers,
    parcels,
    lots,
    visits,
    clustersBelow,
  }: {
    readonly map: LinkedMap;
    readonly places: Places;
    /** What the rows cover, where they are areas. */
    readonly areas: readonly Parcel[] | null;
    readonly colours: Theme;
    readonly chosen: ReadonlySet<number>;
    readonly picked: Picked | null;
    readonly layers: readonly LayerDrawn[];
    readonly parcels: Parcels | null;
    readonly lots: Lots | null;
    readonly visits: readonly Stop[];
    readonly clustersBelow: number;
  },
  { text, evaluate }: Pick<BlockProps, 'text' | 'evaluate'>,
) {
  const faint = useFaint(map, places, evaluate);
  const writing = useRef(text);
  writing.current = text;
  const label = useMemo(() => labelOf(map.label, map.written, places, writing), [map, places]);
  const shortLabel = useMemo(() => labelOf(map.shortLabel, map.written, places, writing), [map, places]);
  const ofLayer = picked?.layer ?? null;
  const pickedHere = picked?.here[picked.at] ?? null;
  const pickedAt = ofLayer === null ? pickedHere : null;
  const layersDrawn = useMemo(
    () =>
      layers.map((one) => ({
        ...one,
        picked: ofLayer === one.layer.id ? pickedHere : null,
        label: labelOf(one.layer.label, one.layer.written, one.places, writing),
      })),
    [layers, ofLayer, pickedHere],
  );
  const { labelsFrom } = map;
  const drawn = useMemo(
    () => ({
      places,
      areas,
      classes,
      off,
      faint,
      chosen,
      picked: pickedAt,
      clustersBelow,
      label,
      shortLabel,
      labelsFrom,
      layers: layersDrawn,
      parcels,
      lots,
      visits: visits.map(({ at }) => at),
    }),
    [
      lots,
      visits,
      places,
      areas,
      classes,
      off,
      faint,
      chosen,
      pickedAt,
      clustersBelow,
      label,
      shortLabel,
      labelsFrom,
      layersDrawn,
      parcels,
    ],
  );
  const near = picked?.near === true;
  /** Where the picked place lies. */
  const shown = useMemo(
    () => (pickedAt === null ? null : { x: places.xs[pickedAt] ?? 0, y: places.ys[pickedAt] ?? 0, near }),
    [pickedAt, places, near],
  );
  return { drawn, shown, told: layers.find(({ layer }) => layer.id === ofLayer) ?? null };
}

/** What is written beside a place, or in its area. */
function labelOf(
  template: LinkedMap['label'],
  written: WrittenNumbers,
  places: Places,
  writing: { readonly current: BlockProps['text'] },
): ((place: number) => string) | null {
  return template === undefined
    ? null
    : (place) => writing.current(template, { row: rowWritten(places.rows[place] ?? {}, written) });
}

/** A row whose measured numbers are as grids write them; what has no value stays without words. */
export function rowWritten(row: Row, written: WrittenNumbers): Row {
  const texts = written.flatMap(({ id, format }) =>
    typeof row[id] === 'number' ? [[id, formatValue(format, row[id])] as const] : [],
  );
  return texts.length === 0 ? row : { ...row, ...Object.fromEntries(texts) };
}

/** Places whose rows the definition draws faintly. */
function useFaint(map: LinkedMap, places: Places, evaluate: BlockProps['evaluate']): ReadonlySet<number> {
  return useMemo(() => {
    const { faintWhen } = map;
    if (faintWhen === undefined) return noChoice;
    return new Set(places.rows.flatMap((row, at) => (evaluate(faintWhen, { row }) === true ? [at] : [])));
  }, [places, map, evaluate]);
}
