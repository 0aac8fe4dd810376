import { type ReactNode, useState } from 'react';
import { type WorldBox, type WorldPoint, worldPoint } from '#src/core/mercator.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { EmptyState, ErrorCard, Skeleton } from '#src/render/states.tsx';
import { baseCredit } from './base-tiles.ts';
import { ChosenBar } from './chosen-bar.tsx';
import type { Sketch, Tool } from './drawing.ts';
import type { Picked } from './hit.ts';
import { isMap, type LinkedMap } from './link.ts';
import { MapBar } from './map-bar.tsx';
import { MapPicture } from './map-picture.tsx';
import { MapSide } from './map-side.tsx';
import { type Places, placesAround, placesInBox, placesInPolygon } from './places.ts';
import { cornersOf, withShapes } from './shaped-places.ts';
import { SketchBar } from './tool-bar.tsx';
import { useAllRows } from './use-all-rows.ts';
import { useChosenPlaces } from './use-chosen-places.ts';
import { useDrawn } from './use-drawn.ts';
import { useLayers } from './use-layers.ts';
import { useLots } from './use-lots.ts';
import { pickingOf, usePicked } from './use-picked.ts';
import { usePlaced } from './use-placed.ts';
import { useTheme } from './use-theme.ts';
import { useMapView } from './use-view.ts';
import { useVisits } from './use-visits.ts';
import type { View } from './view.ts';
import { VisitList } from './visit-list.tsx';
import './map.css';

const apartKey = 'apart';

export function MapBlock(props: BlockProps): ReactNode {
  return isMap(props.block) ? <MapOfRows {...props} map={props.block} /> : null;
}

function MapOfRows({ map, ...props }: BlockProps & { readonly map: LinkedMap }): ReactNode {
  const { source, text, memory } = props;
  const loaded = useAllRows(source);
  const place = useMapView(props);
  const { view } = place;
  const { rows, failure, retry } = loaded;
  const [tool, setTool] = useState<Tool>('move');
  const [sketch, setSketch] = useState<Sketch | null>(null);
  const [metres, setMetres] = useState('500');
  const [apart, setApart] = useState(memory.get(apartKey) === true);
  const [fitted, setFitted] = useState(0);
  const state = usePicked();
  const { picked } = state;

  const { places, areas, parcels } = usePlaced(map, rows);
  const chosen = useChosenPlaces(map, places);
  const colours = useTheme(map, places, props);
  const layers = useLayers(map, rows, props);
  const clustersBelow = apart ? 0 : map.clustersBelow;
  const { lots, ...lotSwitch } = useLots(map.lots, props);
  const visits = useVisits(map);
  const { drawn, shown, told } = useDrawn(
    {
      map,
      places,
      areas,
      colours,
      chosen: chosen.places,
      picked,
      layers: layers.drawn,
      parcels,
      lots,
      visits: visits.stops,
      clustersBelow,
    },
    props,
  );

  const credit = baseCredit();
  const title = text(map.title) || 'Map';
  if (loaded.state === 'failed') return <ErrorCard failure={failure} onRetry={retry} />;
  if (rows.length === 0 && loaded.state === 'loading') return <Skeleton lines={10} />;
  if (rows.length === 0) return <EmptyState>{map.empty}</EmptyState>;

  const { classes, off } = colours;
  const seen = (place: number) => !off.has(classes.of[place] ?? 0);
  const { choose, pick, goTo, goToLot, pickProperty, isOnMap } = pickingOf(state, {
    map,
    places,
    seen,
    chosen,
    layers: layers.drawn,
    parcels,
    lots,
    clustersBelow,
  });
  const around = (middle: WorldPoint, far: number, adds: boolean) => {
    setMetres(String(Math.round(far)));
    choose(placesAround(places, middle, far), adds);
  };
  return (
    <section className="cad-map" aria-label={title} aria-busy={loaded.state === 'loading'}>
      {text(map.title) ? <h2 className="cad-map-name">{title}</h2> : null}
      <MapBar
        themes={map.colours}
        theme={colours.theme}
        onTheme={colours.choose}
        tool={tool}
        onTool={setTool}
        onShowAll={() => {
          place.forget();
          setFitted((n) => n + 1);
        }}
        together={map.clustersBelow > 0 ? !apart : null}
        onTogether={() => {
          memory.set(apartKey, !apart);
          setApart(!apart);
        }}
        loaded={loaded}
        placed={places.rows.length}
        noun={map.noun}
      />
      <SketchBar
        tool={tool}
        sketch={sketch}
        metres={metres}
        onMetres={setMetres}
        around={shown ? 'the picked place' : 'the middle of the map'}
        onChoose={() => {
          const middle = shown ?? middleOf(view, places.bounds);
          if (middle) around(middle, Number(metres), false);
        }}
      />
      <div className="cad-map-body">
        <MapPicture
          label={`${title}. Arrow keys move it, + and − zoom it, Enter picks what lies under the cross-hair.`}
          drawn={drawn}
          classes={classes.classes}
          view={view}
          bounds={places.bounds}
          tool={tool}
          shown={shown}
          found={state.found}
          opened={state.opened}
          fitted={fitted}
          onPick={pick}
          onBox={(box, adds) => choose(withShapes(parcels, placesInBox(places, box), cornersOf(box)), adds)}
          onPolygon={(corners, adds) =>
            choose(withShapes(parcels, placesInPolygon(places, corners), corners), adds)
          }
          onRadius={(middle, far, adds) => around(middle, far ?? Number(metres), adds)}
          onSketch={setSketch}
          onTell={state.setSaid}
          onLeave={() => {
            setTool('move');
            state.setSaid('The map is moved again.');
          }}
          onView={place.move}
        />
        <MapSide
          {...props}
          map={map}
          rows={rows}
          places={places}
          nowhere={state.nowhere}
          colours={colours}
          layers={layers.shown}
          lots={map.lots ? lotSwitch : null}
          lotsHere={state.lotsHere}
          picked={picked}
          told={told}
          onFound={goTo}
          onFoundLot={goToLot}
          isOnMap={isOnMap}
          onProperty={pickProperty}
          onLots={state.setLotsHere}
          onPicked={state.setPicked}
        />
      </div>
      <p className="cad-visually-hidden" role="status">
        {state.said}
      </p>
      {credit === '' ? null : <p className="cad-map-credit">{credit}</p>}
      {visits.stops.length > 0 ? (
        <VisitList
          {...props}
          map={map}
          stops={visits.stops}
          without={visits.without}
          onFirst={visits.beginAt}
          onClose={visits.close}
        />
      ) : null}
      <ChosenBar
        {...props}
        map={map}
        rows={chosen.rows}
        onVisit={visits.offeredFor(chosen.rows, pickedRow(places, picked))}
        onClear={chosen.clear}
      />
    </section>
  );
}

/** The row of the map that is told of. */
function pickedRow(places: Places, picked: Picked | null): Row | null {
  const at = picked?.layer === undefined ? picked?.here[picked.at] : undefined;
  return at === undefined ? null : (places.rows[at] ?? null);
}

/** Where the map's middle is; before it was moved that of all places. */
function middleOf(view: View | null, bounds: WorldBox | null): WorldPoint | null {
  if (view) return worldPoint(view.latitude, view.longitude);
  return bounds && { x: (bounds.west + bounds.east) / 2, y: (bounds.north + bounds.south) / 2 };
}
