// The one door to leaflet: a plane that is moved and zoomed, tiles that we draw, and what a pointer does on it.
import L from 'leaflet';
import { type WorldBox, type WorldPoint, worldPoint } from '#src/core/mercator.ts';
import { addBaseTiles } from './base-tiles.ts';
import { CrossHair } from './cross-hair.ts';
import { Drawing, type DrawingEvents, type Tool } from './drawing.ts';
import { LabelLayer, type Writer } from './label-layer.ts';
import { adds, bounds, boxOf, latLng, point } from './leaflet-points.ts';
import type { Brush } from './look.ts';
import { onPaper } from './on-paper.ts';
import type { View } from './view.ts';
import 'leaflet/dist/leaflet.css';

const tilePixels = 256;
const zooms = { min: 4, max: 20 };
/** Where a street's lots are told apart. */
const nearZoom = 17;
/** Where nothing is to be seen yet: New South Wales. */
const state: WorldBox = boxOf(worldPoint(-28.2, 141), worldPoint(-37.5, 153.6));

export interface MapEvents extends DrawingEvents {
  /** A click: its point, a pixel's width in the plane, and whether it adds to what is chosen. */
  readonly onPick: (at: WorldPoint, pixel: number, adds: boolean) => void;
  /** Somebody moved or zoomed the map. */
  readonly onView: (view: View) => void;
}

/** What draws on a tile. */
export type TileBrush = Pick<CanvasRenderingContext2D, keyof Brush | 'setLineDash'>;

/** Draws on a tile that is clear and so many pixels wide. */
export type Painter = (brush: TileBrush, pixels: number, x: number, y: number, zoom: number) => void;

export interface OpenMap {
  /** Draws all tiles that are on screen again. */
  readonly repaint: () => void;
  readonly fit: (box: WorldBox | null) => void;
  /** Moves so that a point is on screen, or, near, goes to it. */
  readonly show: (at: WorldPoint, near: boolean) => void;
  /** Goes to a box. */
  readonly open: (box: WorldBox) => void;
  readonly use: (tool: Tool) => void;
  readonly close: () => void;
}

/** Opens a map in an element; nothing but what `paint` draws is on it. */
export function openMap(
  element: HTMLElement,
  view: View | null,
  box: WorldBox | null,
  { paint, write }: { readonly paint: Painter; readonly write: Writer },
  events: MapEvents,
): OpenMap {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(element, {
    attributionControl: false,
    boxZoom: false,
    zoomAnimation: !still,
    fadeAnimation: false,
    inertia: !still,
    minZoom: zooms.min,
    maxZoom: zooms.max,
    zoomControl: false,
  });
  L.control
    .zoom({ position: 'topleft', zoomInTitle: 'Nearer (+)', zoomOutTitle: 'Further away (−)' })
    .addTo(map);
  L.control.scale({ imperial: false, position: 'bottomleft', updateWhenIdle: true }).addTo(map);
  // What the page does of itself is nobody's choice of a view.
  let ours = true;
  const showAll = (to: WorldBox | null) => {
    ours = true;
    map.fitBounds(bounds(to ?? state), { padding: [24, 24], maxZoom: 17, animate: false });
    ours = false;
  };
  if (view) map.setView([view.latitude, view.longitude], view.zoom, { animate: false });
  else showAll(box);
  ours = false;
  addBaseTiles(map);
  const tiles = new Tiles(paint);
  tiles.layer.addTo(map);
  const labels = new LabelLayer(map, write);
  const drawing = new Drawing(map, events);
  const pick = (at: L.LatLng, adding: boolean) => {
    const one = map.unproject([1, 0], map.getZoom()).lng - map.unproject([0, 0], map.getZoom()).lng;
    events.onPick(point(at), one / 360, adding);
  };
  map.on('click', (event) => {
    if (!drawing.takes(event)) pick(event.latlng, adds(event.originalEvent));
  });
  const crossHair = new CrossHair(map, drawing, pick);
  map.on('moveend', () => {
    if (ours) return;
    const { lat, lng } = map.getCenter();
    events.onView({ latitude: lat, longitude: lng, zoom: map.getZoom() });
  });
  const watch = new ResizeObserver(() => {
    ours = true;
    map.invalidateSize({ animate: false });
    ours = false;
  });
  watch.observe(element);
  const paper = onPaper(map, element, (paper) => labels.draw(paper));
  return {
    repaint: () => {
      tiles.repaint();
      labels.draw();
    },
    fit: showAll,
    show: (at, near) => {
      if (near) map.setView(latLng(at), Math.max(map.getZoom(), nearZoom), { animate: false });
      else if (!map.getBounds().pad(-0.1).contains(latLng(at))) map.panTo(latLng(at), { animate: !still });
    },
    open: (box) => map.fitBounds(bounds(box), { padding: [24, 24], maxZoom: nearZoom, animate: !still }),
    use: (tool) => {
      drawing.use(tool);
      crossHair.reset();
    },
    close: () => {
      // Leaflet tells of a move that it breaks off; the page that it would be written to may be the next one.
      ours = true;
      watch.disconnect();
      paper.leave();
      map.remove();
    },
  };
}

interface Tile {
  readonly coords: L.Coords;
  readonly brush: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  /** Of the screen for each pixel of the page. */
  readonly dense: number;
}

/** Tiles that are on screen, drawn anew where they stand: leaflet's own way makes all of them again, and flickers. */
class Tiles {
  readonly layer: L.GridLayer;
  readonly #shown = new Map<HTMLCanvasElement, Tile>();
  readonly #paint: Painter;

  constructor(paint: Painter) {
    this.#paint = paint;
    const make = (coords: L.Coords) => this.#made(coords);
    const Layer = L.GridLayer.extend({ createTile: make }) as typeof L.GridLayer;
    this.layer = new Layer({ tileSize: tilePixels, updateWhenZooming: false, keepBuffer: 1 });
    this.layer.on('tileunload', (event) => {
      if (event.tile instanceof HTMLCanvasElement) this.#shown.delete(event.tile);
    });
  }

  #made(coords: L.Coords): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    const dense = globalThis.devicePixelRatio || 1;
    canvas.width = tilePixels * dense;
    canvas.height = tilePixels * dense;
    const tile: Tile = { coords, brush: brushOf(canvas), dense };
    this.#shown.set(canvas, tile);
    this.#draw(tile);
    return canvas;
  }

  #draw({ coords: { x, y, z }, brush, dense }: Tile): void {
    if (!brush) return;
    brush.setTransform(dense, 0, 0, dense, 0, 0);
    brush.clearRect(0, 0, tilePixels, tilePixels);
    this.#paint(brush, tilePixels, x, y, z);
  }

  repaint(): void {
    for (const tile of this.#shown.values()) this.#draw(tile);
  }
}

/** Drawn on beside the page, where it can be: a canvas of the page is copied with each frame of a move, though nothing on it changed. */
function brushOf(canvas: HTMLCanvasElement): Tile['brush'] {
  return 'transferControlToOffscreen' in canvas
    ? canvas.transferControlToOffscreen().getContext('2d')
    : (canvas as HTMLCanvasElement).getContext('2d');
}
