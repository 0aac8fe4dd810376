// What is known of the rows that a part of a query hands on, column by column.

/** An aggregate of a grouped select, seen through one of its uses. */
export interface Use {
  /** The way to the grouped select: the same select used twice is two. */
  readonly way: string;
  readonly group: Grouped;
  readonly condition: number | null;
  readonly measure: number | null;
}

export interface Column {
  /** Names the value, so that the same value is known again under another name; null for a computed one. */
  readonly origin: string | null;
  readonly uses: readonly Use[];
  readonly adds: boolean;
  readonly how: string | null;
  /** The shares at which percentiles are taken: one of a value, several of an array. */
  readonly shares?: readonly number[];
}

export interface Relation {
  /** Null where the columns are not known here. */
  readonly names: readonly string[] | null;
  readonly column: (name: string) => Column;
}

export interface Grouped {
  readonly rows: number;
  readonly keys: number;
  readonly relation: (way: string) => Relation;
}

export const nothing: Column = { origin: null, uses: [], adds: false, how: null };

/** Values that a join holds to be the same. */
export class Same {
  readonly #parent = new Map<string, string>();

  of(origin: string): string {
    const parent = this.#parent.get(origin);
    return parent === undefined ? origin : this.of(parent);
  }

  join(a: string | null, b: string | null): void {
    if (a === null || b === null || this.of(a) === this.of(b)) return;
    this.#parent.set(this.of(a), this.of(b));
  }
}

export function unknown(way: string): Relation {
  return { names: null, column: (name) => ({ ...nothing, origin: `${way}.${name}` }) };
}
