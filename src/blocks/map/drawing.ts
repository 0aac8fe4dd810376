// What a pointer draws on the map: a box or a circle by a drag, a polygon or a line that is measured by clicks.
import L from 'leaflet';
import { metresBetween, type WorldBox, type WorldPoint } from '#src/core/mercator.ts';
import { adds, boxOf, point } from './leaflet-points.ts';

/** What a drag or a click does: moves the map and picks, draws what chooses, or measures. */
export type Tool = 'move' | 'box' | 'polygon' | 'radius' | 'measure';

export interface DrawingEvents {
  readonly onBox: (box: WorldBox, adds: boolean) => void;
  readonly onPolygon: (corners: readonly WorldPoint[], adds: boolean) => void;
  /** A circle; null metres where there was a click and no drag. */
  readonly onRadius: (middle: WorldPoint, metres: number | null, adds: boolean) => void;
  /** What is being drawn, as far as it is there; nothing once it is away. */
  readonly onSketch: (sketch: Sketch | null) => void;
}

export interface Sketch {
  readonly kind: 'radius' | 'measure';
  readonly points: readonly WorldPoint[];
}

/** Tools whose corners are clicked, and whose last click is double. */
const clicked: ReadonlySet<Tool> = new Set(['polygon', 'measure']);
/** A press without a drag is a click; in pixels. */
const still = 4;
const look = { className: 'cad-map-drawing', interactive: false } as const;

export class Drawing {
  readonly #map: L.Map;
  readonly #events: DrawingEvents;
  #tool: Tool = 'move';
  #from: L.LatLng | null = null;
  /** A box is drawn though the tool is another. */
  #boxed = false;
  #corners: L.LatLng[] = [];
  /** The line that is measured has its last point. */
  #ended = false;
  #outline: L.Path | null = null;

  constructor(map: L.Map, events: DrawingEvents) {
    this.#map = map;
    this.#events = events;
    map.on('mousedown', ({ latlng, originalEvent }) => {
      const boxed = this.#tool === 'box' || originalEvent.shiftKey;
      if (!boxed && this.#tool !== 'radius') return;
      this.#from = latlng;
      this.#boxed = boxed;
      map.dragging.disable();
      // What lies under the pointer on its way would be marked as text.
      originalEvent.preventDefault();
      map.getContainer().focus({ preventScroll: true });
    });
    map.on('mousemove', ({ latlng }) => this.#moved(latlng));
    map.on('mouseup', ({ latlng, originalEvent }) => this.#dragEnds(latlng, originalEvent));
    map.on('dblclick', ({ originalEvent }) => this.#clicksEnd(originalEvent));
  }

  use(tool: Tool): void {
    this.#tool = tool;
    this.clear();
    this.#map.getContainer().style.cursor = tool === 'move' ? '' : 'crosshair';
    if (clicked.has(tool)) this.#map.doubleClickZoom.disable();
    else this.#map.doubleClickZoom.enable();
  }

  /** Whether a click is part of what is being drawn. */
  takes({ latlng }: L.LeafletMouseEvent): boolean {
    if (this.#tool === 'radius') return true;
    if (!clicked.has(this.#tool)) return false;
    if (this.#ended) this.clear();
    this.#corners.push(latlng);
    this.#outlined(this.#corners);
    return true;
  }

  #moved(latlng: L.LatLng): void {
    if (this.#from && this.#boxed) this.#outlined(boxCorners(this.#from, latlng));
    else if (this.#from) this.#circled(this.#from, latlng);
    else if (this.#corners.length > 0 && !this.#ended) this.#outlined([...this.#corners, latlng]);
  }

  #dragEnds(to: L.LatLng, event: MouseEvent): void {
    const from = this.#from;
    if (!from) return;
    const boxed = this.#boxed;
    this.clear();
    const [one, other] = [this.#map.latLngToContainerPoint(from), this.#map.latLngToContainerPoint(to)];
    const dragged = one.distanceTo(other) > still;
    if (boxed) {
      if (dragged) this.#events.onBox(boxOf(point(from), point(to)), adds(event));
      return;
    }
    const metres = dragged ? metresBetween(point(from), point(to)) : null;
    this.#events.onRadius(point(from), metres, adds(event));
  }

  #clicksEnd(event: MouseEvent): void {
    if (this.#tool === 'measure') {
      this.#ended = true;
      this.#outlined(this.#corners);
    }
    if (this.#tool !== 'polygon') return;
    const corners = this.#corners.map(point);
    this.clear();
    if (corners.length >= 3) this.#events.onPolygon(corners, adds(event));
  }

  /** A ring is closed; what is measured stays open, and is filled so that its area is seen. */
  #outlined(corners: readonly L.LatLng[]): void {
    const measured = this.#tool === 'measure' && !this.#from;
    const shape =
      this.#outline instanceof L.Polyline
        ? this.#outline
        : this.#drawn(L.polyline([], { ...look, fill: true }));
    shape.setLatLngs([...corners, ...(measured ? [] : corners.slice(0, 1))]);
    if (measured) this.#events.onSketch({ kind: 'measure', points: corners.map(point) });
  }

  #circled(from: L.LatLng, to: L.LatLng): void {
    const shape =
      this.#outline instanceof L.Circle ? this.#outline : this.#drawn(L.circle(from, { ...look, radius: 0 }));
    shape.setLatLng(from).setRadius(metresBetween(point(from), point(to)));
    this.#events.onSketch({ kind: 'radius', points: [point(from), point(to)] });
  }

  #drawn<Shape extends L.Path>(shape: Shape): Shape {
    this.#outline?.remove();
    this.#outline = shape;
    return shape.addTo(this.#map);
  }

  clear(): void {
    this.#from = null;
    this.#boxed = false;
    this.#ended = false;
    this.#corners = [];
    this.#outline?.remove();
    this.#outline = null;
    this.#map.dragging.enable();
    this.#events.onSketch(null);
  }
}

function boxCorners(one: L.LatLng, other: L.LatLng): L.LatLng[] {
  return [one, L.latLng(one.lat, other.lng), other, L.latLng(other.lat, one.lng)];
}
