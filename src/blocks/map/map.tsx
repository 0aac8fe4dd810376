import { type ReactNode, useMemo, useState } from 'react';
import { type WorldBox, type WorldPoint, worldPoint } from '#src/core/mercator.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { EmptyState, ErrorCard, Skeleton } from '#src/render/states.tsx';
import { baseCredit } from './base-tiles.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { boxOfCluster, clusterAt } from './clusters.ts';
import type { Sketch, Tool } from './drawing.ts';
import { FindBar } from './find-bar.tsx';
import { LayerList } from './layer-list.tsx';
import { Legend } from './legend.tsx';
import { isMap, type LinkedMap } from './link.ts';
import { MapBar } from './map-bar.tsx';
import { MapPicture } from './map-picture.tsx';
import { dotRadius } from './paint.ts';
import { markReach } from './paint-layers.ts';
import { PickedPlace, PlaceName } from './picked-place.tsx';
import { type Picked, pickedOfAreas, pickedOfLayers } from './picking.ts';
import { placesAround, placesInBox, placesInPolygon, placesNear, rowsAt } from './places.ts';
import { cornersOf, withShapes, withShapesAt } from './shaped-places.ts';
import { SketchBar } from './tool-bar.tsx';
import { useAllRows } from './use-all-rows.ts';
import { useChosenPlaces } from './use-chosen-places.ts';
import { useDrawn } from './use-drawn.ts';
import { useLayers } from './use-layers.ts';
import { usePlaced } from './use-placed.ts';
import { useTheme } from './use-theme.ts';
import { useMapView } from './use-view.ts';
import { type View, zoomOf } from './view.ts';
import { WithoutPlace } from './without-place.tsx';
import './map.css';

const apartKey = 'apart';
/** Pixels that a click may miss a place by. */
const miss = 4;

export function MapBlock(props: BlockProps): ReactNode {
  return isMap(props.block) ? <MapOfRows {...props} map={props.block} /> : null;
}

function MapOfRows({ map, ...props }: BlockProps & { readonly map: LinkedMap }): ReactNode {
  const { source, sources, text, memory } = props;
  const loaded = useAllRows(source);
  const place = useMapView(props);
  const { view } = place;
  const { rows, state, failure, retry } = loaded;
  const [tool, setTool] = useState<Tool>('move');
  const [sketch, setSketch] = useState<Sketch | null>(null);
  const [nowhere, setNowhere] = useState<Row | null>(null);
  const [metres, setMetres] = useState('500');
  const [picked, setPicked] = useState<Picked | null>(null);
  const [apart, setApart] = useState(memory.get(apartKey) === true);
  const [opened, setOpened] = useState<WorldBox | null>(null);
  const [fitted, setFitted] = useState(0);

  const { places, areas, parcels } = usePlaced(map, rows);
  const chosen = useChosenPlaces(map, places);
  const colours = useTheme(map, places, props);
  const { theme, classes, off } = colours;
  const layers = useLayers(map, rows, props);
  const ofLayer = picked?.layer ?? null;
  const told = layers.drawn.find(({ layer }) => layer.id === ofLayer) ?? null;
  const pickedHere = picked?.here[picked.at] ?? null;
  const pickedAt = ofLayer === null ? pickedHere : null;
  const clustersBelow = apart ? 0 : map.clustersBelow;
  const drawn = useDrawn(map, props, {
    places,
    areas,
    parcels,
    classes,
    off,
    chosen: chosen.places,
    picked: pickedAt,
    pickedOfLayer: ofLayer === null ? null : { id: ofLayer, place: pickedHere },
    clustersBelow,
    layers: layers.drawn,
  });
  const near = picked?.near === true;
  const shown = useMemo(
    () => (pickedAt === null ? null : { x: places.xs[pickedAt] ?? 0, y: places.ys[pickedAt] ?? 0, near }),
    [pickedAt, places, near],
  );

  const credit = baseCredit();
  const title = text(map.title) || 'Map';
  if (state === 'failed') return <ErrorCard failure={failure} onRetry={retry} />;
  if (rows.length === 0 && state === 'loading') return <Skeleton lines={10} />;
  if (rows.length === 0) return <EmptyState>{map.empty}</EmptyState>;

  const seen = (place: number) => !off.has(classes.of[place] ?? 0);
  const choose = (found: readonly number[], adds: boolean) => {
    setPicked(null);
    chosen.choose(found.filter(seen), adds);
  };
  const around = (middle: WorldPoint, far: number, adds: boolean) => {
    setMetres(String(Math.round(far)));
    choose(placesAround(places, middle, far), adds);
  };
  const goTo = (row: Row) => {
    const place = places.rows.indexOf(row);
    setNowhere(place < 0 ? row : null);
    setPicked(place < 0 ? null : { here: [place], at: 0, near: true });
  };
  const pick = (at: WorldPoint, pixel: number, adds: boolean) => {
    const zoom = zoomOf(pixel);
    const above = adds ? null : pickedOfLayers(layers.drawn, at, (markReach(zoom) + miss) * pixel);
    if (above) return setPicked(above);
    const cluster = zoom < clustersBelow ? clusterAt(places, at, zoom, seen) : null;
    if (cluster) {
      const box = boxOfCluster(places, cluster);
      if (adds) choose(cluster.places, true);
      else if (box) setOpened(box);
      else setPicked({ here: cluster.places, at: 0 });
      return;
    }
    const near = placesNear(places, at, (dotRadius({ clustersBelow }, zoom) + miss) * pixel);
    const here = withShapesAt(parcels, near, at).filter(seen);
    const under = adds || here.length > 0 ? null : pickedOfAreas(layers.drawn, at);
    if (under) return setPicked(under);
    if (adds) {
      const [first] = here;
      if (first !== undefined) chosen.turn(first);
      return;
    }
    setPicked(here.length === 0 ? null : { here, at: 0 });
  };
  return (
    <section className="cad-map" aria-label={title} aria-busy={state === 'loading'}>
      {text(map.title) ? <h2 className="cad-map-name">{title}</h2> : null}
      <MapBar
        themes={map.colours}
        theme={theme}
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
          label={`${title}. Arrow keys move it, + and − zoom it.`}
          drawn={drawn}
          classes={classes.classes}
          view={view}
          bounds={places.bounds}
          tool={tool}
          shown={shown}
          opened={opened}
          fitted={fitted}
          onPick={pick}
          onBox={(box, adds) => choose(withShapes(parcels, placesInBox(places, box), cornersOf(box)), adds)}
          onPolygon={(corners, adds) =>
            choose(withShapes(parcels, placesInPolygon(places, corners), corners), adds)
          }
          onRadius={(middle, far, adds) => around(middle, far ?? Number(metres), adds)}
          onSketch={setSketch}
          onView={place.move}
        />
        <aside className="cad-map-side">
          {map.find.length > 0 ? <FindBar map={map} rows={rows} text={text} onFound={goTo} /> : null}
          {nowhere ? (
            <p role="status">
              <PlaceName {...props} map={map} row={nowhere} /> has no place on the map.
            </p>
          ) : null}
          {theme ? (
            <Legend title={theme.title} classes={classes.classes} off={off} onSwitch={colours.turn} />
          ) : null}
          <LayerList layers={layers.shown} rows={rows.length} />
          {picked && (told || ofLayer === null) ? (
            <PickedPlace
              {...props}
              map={told?.layer ?? map}
              source={told ? (sources[told.layer.data] ?? null) : source}
              here={rowsAt(told?.places ?? places, picked.here)}
              at={picked.at}
              onStep={(by) =>
                setPicked({ ...picked, at: (picked.at + by + picked.here.length) % picked.here.length })
              }
              onClose={() => setPicked(null)}
            />
          ) : null}
          <WithoutPlace {...props} map={map} rows={places.without} />
        </aside>
      </div>
      {credit === '' ? null : <p className="cad-map-credit">{credit}</p>}
      <ChosenBar {...props} map={map} rows={chosen.rows} onClear={chosen.clear} />
    </section>
  );
}

/** Where the map's middle is; before it was moved that of all places. */
function middleOf(view: View | null, bounds: WorldBox | null): WorldPoint | null {
  if (view) return worldPoint(view.latitude, view.longitude);
  return bounds && { x: (bounds.west + bounds.east) / 2, y: (bounds.north + bounds.south) / 2 };
}
