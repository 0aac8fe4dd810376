import type { ReactNode } from 'react';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { FindBar, type FoundLot } from './find-bar.tsx';
import type { Picked } from './hit.ts';
import { LayerList } from './layer-list.tsx';
import { Legend } from './legend.tsx';
import type { LinkedMap } from './link.ts';
import type { LayerDrawn } from './look.ts';
import { LotsHere, type LotTold } from './lots-here.tsx';
import { PickedPlace, PlaceName } from './picked-place.tsx';
import { type Places, rowsAt } from './places.ts';
import type { LayerShown } from './use-layers.ts';
import type { Theme } from './use-theme.ts';
import { WithoutPlace } from './without-place.tsx';

/** Beside the picture: the search, what colours and layers mean, and what is told of a place. */
export function MapSide({
  map,
  rows,
  places,
  nowhere,
  colours: { theme, classes, off, turn },
  layers,
  lots,
  lotsHere,
  picked,
  told,
  onFound,
  onFoundLot,
  onProperty,
  isOnMap,
  onLots,
  onPicked,
  ...drawing
}: BlockProps & {
  readonly map: LinkedMap;
  readonly rows: readonly Row[];
  readonly places: Places;
  /** A row that was found and has no place. */
  readonly nowhere: Row | null;
  readonly colours: Theme;
  readonly layers: readonly LayerShown[];
  readonly lots: { readonly on: boolean; readonly turn: () => void } | null;
  /** The lots where was clicked, or the one that was found. */
  readonly lotsHere: readonly LotTold[];
  readonly picked: Picked | null;
  /** The layer of what is picked. */
  readonly told: LayerDrawn | null;
  readonly onFound: (row: Row) => void;
  readonly onFoundLot: (lot: FoundLot) => void;
  readonly isOnMap: (property: number) => boolean;
  readonly onProperty: (property: number) => void;
  readonly onLots: (lots: readonly LotTold[]) => void;
  readonly onPicked: (picked: Picked | null) => void;
}): ReactNode {
  return (
    <aside className="cad-map-side">
      {map.find.length > 0 ? (
        <FindBar map={map} rows={rows} text={drawing.text} onFound={onFound} onFoundLot={onFoundLot} />
      ) : null}
      {nowhere ? (
        <p role="status">
          <PlaceName {...drawing} map={map} row={nowhere} /> has no place on the map.
        </p>
      ) : null}
      {theme ? <Legend title={theme.title} classes={classes.classes} off={off} onSwitch={turn} /> : null}
      <LayerList layers={layers} rows={rows.length} lots={lots} />
      <LotsHere
        map={map}
        lots={lotsHere}
        scope={drawing.scope}
        isOnMap={isOnMap}
        onProperty={onProperty}
        onClose={() => onLots([])}
      />
      {picked && (told || picked.layer === undefined) ? (
        <PickedPlace
          {...drawing}
          map={told?.layer ?? map}
          source={told ? (drawing.sources[told.layer.data] ?? null) : drawing.source}
          here={rowsAt(told?.places ?? places, picked.here)}
          at={picked.at}
          streetKey={map.streetKey === undefined ? null : drawing.evaluate(map.streetKey)}
          onStep={(by) =>
            onPicked({ ...picked, at: (picked.at + by + picked.here.length) % picked.here.length })
          }
          onClose={() => onPicked(null)}
        />
      ) : null}
      <WithoutPlace {...drawing} map={map} rows={places.without} />
    </aside>
  );
}
