// Labels over the whole picture, on one canvas: in tiles they would be cut at the edges. Text is drawn and never read as HTML.
import L from 'leaflet';
import type { WorldBox } from '#src/core/mercator.ts';
import { worldPoint } from '#src/core/mercator.ts';

/** Writes on a picture that shows a box of the plane, and says whether anything is on it; on paper it draws the places, too, as the tiles'
 * canvases are left out there. */
export type Writer = (
  brush: CanvasRenderingContext2D,
  box: WorldBox,
  zoom: number,
  onPaper: boolean,
) => boolean;

export class LabelLayer {
  readonly #map: L.Map;
  readonly #write: Writer;
  readonly #canvas = document.createElement('canvas');
  #onPaper = false;
  #isWritten = false;

  constructor(map: L.Map, write: Writer) {
    this.#map = map;
    this.#write = write;
    this.#canvas.className = 'cad-map-labels';
    map.getPanes().overlayPane.append(this.#canvas);
    map.on('moveend resize', () => this.draw());
    // Between two zooms they would stand where nothing is.
    map.on('zoomstart', () => this.#clear());
  }

  /** On paper until it is told otherwise: what comes meanwhile, as the answer to a new size, draws no other picture. */
  draw(onPaper = this.#onPaper): void {
    this.#onPaper = onPaper;
    const { x: width, y: height } = this.#map.getSize();
    const dense = globalThis.devicePixelRatio || 1;
    const [wide, high] = [Math.round(width * dense), Math.round(height * dense)];
    // A size that is written, even the same, is a new picture for the browser: dear for each pan.
    if (this.#canvas.width === wide && this.#canvas.height === high) this.#clear();
    else {
      this.#canvas.width = wide;
      this.#canvas.height = high;
    }
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    L.DomUtil.setPosition(this.#canvas, this.#map.containerPointToLayerPoint([0, 0]));
    const brush = this.#canvas.getContext('2d');
    if (!brush) return;
    brush.save();
    brush.setTransform(dense, 0, 0, dense, 0, 0);
    const shown = this.#map.getBounds();
    const [from, to] = [shown.getNorthWest(), shown.getSouthEast()];
    const [one, other] = [worldPoint(from.lat, from.lng), worldPoint(to.lat, to.lng)];
    const box = { west: one.x, north: one.y, east: other.x, south: other.y };
    this.#isWritten = this.#write(brush, box, this.#map.getZoom(), onPaper);
    brush.restore();
    // A picture as large as the map, put over it with each frame of a move, though nothing is on it.
    this.#canvas.hidden = !this.#isWritten;
  }

  #clear(): void {
    if (!this.#isWritten) return;
    this.#isWritten = false;
    this.#canvas.getContext('2d')?.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }
}
