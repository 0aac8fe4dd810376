// What is picked on the map, by a click, by keys or by a search, and what is said of it.
import { useState } from 'react';
import { type WorldBox, type WorldPoint, worldPoint } from '#src/core/mercator.ts';
import { counted } from '#src/core/nouns.ts';
import type { Row } from '#src/core/values.ts';
import { boxOfCluster } from './clusters.ts';
import type { FoundLot } from './find-bar.tsx';
import { hitAt, type Picked } from './hit.ts';
import type { LinkedMap } from './link.ts';
import type { LayerDrawn } from './look.ts';
import { lotsAt } from './lots.ts';
import type { LotTold } from './lots-here.tsx';
import type { Places } from './places.ts';
import type { ChosenPlaces } from './use-chosen-places.ts';
import type { Lots } from './use-lots.ts';
import type { Parcels } from './use-parcels.ts';

type Near = WorldPoint & { readonly near: true };

export function usePicked() {
  const [picked, setPicked] = useState<Picked | null>(null);
  const [lotsHere, setLotsHere] = useState<readonly LotTold[]>([]);
  const [found, setFound] = useState<Near | null>(null);
  const [nowhere, setNowhere] = useState<Row | null>(null);
  const [opened, setOpened] = useState<WorldBox | null>(null);
  const [said, setSaid] = useState('');
  return {
    picked,
    setPicked,
    lotsHere,
    setLotsHere,
    /** Where a lot lies that was searched for. */
    found,
    setFound,
    /** A row that was found and has no place. */
    nowhere,
    setNowhere,
    /** The box of a group of places that was opened. */
    opened,
    setOpened,
    /** For whoever does not see what was done. */
    said,
    setSaid,
  };
}

export function pickingOf(
  { setPicked, setLotsHere, setFound, setNowhere, setOpened, setSaid }: ReturnType<typeof usePicked>,
  {
    map,
    places,
    seen,
    chosen,
    layers,
    parcels,
    lots,
    clustersBelow,
  }: {
    readonly map: LinkedMap;
    readonly places: Places;
    /** Whether the legend leaves a place on the map. */
    readonly seen: (place: number) => boolean;
    readonly chosen: ChosenPlaces;
    readonly layers: readonly LayerDrawn[];
    readonly parcels: Parcels | null;
    readonly lots: Lots | null;
    readonly clustersBelow: number;
  },
) {
  const choose = (found: readonly number[], adds: boolean) => {
    setPicked(null);
    setLotsHere([]);
    const some = found.filter(seen);
    chosen.choose(some, adds);
    setSaid(
      some.length === 0
        ? `None of the ${map.noun} lies there.`
        : `${counted(some.length, map.noun)} found there.`,
    );
  };
  const placesOfProperty = (property: number) => (parcels?.rowsOf.get(property) ?? []).filter(seen);
  const pickProperty = (property: number) => {
    const here = placesOfProperty(property);
    setPicked(here.length === 0 ? null : { here, at: 0 });
  };
  return {
    choose,
    pickProperty,
    isOnMap: (property: number) => placesOfProperty(property).length > 0,
    goTo: (row: Row) => {
      const place = places.rows.indexOf(row);
      setNowhere(place < 0 ? row : null);
      setLotsHere([]);
      setPicked(place < 0 ? null : { here: [place], at: 0, near: true });
    },
    goToLot: ({ property_id: property, lat, lon, ...lot }: FoundLot) => {
      setNowhere(null);
      pickProperty(property);
      setLotsHere([{ ...lot, property }]);
      setFound({ ...worldPoint(lat, lon), near: true });
    },
    pick: (at: WorldPoint, pixel: number, adds: boolean) => {
      setLotsHere([]);
      const marks = adds ? [] : layers;
      const hit = hitAt({ places, layers: marks, parcels, clustersBelow }, at, pixel, seen);
      if (hit.what === 'mark') return setPicked(hit.picked);
      if (hit.what === 'cluster') {
        const box = boxOfCluster(places, hit.cluster);
        if (adds) choose(hit.cluster.places, true);
        else if (box) setOpened(box);
        else setPicked({ here: hit.cluster.places, at: 0 });
        return;
      }
      const { here, under } = hit;
      const [first] = here;
      if (adds && first !== undefined) chosen.turn(first);
      if (adds) return;
      setPicked(first === undefined ? under : { here, at: 0 });
      const over = lots?.tiles.drawn ? lotsAt(lots.tiles.all(), at) : [];
      setLotsHere(over);
      if (over.length > 1) setSaid(`${over.length} lots lie over one another here.`);
      else if (first !== undefined) setSaid(`${counted(here.length, map.noun)} picked.`);
      else setSaid(under ? `${counted(under.here.length, 'areas')} picked.` : 'Nothing lies there.');
    },
  };
}
