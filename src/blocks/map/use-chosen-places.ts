// Which places are chosen: those of the rows whose keys are, here or in a table beside the map.
import { useMemo } from 'react';
import type { Row } from '#src/core/values.ts';
import { including, isSelected, nothing, toggle } from '#src/render/selection.ts';
import { useSelection } from '#src/render/shared-selection.ts';
import type { LinkedMap } from './link.ts';
import type { Places } from './places.ts';

export interface ChosenPlaces {
  readonly places: ReadonlySet<number>;
  /** The rows that are chosen, those without a place among them. */
  readonly rows: readonly Row[];
  readonly choose: (found: readonly number[], adds: boolean) => void;
  /** Chooses a place, or no longer. */
  readonly turn: (place: number) => void;
  readonly clear: () => void;
}

export function useChosenPlaces({ key, selection: name }: LinkedMap, places: Places): ChosenPlaces {
  const [selection, set] = useSelection(name);
  const keys = useMemo(
    () => places.rows.map((row, place) => (key === null ? String(place) : String(row[key]))),
    [places, key],
  );
  const chosen = useMemo(
    () => new Set(keys.flatMap((one, place) => (isSelected(selection, one) ? [place] : []))),
    [keys, selection],
  );
  const rows = useMemo(() => {
    const elsewhere =
      key === null ? [] : places.without.filter((row) => isSelected(selection, String(row[key])));
    return [...places.rows.filter((_, place) => chosen.has(place)), ...elsewhere];
  }, [places, chosen, selection, key]);
  const keyOf = (place: number) => keys[place] ?? '';
  return {
    places: chosen,
    rows,
    choose: (found, adds) => set(including(adds ? selection : nothing, found.map(keyOf))),
    turn: (place) => set(toggle(selection, keyOf(place))),
    clear: () => set(nothing),
  };
}
