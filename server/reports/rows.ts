import type { ByDistrict, LinkedField, LinkedFigures } from '#src/core/linked.ts';
import type { Columns } from '../database/json-page.ts';
import type { ReadyFigures } from '../definitions/definitions.ts';
import type { ParamValues } from './bind-params.ts';
import type { Dataset } from './dataset.ts';

/** Figures with the values of this run. */
export interface OpenFigures {
  readonly linked: LinkedFigures;
  readonly ready: ReadyFigures;
  /** The values of each query for rows. */
  readonly values: readonly (readonly unknown[])[];
  /** Parameters that some query for rows reads. */
  readonly names: ReadonlySet<string>;
  readonly params: ParamValues;
}

/** Rows that are those of each district together, kept of each until something of it changes. */
export interface OpenParts {
  readonly districts: readonly string[];
  /** Their rows stand one behind the other, or are added up. */
  readonly how: ByDistrict;
  /** The values of the statement for some of them. */
  readonly valuesOf: (districts: readonly string[]) => readonly unknown[];
}

/** A named query of a statement, whose rows are kept of each district. */
export interface StandingQuery extends Pick<RowSource, 'text' | 'values' | 'columns' | 'dataset' | 'run'> {
  readonly name: string;
  readonly rowLimit: null;
  readonly parts: OpenParts;
}

/** The statement over what is kept of its named queries. */
export interface OpenStanding {
  readonly text: string;
  /** Its values, where it is known by which key the rows of each query are kept. */
  readonly valuesOf: (keys: ReadonlyMap<string, string>) => readonly unknown[];
  readonly queries: readonly StandingQuery[];
}

/** Rows ready to be asked for: what to select from, with which values, and the columns that may be named. */
export interface RowSource {
  /** `select …` without order, limit or closing semicolon. */
  readonly text: string;
  readonly values: readonly unknown[];
  readonly columns: Columns;
  readonly fields: readonly LinkedField[];
  /** Ends every order, so that pages are stable. */
  readonly key: string | null;
  readonly dataset: Dataset;
  /** Announced when it bites; null for none. */
  readonly rowLimit: number | null;
  /** A report runs whole and takes a turn; a list of records is read page by page. */
  readonly report: boolean;
  /** True where conditions of a search choose the rows of a list. */
  readonly searched: boolean;
  /** The table that has these rows and no other under the same keys, whose indexes count and order them; null for none. */
  readonly table: string | null;
  /** True when the statement has an order of its own, which stands when nobody asks for another. */
  readonly ordered: boolean;
  /** The types of its columns in SQL, for the table of a run that is kept; null where none is kept. */
  readonly run: { readonly types: readonly string[] } | null;
  /** How it is read district by district where it asks for several; null where rows of one depend on those of another. */
  readonly parts: OpenParts | null;
  /** Set where it compares across districts what is kept of each. */
  readonly standing?: OpenStanding;
  /** The queries for the rows behind its figures; null where it does not say what it counts. */
  readonly figures: OpenFigures | null;
  /** Set for groups of another source's rows: that source, and what is selected from its statement. */
  readonly base: { readonly source: RowSource; readonly over: (statement: string) => string } | null;
}
