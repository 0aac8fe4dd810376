// What the picture draws; another object whenever it is to be drawn again, and only then.
import { useMemo, useRef } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import type { LinkedMap } from './link.ts';
import type { LayerDrawn } from './look.ts';
import type { Drawn } from './map-picture.tsx';
import type { Places } from './places.ts';

const noChoice: ReadonlySet<number> = new Set();

type Given = Pick<
  Drawn,
  'places' | 'areas' | 'parcels' | 'classes' | 'off' | 'chosen' | 'picked' | 'clustersBelow'
> & {
  readonly pickedOfLayer: { readonly id: string; readonly place: number | null } | null;
  readonly layers: readonly LayerDrawn[];
};

export function useDrawn(
  map: LinkedMap,
  { text, evaluate }: Pick<BlockProps, 'text' | 'evaluate'>,
  { places, areas, parcels, classes, off, chosen, picked, clustersBelow, pickedOfLayer, layers: on }: Given,
): Drawn {
  const writing = useRef(text);
  writing.current = text;
  const faint = useFaint(map, places, evaluate);
  const label = useMemo(() => labelOf(map.label, places, writing), [map, places]);
  const { id = null, place = null } = pickedOfLayer ?? {};
  const layers = useMemo(
    () =>
      on.map((one) => ({
        ...one,
        picked: id === one.layer.id ? place : null,
        label: labelOf(one.layer.label, one.places, writing),
      })),
    [on, id, place],
  );
  const { labelsFrom } = map;
  return useMemo(
    () => ({
      places,
      areas,
      parcels,
      classes,
      off,
      chosen,
      picked,
      clustersBelow,
      faint,
      label,
      labelsFrom,
      layers,
    }),
    [places, areas, parcels, classes, off, chosen, picked, clustersBelow, faint, label, labelsFrom, layers],
  );
}

/** What is written beside a place, or in its area. */
function labelOf(
  template: LinkedMap['label'],
  places: Places,
  writing: { readonly current: BlockProps['text'] },
): ((place: number) => string) | null {
  return template === undefined
    ? null
    : (place) => writing.current(template, { row: places.rows[place] ?? {} });
}

/** Places whose rows the definition draws faintly. */
function useFaint(map: LinkedMap, places: Places, evaluate: BlockProps['evaluate']): ReadonlySet<number> {
  return useMemo(() => {
    const { faintWhen } = map;
    if (faintWhen === undefined) return noChoice;
    return new Set(places.rows.flatMap((row, at) => (evaluate(faintWhen, { row }) === true ? [at] : [])));
  }, [places, map, evaluate]);
}
