import { type ReactNode, useMemo, useState } from 'react';
import { formatValue } from '#src/core/format.ts';
import { type WorldBox, type WorldPoint, worldPoint } from '#src/core/mercator.ts';
import { counted } from '#src/core/nouns.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useReferenceList } from '#src/render/reference.ts';
import { EmptyState, ErrorCard, Skeleton } from '#src/render/states.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { classesOf } from './classes.ts';
import type { Sketch, Tool } from './drawing.ts';
import { FindBar } from './find-bar.tsx';
import { Legend } from './legend.tsx';
import { isMap, type LinkedMap } from './link.ts';
import { MapPicture } from './map-picture.tsx';
import { mostDrawn } from './most.ts';
import type { View } from './open-map.ts';
import { radiusAt } from './paint.ts';
import { PickedPlace, PlaceName } from './picked-place.tsx';
import { placesAround, placesInBox, placesInPolygon, placesNear, placesOf, rowsAt } from './places.ts';
import { SketchBar, ToolBar } from './tool-bar.tsx';
import { useAllRows } from './use-all-rows.ts';
import { useChosenPlaces } from './use-chosen-places.ts';
import { readView, writeView } from './view.ts';
import './map.css';

/** Rows that lie where was clicked, and which of them is told of; `near` for one that the map went to. */
interface Picked {
  readonly here: readonly number[];
  readonly at: number;
  readonly near?: boolean;
}

const noChoice: ReadonlySet<number> = new Set();
const themeKey = 'by';
const viewKey = 'at';
/** Pixels that a click may miss a place by. */
const miss = 4;
/** Rows without a place that are named. */
const named = 50;

export function MapBlock(props: BlockProps): ReactNode {
  return isMap(props.block) ? <MapOfRows {...props} map={props.block} /> : null;
}

function MapOfRows({ map, ...props }: BlockProps & { readonly map: LinkedMap }): ReactNode {
  const { source, screen, text, evaluate, memory, url } = props;
  const { rows, total, state, failure, retry } = useAllRows(source);
  const themeId = url.get(themeKey) ?? memory.get(themeKey);
  const theme = map.colours.find(({ field }) => field.id === themeId) ?? map.colours[0] ?? null;
  const reference = useReferenceList(theme?.field.list ?? null);
  const [off, setOff] = useState(noChoice);
  const [tool, setTool] = useState<Tool>('move');
  const [sketch, setSketch] = useState<Sketch | null>(null);
  const [nowhere, setNowhere] = useState<Row | null>(null);
  const [metres, setMetres] = useState('500');
  const [picked, setPicked] = useState<Picked | null>(null);
  const [fitted, setFitted] = useState(0);

  const places = useMemo(() => placesOf(rows, map.latitude, map.longitude), [rows, map]);
  const chosen = useChosenPlaces(map, places);
  const codes = theme?.field.codes
    ? (screen.codes[theme.field.codes] ?? null)
    : theme?.field.list
      ? reference.rows
      : null;
  const classes = useMemo(() => classesOf(places.rows, theme, codes), [places, theme, codes]);
  const faint = useMemo(() => {
    const { faintWhen } = map;
    if (faintWhen === undefined) return noChoice;
    return new Set(places.rows.flatMap((row, at) => (evaluate(faintWhen, { row }) === true ? [at] : [])));
  }, [places, map, evaluate]);
  const pickedAt = picked?.here[picked.at] ?? null;
  const drawn = useMemo(
    () => ({ places, classes, off, faint, chosen: chosen.places, picked: pickedAt }),
    [places, classes, off, faint, chosen.places, pickedAt],
  );
  const near = picked?.near === true;
  const shown = useMemo(
    () => (pickedAt === null ? null : { x: places.xs[pickedAt] ?? 0, y: places.ys[pickedAt] ?? 0, near }),
    [pickedAt, places, near],
  );

  const title = text(map.title) || 'Map';
  if (state === 'failed') return <ErrorCard failure={failure} onRetry={retry} />;
  if (rows.length === 0 && state === 'loading') return <Skeleton lines={10} />;
  if (rows.length === 0) return <EmptyState>{map.empty}</EmptyState>;

  const seen = (place: number) => !off.has(classes.of[place] ?? 0);
  const choose = (found: readonly number[], adds: boolean) => {
    setPicked(null);
    chosen.choose(found.filter(seen), adds);
  };
  const view = readView(url.get(viewKey));
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
    const here = placesNear(places, at, (radiusAt(view?.zoom ?? 17) + miss) * pixel).filter(seen);
    if (adds) {
      const [first] = here;
      if (first !== undefined) chosen.turn(first);
      return;
    }
    setPicked(here.length === 0 ? null : { here, at: 0 });
  };
  return (
    <section className="cad-map" aria-label={title} aria-busy={state === 'loading'}>
      <div className="cad-map-bar">
        {map.colours.length > 0 ? (
          <label>
            Colour by{' '}
            <select
              value={theme?.field.id}
              onChange={(event) => {
                setOff(noChoice);
                memory.set(themeKey, event.target.value);
                url.set(themeKey, event.target.value);
              }}
            >
              {map.colours.map(({ field, title: name }) => (
                <option key={field.id} value={field.id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <ToolBar tool={tool} onTool={setTool} />
        <button
          type="button"
          className="cad-button"
          onClick={() => {
            url.set(viewKey, undefined);
            setFitted((n) => n + 1);
          }}
        >
          Show all
        </button>
        <span className="cad-map-told" role="status">
          {state === 'loading'
            ? `${formatValue('integer', rows.length)} of ${total === null ? '…' : formatValue('integer', total)}`
            : counted(places.rows.length, map.noun)}
          {total !== null && total > mostDrawn && state === 'ready'
            ? `: the first of ${formatValue('integer', total)}. Narrow the search to see all.`
            : null}
        </span>
      </div>
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
          fitted={fitted}
          onPick={pick}
          onBox={(box, adds) => choose(placesInBox(places, box), adds)}
          onPolygon={(corners, adds) => choose(placesInPolygon(places, corners), adds)}
          onRadius={(middle, far, adds) => around(middle, far ?? Number(metres), adds)}
          onSketch={setSketch}
          onView={(next) => url.set(viewKey, writeView(next))}
        />
        <aside className="cad-map-side">
          {map.find.length > 0 ? <FindBar map={map} rows={rows} text={text} onFound={goTo} /> : null}
          {nowhere ? (
            <p role="status">
              <PlaceName {...props} map={map} row={nowhere} /> has no place on the map.
            </p>
          ) : null}
          {theme ? (
            <Legend
              title={theme.title}
              classes={classes.classes}
              off={off}
              onSwitch={(at) => setOff(switched(off, at))}
            />
          ) : null}
          {picked ? (
            <PickedPlace
              {...props}
              map={map}
              here={rowsAt(places, picked.here)}
              at={picked.at}
              onStep={(by) =>
                setPicked({ ...picked, at: (picked.at + by + picked.here.length) % picked.here.length })
              }
              onClose={() => setPicked(null)}
            />
          ) : null}
          {places.without.length > 0 ? (
            <details className="cad-map-without">
              <summary>{counted(places.without.length, map.noun)} without a place</summary>
              <ul>
                {places.without.slice(0, named).map((row, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer never move
                  <li key={at}>
                    <PlaceName {...props} map={map} row={row} />
                  </li>
                ))}
              </ul>
              {places.without.length > named ? (
                <p>and {formatValue('integer', places.without.length - named)} more</p>
              ) : null}
            </details>
          ) : null}
        </aside>
      </div>
      <ChosenBar {...props} map={map} rows={chosen.rows} onClear={chosen.clear} />
    </section>
  );
}

function switched(set: ReadonlySet<number>, at: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(at)) next.add(at);
  return next;
}

/** Where the map's middle is; before it was moved that of all places. */
function middleOf(view: View | null, bounds: WorldBox | null): WorldPoint | null {
  if (view) return worldPoint(view.latitude, view.longitude);
  return bounds && { x: (bounds.west + bounds.east) / 2, y: (bounds.north + bounds.south) / 2 };
}
