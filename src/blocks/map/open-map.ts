// The one door to leaflet: a plane that is moved and zoomed, tiles that we draw, and what a pointer does on it.
import L from 'leaflet';
import { degreesOf, type WorldBox, type WorldPoint, worldPoint } from '#src/core/mercator.ts';
import 'leaflet/dist/leaflet.css';

const tilePixels = 256;
const zooms = { min: 4, max: 20 };
/** Where nothing is to be seen yet: New South Wales. */
const state: WorldBox = boxOf(worldPoint(-28.2, 141), worldPoint(-37.5, 153.6));

function boxOf(one: WorldPoint, other: WorldPoint): WorldBox {
  return {
    west: Math.min(one.x, other.x),
    north: Math.min(one.y, other.y),
    east: Math.max(one.x, other.x),
    south: Math.max(one.y, other.y),
  };
}

export interface View {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** What a drag does: moves the map, or draws what chooses. */
export type Tool = 'move' | 'box' | 'polygon';

export interface MapEvents {
  /** A click: its point, a pixel's width in the plane, and whether it adds to what is chosen. */
  readonly onPick: (at: WorldPoint, pixel: number, adds: boolean) => void;
  readonly onBox: (box: WorldBox, adds: boolean) => void;
  readonly onPolygon: (corners: readonly WorldPoint[], adds: boolean) => void;
  /** Somebody moved or zoomed the map. */
  readonly onView: (view: View) => void;
}

export type Painter = (canvas: HTMLCanvasElement, x: number, y: number, zoom: number) => void;

export interface OpenMap {
  /** Draws all tiles that are on screen again. */
  readonly repaint: () => void;
  readonly fit: (box: WorldBox | null) => void;
  /** Moves so that a point is on screen. */
  readonly show: (at: WorldPoint) => void;
  readonly use: (tool: Tool) => void;
  readonly close: () => void;
}

const point = ({ lat, lng }: L.LatLng): WorldPoint => worldPoint(lat, lng);
const latLng = (at: WorldPoint): L.LatLng => {
  const { latitude, longitude } = degreesOf(at);
  return L.latLng(latitude, longitude);
};
const bounds = ({ west, north, east, south }: WorldBox) =>
  L.latLngBounds(latLng({ x: west, y: north }), latLng({ x: east, y: south }));

/** Opens a map in an element; nothing but what `paint` draws is on it. */
export function openMap(
  element: HTMLElement,
  view: View | null,
  box: WorldBox | null,
  paint: Painter,
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
  L.control.scale({ imperial: false, position: 'bottomleft' }).addTo(map);
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
  const tiles = new Tiles(paint);
  tiles.layer.addTo(map);
  const drawing = new Drawing(map, events);
  map.on('click', (event) => {
    if (drawing.takes(event)) return;
    const one = map.unproject([1, 0], map.getZoom()).lng - map.unproject([0, 0], map.getZoom()).lng;
    events.onPick(point(event.latlng), one / 360, adds(event.originalEvent));
  });
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
  return {
    repaint: () => tiles.repaint(),
    fit: showAll,
    show: (at) => {
      if (!map.getBounds().pad(-0.1).contains(latLng(at))) map.panTo(latLng(at), { animate: !still });
    },
    use: (tool) => drawing.use(tool),
    close: () => {
      // Leaflet tells of a move that it breaks off; the page that it would be written to may be the next one.
      ours = true;
      watch.disconnect();
      map.remove();
    },
  };
}

function adds(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey;
}

/** Tiles that are on screen, drawn anew where they stand: leaflet's own way makes all of them again, and flickers. */
class Tiles {
  readonly layer: L.GridLayer;
  readonly #shown = new Map<HTMLCanvasElement, L.Coords>();
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
    this.#shown.set(canvas, coords);
    this.#paint(canvas, coords.x, coords.y, coords.z);
    return canvas;
  }

  repaint(): void {
    for (const [canvas, { x, y, z }] of this.#shown) this.#paint(canvas, x, y, z);
  }
}

/** A box by a drag, or a polygon by clicks that a double click ends. */
class Drawing {
  readonly #map: L.Map;
  readonly #events: MapEvents;
  #tool: Tool = 'move';
  #from: L.LatLng | null = null;
  #corners: L.LatLng[] = [];
  #outline: L.Polygon | null = null;

  constructor(map: L.Map, events: MapEvents) {
    this.#map = map;
    this.#events = events;
    map.on('mousedown', ({ latlng, originalEvent }) => {
      if (this.#tool !== 'box' && !originalEvent.shiftKey) return;
      this.#from = latlng;
      map.dragging.disable();
      // What lies under the pointer on its way would be marked as text.
      originalEvent.preventDefault();
      map.getContainer().focus({ preventScroll: true });
    });
    map.on('mousemove', ({ latlng }) => {
      if (this.#from) this.#outlined(boxCorners(this.#from, latlng));
      else if (this.#corners.length > 0) this.#outlined([...this.#corners, latlng]);
    });
    map.on('mouseup', ({ latlng, originalEvent }) => this.#boxEnds(latlng, originalEvent));
    map.on('dblclick', ({ originalEvent }) => this.#polygonEnds(originalEvent));
  }

  use(tool: Tool): void {
    this.#tool = tool;
    this.#clear();
    this.#map.getContainer().style.cursor = tool === 'move' ? '' : 'crosshair';
    if (tool === 'polygon') this.#map.doubleClickZoom.disable();
    else this.#map.doubleClickZoom.enable();
  }

  /** Whether a click is part of what is being drawn. */
  takes({ latlng }: L.LeafletMouseEvent): boolean {
    if (this.#tool !== 'polygon') return false;
    this.#corners.push(latlng);
    this.#outlined(this.#corners);
    return true;
  }

  #boxEnds(to: L.LatLng, event: MouseEvent): void {
    const from = this.#from;
    if (!from) return;
    this.#clear();
    const [one, other] = [this.#map.latLngToContainerPoint(from), this.#map.latLngToContainerPoint(to)];
    // A press without a drag is a click.
    if (one.distanceTo(other) > 4) this.#events.onBox(boxOf(point(from), point(to)), adds(event));
  }

  #polygonEnds(event: MouseEvent): void {
    if (this.#tool !== 'polygon') return;
    const corners = this.#corners.map(point);
    this.#clear();
    if (corners.length >= 3) this.#events.onPolygon(corners, adds(event));
  }

  #outlined(corners: L.LatLngExpression[]): void {
    this.#outline ??= L.polygon([], { className: 'cad-map-drawing', interactive: false }).addTo(this.#map);
    this.#outline.setLatLngs(corners);
  }

  #clear(): void {
    this.#from = null;
    this.#corners = [];
    this.#outline?.remove();
    this.#outline = null;
    this.#map.dragging.enable();
  }
}

function boxCorners(one: L.LatLng, other: L.LatLng): L.LatLng[] {
  return [one, L.latLng(one.lat, other.lng), other, L.latLng(other.lat, one.lng)];
}
