import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { WorldBox, WorldPoint } from '#src/core/mercator.ts';
import { useKeys } from '#src/render/keys.ts';
import { inLight } from '#src/render/light-colours.ts';
import { useThemeName } from '#src/render/use-theme-name.ts';
import type { ThemeClass } from './classes.ts';
import { readColours } from './colours.ts';
import type { Tool } from './drawing.ts';
import type { Writer } from './label-layer.ts';
import type { LayerLook, Look } from './look.ts';
import { mapKeys } from './map-keys.ts';
import { type MapEvents, type OpenMap, openMap, type Painter } from './open-map.ts';
import { paintTile, tileBox } from './paint.ts';
import { paintGround } from './paint-areas.ts';
import { paintLabels } from './paint-labels.ts';
import { paintLots } from './paint-lots.ts';
import { paintStops, paintWay } from './paint-visits.ts';
import { isOutOfSight } from './shaped-places.ts';
import type { Lots } from './use-lots.ts';
import type { Parcels } from './use-parcels.ts';
import type { View } from './view.ts';

export type Drawn = Omit<Look, keyof ReturnType<typeof readColours> | 'layers'> & {
  /** Shapes, where rows have some. */
  readonly parcels: Parcels | null;
  /** Lots, drawn when zoomed in. */
  readonly lots: Lots | null;
  /** The order of visit; empty without one. */
  readonly visits: readonly WorldPoint[];
  readonly layers: readonly Omit<LayerLook, 'fills'>[];
};

type Coloured = Look & Pick<Drawn, 'parcels' | 'lots' | 'visits'>;

/** What is drawn, in the colours in force at an element. */
function coloured(element: Element, drawn: Drawn, classes: readonly ThemeClass[]): Coloured {
  const layers = drawn.layers.map((one) => ({
    ...one,
    fills: readColours(element, one.classes.classes).fills,
  }));
  return { ...drawn, layers, ...readColours(element, classes) };
}

export interface MapPictureProps extends MapEvents {
  readonly label: string;
  readonly drawn: Drawn;
  readonly classes: readonly ThemeClass[];
  /** Where the map stood before; null fits it to the places. */
  readonly view: View | null;
  readonly bounds: WorldBox | null;
  readonly tool: Tool;
  /** A point that must be on screen, or that is gone to. */
  readonly shown: (WorldPoint & { readonly near: boolean }) | null;
  /** A point that is gone to once. */
  readonly found: (WorldPoint & { readonly near: boolean }) | null;
  /** A box that is gone to. */
  readonly opened: WorldBox | null;
  /** Changes whenever the map is to show all places again. */
  readonly fitted: number;
}

/** The map itself: leaflet's element, and our tiles on it. */
export function MapPicture({
  label,
  drawn,
  classes,
  view,
  bounds,
  tool,
  shown,
  found,
  opened,
  fitted,
  ...events
}: MapPictureProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<OpenMap>(null);
  const look = useRef<Coloured>(null);
  const paper = useRef<() => Coloured>(null);
  const theme = useThemeName();
  const latest = useRef(events);
  latest.current = events;
  const begun = useRef({ view, bounds });
  const touched = useRef(view !== null);
  const [outOfSight, setOutOfSight] = useState(false);
  const page = useRef(globalThis.location.pathname);
  useKeys('Map', Object.values(mapKeys));

  useEffect(() => {
    if (!element.current) return;
    const paint: Painter = (brush, pixels, x, y, zoom) => {
      if (!look.current) return;
      const { parcels, lots } = look.current;
      const tile = tileBox(x, y, zoom);
      paintGround(brush, look.current, parcels?.tiles.at(zoom, x, y) ?? [], tile, pixels);
      if (lots) paintLots(brush, look.current, lots.tiles.at(zoom, x, y), tile, pixels);
      paintTile(brush, look.current, tile, pixels, zoom, parcels?.shows);
    };
    const write: Writer = (brush, box, zoom, onPaper) => {
      const shown = onPaper && paper.current ? paper.current() : look.current;
      if (!shown) return false;
      const { parcels, lots, visits } = shown;
      setOutOfSight(isOutOfSight(shown, box));
      if (onPaper) {
        const pixels = (box.east - box.west) * 256 * 2 ** zoom;
        paintGround(brush, shown, parcels?.tiles.drawn ? [...parcels.tiles.all()] : [], box, pixels);
        if (lots?.tiles.drawn) paintLots(brush, shown, [...lots.tiles.all()], box, pixels);
        paintTile(brush, shown, box, pixels, zoom, parcels?.shows);
      }
      paintWay(brush, shown, visits, box, zoom);
      const labels = paintLabels(brush, shown, visits, box, zoom, parcels?.shows);
      paintStops(brush, shown, visits, box, zoom);
      return onPaper || visits.length > 0 || labels > 0;
    };
    const made = openMap(
      element.current,
      begun.current.view,
      begun.current.bounds,
      { paint, write },
      {
        onPick: (...given) => latest.current.onPick(...given),
        onBox: (...given) => latest.current.onBox(...given),
        onPolygon: (...given) => latest.current.onPolygon(...given),
        onRadius: (...given) => latest.current.onRadius(...given),
        onSketch: (...given) => latest.current.onSketch(...given),
        onTell: (...given) => latest.current.onTell(...given),
        onLeave: () => latest.current.onLeave(),
        onView: (...given) => {
          touched.current = true;
          // A map that still glides while the next page comes would lead back to its own.
          if (globalThis.location.pathname === page.current) latest.current.onView(...given);
        },
      },
    );
    map.current = made;
    return () => {
      map.current = null;
      made.close();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's name stands for its colours
  useEffect(() => {
    if (!element.current) return;
    look.current = coloured(element.current, drawn, classes);
    paper.current = () => inLight('cad-map', (light) => coloured(light, drawn, classes));
    map.current?.repaint();
  }, [drawn, classes, theme]);

  // As long as nobody chose a view, it is of all places that have come so far.
  useEffect(() => {
    if (!touched.current) map.current?.fit(bounds);
  }, [bounds]);
  useEffect(() => map.current?.use(tool), [tool]);
  useEffect(() => {
    if (shown) map.current?.show(shown, shown.near);
  }, [shown]);
  useEffect(() => {
    if (found) map.current?.show(found, found.near);
  }, [found]);
  useEffect(() => {
    if (opened) map.current?.open(opened);
  }, [opened]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `fitted` is the wish, the bounds are read then
  useEffect(() => {
    if (fitted === 0) return;
    touched.current = false;
    map.current?.fit(bounds);
  }, [fitted]);

  return (
    <div className="cad-map-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the map and + and − zoom it */}
      <div ref={element} className="cad-map-picture" role="application" aria-label={label} tabIndex={0} />
      <p className="cad-map-elsewhere" role="status">
        {outOfSight ? 'Nothing listed lies in this view. Show all goes back to it.' : null}
      </p>
    </div>
  );
}
