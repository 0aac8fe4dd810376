// Tiles of shapes that were asked for, and those that are there.
import type { Parcel } from './parcels.ts';

/** From here on shapes are drawn: a lot of a town is some pixels wide. */
export const shapesFrom = 15;
/** The tiles that are asked for: two kilometres, so that a screen takes few of them. */
export const askedZoom = 14;
/** More than a screen of any size shows at once. */
const mostTiles = 80;

export interface TileZooms {
  /** From here on they are drawn. */
  readonly from: number;
  /** Of the tiles that are asked for. */
  readonly asked: number;
}

export type AskTile<Shape> = (x: number, y: number, signal: AbortSignal) => Promise<readonly Shape[]>;

interface Tile<Shape> {
  parcels: readonly Shape[] | null;
}

export class ParcelTiles<Shape extends Parcel = Parcel> {
  readonly #ask: AskTile<Shape>;
  readonly #told: () => void;
  readonly #failed: (thrown: unknown) => void;
  readonly #tiles = new Map<string, Tile<Shape>>();
  readonly #zooms: TileZooms;
  readonly #leaving = new AbortController();
  #byId = new Map<number, Shape>();
  #zoom = 0;

  constructor(
    ask: AskTile<Shape>,
    told: () => void,
    failed: (thrown: unknown) => void,
    zooms: TileZooms = { from: shapesFrom, asked: askedZoom },
  ) {
    this.#zooms = zooms;
    this.#ask = ask;
    this.#told = told;
    this.#failed = failed;
  }

  /** The shapes around a tile of the screen, which is being drawn; none as long as they have not come. */
  at(zoom: number, x: number, y: number): readonly Shape[] {
    this.#zoom = zoom;
    if (zoom < this.#zooms.from) return [];
    const apart = 2 ** (zoom - this.#zooms.asked);
    const [column, row] = [Math.floor(x / apart), Math.floor(y / apart)];
    const key = `${column}/${row}`;
    const known = this.#tiles.get(key);
    if (known) {
      // The one that was drawn last goes last.
      this.#tiles.delete(key);
      this.#tiles.set(key, known);
      return known.parcels ?? [];
    }
    void this.#load(key, column, row);
    return [];
  }

  /** Whether shapes are drawn at all, as the map stands. */
  get drawn(): boolean {
    return this.#zoom >= this.#zooms.from;
  }

  /** Whether the shape of a property is there. */
  has(id: number): boolean {
    return this.#byId.has(id);
  }

  /** All shapes that are there, each once. */
  all(): Iterable<Shape> {
    return this.#byId.values();
  }

  close(): void {
    this.#leaving.abort();
  }

  async #load(key: string, column: number, row: number): Promise<void> {
    const tile: Tile<Shape> = { parcels: null };
    this.#tiles.set(key, tile);
    const { signal } = this.#leaving;
    try {
      tile.parcels = await this.#ask(column, row, signal);
    } catch (thrown) {
      // Asked for again when it is drawn again.
      this.#tiles.delete(key);
      if (!signal.aborted) this.#failed(thrown);
      return;
    }
    if (signal.aborted) return;
    this.#forgetOld();
    this.#byId = new Map(
      [...this.#tiles.values()].flatMap(({ parcels }) => parcels ?? []).map((one) => [one.id, one]),
    );
    this.#told();
  }

  #forgetOld(): void {
    for (const key of this.#tiles.keys()) {
      if (this.#tiles.size <= mostTiles) return;
      this.#tiles.delete(key);
    }
  }
}
