// What is known of the rows that a part of a query hands on, column by column.

import type { Share } from './figures.ts';

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
  /** Of a row of statistics: the arrays that it is computed of. */
  readonly statistics?: Statistics;
  /** Of one of them. */
  readonly share?: Share;
}

/** What a function of the database computes of arrays, whose measures stand in the order of its arguments. */
export interface Statistics {
  readonly call: string;
  readonly rows: number;
  readonly measures: readonly number[];
}

/** The functions of statistics that are known, and which of their columns a row has its part in. */
const studies: { readonly [call: string]: { readonly [column: string]: Share['kind'] } } = {
  // Of the ratios of its first argument to its second.
  ratio_study: { median: 'middle', cod: 'distance' },
  ratio_level: { median: 'middle', cod: 'distance' },
};

export function isStudy(call: string): boolean {
  return Object.hasOwn(studies, call);
}

/** The part of a row in a column of statistics; none where it is another kind of figure. */
export function shareIn(statistics: Statistics | undefined, column: string): Pick<Column, 'share'> {
  const study = statistics && studies[statistics.call];
  const kind = study && Object.hasOwn(study, column) ? study[column] : undefined;
  return statistics && kind ? { share: { kind, rows: statistics.rows, measures: statistics.measures } } : {};
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
