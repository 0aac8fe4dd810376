// The pointer of whoever has none: a cross-hair in the middle of the map, which arrow keys move while something is drawn.
import L from 'leaflet';
import { isKey } from '#src/render/keys.ts';
import type { Drawing } from './drawing.ts';
import { mapKeys } from './map-keys.ts';

/** Pixels of an arrow key, without and with Shift. */
const steps = { near: 10, far: 60 } as const;
/** Pixels from the edge from which on the map moves instead. */
const edge = 24;
const ways: { readonly [key: string]: readonly [number, number] } = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export class CrossHair {
  readonly #map: L.Map;
  readonly #drawing: Drawing;
  readonly #pick: (at: L.LatLng, adds: boolean) => void;
  readonly #mark = document.createElement('div');
  /** Null in the middle. */
  #at: L.LatLng | null = null;

  constructor(map: L.Map, drawing: Drawing, pick: (at: L.LatLng, adds: boolean) => void) {
    this.#map = map;
    this.#drawing = drawing;
    this.#pick = pick;
    const container = map.getContainer();
    this.#mark.className = 'cad-map-cross';
    this.#mark.setAttribute('aria-hidden', 'true');
    container.append(this.#mark);
    container.addEventListener('keydown', (event) => this.#pressed(event));
    container.addEventListener('pointerdown', () => container.removeAttribute('data-keys'));
    map.on('move zoomend resize', () => this.#place());
    this.#place();
  }

  /** Back to the middle. */
  reset(): void {
    this.#at = null;
    this.#place();
  }

  #pressed(event: KeyboardEvent): void {
    // Its own buttons hear their keys themselves.
    if (event.target !== this.#map.getContainer()) return;
    if (!this.#heard(event)) return;
    event.preventDefault();
    // Leaflet hears the document, and would move the map.
    event.stopPropagation();
  }

  #heard(event: KeyboardEvent): boolean {
    this.#map.getContainer().setAttribute('data-keys', '');
    const adds = isKey(event, mapKeys.add);
    if (adds || isKey(event, mapKeys.set)) {
      if (this.#drawing.draws) this.#drawing.set(this.#point(), adds);
      else this.#pick(this.#point(), adds);
      return true;
    }
    if (!this.#drawing.draws) return false;
    if (isKey(event, mapKeys.back)) {
      this.#drawing.takeBack();
      return true;
    }
    if (isKey(event, mapKeys.end)) {
      this.#drawing.end();
      return true;
    }
    const far = isKey(event, mapKeys.far);
    if (!far && !isKey(event, mapKeys.move)) return false;
    const [x, y] = ways[event.key] ?? [0, 0];
    const step = far ? steps.far : steps.near;
    this.#move(x * step, y * step);
    return true;
  }

  #point(): L.LatLng {
    return this.#at ?? this.#map.getCenter();
  }

  #move(x: number, y: number): void {
    const to = this.#map.latLngToContainerPoint(this.#point()).add([x, y]);
    const size = this.#map.getSize();
    this.#at = this.#map.containerPointToLatLng(to);
    const free = to.x >= edge && to.y >= edge && to.x <= size.x - edge && to.y <= size.y - edge;
    if (free) this.#place();
    else this.#map.panBy([x, y], { animate: false });
    this.#drawing.moved(this.#at);
  }

  #place(): void {
    const size = this.#map.getSize();
    let at = this.#map.latLngToContainerPoint(this.#point());
    // What was moved or zoomed out of the picture begins in the middle again.
    if (at.x < 0 || at.y < 0 || at.x > size.x || at.y > size.y) {
      this.#at = null;
      at = size.divideBy(2);
    }
    L.DomUtil.setPosition(this.#mark, at.round());
  }
}
