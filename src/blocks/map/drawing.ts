// What is drawn on the map, by a pointer or by keys: a box or a circle from a point to another, a polygon or a line that is measured
// by corners.
import L from 'leaflet';
import { metresBetween, type WorldBox, type WorldPoint } from '#src/core/mercator.ts';
import { adds, boxOf, point } from './leaflet-points.ts';
import { measuredText } from './measured.ts';

/** What a drag or a click does: moves the map and picks, draws what chooses, or measures. */
export type Tool = 'move' | 'box' | 'polygon' | 'radius' | 'measure';

export interface DrawingEvents {
  readonly onBox: (box: WorldBox, adds: boolean) => void;
  readonly onPolygon: (corners: readonly WorldPoint[], adds: boolean) => void;
  /** A circle; null metres where there was a click and no drag. */
  readonly onRadius: (middle: WorldPoint, metres: number | null, adds: boolean) => void;
  /** What is being drawn, as far as it is there; nothing once it is away. */
  readonly onSketch: (sketch: Sketch | null) => void;
  /** What keys did, for whoever does not see it. */
  readonly onTell: (words: string) => void;
  /** Keys end the drawing: the map is moved again. */
  readonly onLeave: () => void;
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
    map.on('mousemove', ({ latlng }) => this.moved(latlng));
    map.on('mouseup', ({ latlng, originalEvent }) => this.#reaches(latlng, adds(originalEvent)));
    map.on('dblclick', ({ originalEvent }) => this.#cornersEnd(adds(originalEvent)));
  }

  use(tool: Tool): void {
    this.#tool = tool;
    this.clear();
    this.#map.getContainer().style.cursor = tool === 'move' ? '' : 'crosshair';
    if (clicked.has(tool)) this.#map.doubleClickZoom.disable();
    else this.#map.doubleClickZoom.enable();
  }

  /** Whether something is drawn, so that the map is not moved by arrows. */
  get draws(): boolean {
    return this.#tool !== 'move';
  }

  /** Whether a click is part of what is being drawn. */
  takes({ latlng }: L.LeafletMouseEvent): boolean {
    if (this.#tool === 'radius') return true;
    if (!clicked.has(this.#tool)) return false;
    this.#corner(latlng);
    return true;
  }

  moved(latlng: L.LatLng): void {
    if (this.#from && this.#boxed) this.#outlined(boxCorners(this.#from, latlng));
    else if (this.#from) this.#circled(this.#from, latlng);
    else if (this.#corners.length > 0 && !this.#ended) this.#outlined([...this.#corners, latlng]);
  }

  /** By keys: a corner, the last one once more ends; a box and a circle have two points. */
  set(latlng: L.LatLng, adding: boolean): void {
    if (clicked.has(this.#tool)) this.#setCorner(latlng, adding);
    else if (this.#from) this.#reaches(latlng, adding);
    else this.#begin(latlng);
  }

  /** By keys: the last corner is taken back. */
  takeBack(): void {
    if (this.#from || this.#corners.length === 1) this.#drop();
    if (this.#corners.length === 0) return;
    this.#ended = false;
    this.#corners = this.#corners.slice(0, -1);
    this.#outlined(this.#corners);
    this.#tellCorners(`Corner ${this.#corners.length + 1} taken back.`);
  }

  /** By keys: a line that is measured stays with its length, all else goes; where nothing is drawn, the tool is laid down. */
  end(): void {
    if (this.#tool === 'measure' && this.#corners.length > 1 && !this.#ended) this.#cornersEnd(false);
    else if (this.#from || this.#corners.length > 0) this.#drop();
    else this.#events.onLeave();
  }

  #setCorner(latlng: L.LatLng, adding: boolean): void {
    const last = this.#corners.at(-1);
    if (last && !this.#ended && this.#apart(last, latlng) <= still) {
      this.#cornersEnd(adding);
      return;
    }
    this.#corner(latlng);
    this.#tellCorners(`Corner ${this.#corners.length} set.`);
  }

  #begin(latlng: L.LatLng): void {
    this.#from = latlng;
    this.#boxed = this.#tool === 'box';
    this.moved(latlng);
    this.#events.onTell(
      this.#boxed
        ? 'First corner set. Move to the opposite one.'
        : 'Middle set. Move outwards, or press Enter again for the metres that are typed.',
    );
  }

  #drop(): void {
    this.clear();
    this.#events.onTell('Nothing is drawn.');
  }

  #tellCorners(words: string): void {
    const measured = this.#tool === 'measure' ? ` ${measuredText(this.#corners.map(point))}.` : '';
    this.#events.onTell(`${words}${measured}`);
  }

  #corner(latlng: L.LatLng): void {
    if (this.#ended) this.clear();
    this.#corners.push(latlng);
    this.#outlined(this.#corners);
  }

  /** Pixels between two points. */
  #apart(one: L.LatLng, other: L.LatLng): number {
    return this.#map.latLngToContainerPoint(one).distanceTo(this.#map.latLngToContainerPoint(other));
  }

  /** The other point of a box or a circle. */
  #reaches(to: L.LatLng, adding: boolean): void {
    const from = this.#from;
    if (!from) return;
    const boxed = this.#boxed;
    this.clear();
    const dragged = this.#apart(from, to) > still;
    if (boxed) {
      if (dragged) this.#events.onBox(boxOf(point(from), point(to)), adding);
      return;
    }
    const metres = dragged ? metresBetween(point(from), point(to)) : null;
    this.#events.onRadius(point(from), metres, adding);
  }

  #cornersEnd(adding: boolean): void {
    if (this.#tool === 'measure') {
      this.#ended = true;
      this.#outlined(this.#corners);
      this.#events.onTell(`Measured. ${measuredText(this.#corners.map(point))}.`);
    }
    if (this.#tool !== 'polygon') return;
    const corners = this.#corners.map(point);
    this.clear();
    if (corners.length >= 3) this.#events.onPolygon(corners, adding);
    else this.#events.onTell('A polygon has three corners or more. Nothing is drawn.');
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
