// The hand-over from link to resolve: everything named exists, everything typed, no shorthand left.
// These are the only definitions that reach a browser.
import type { Takes } from './hand-off.ts';
import type { PageRequest } from './rows.ts';
import type { CodeTone } from './tones.ts';
import type { Json, ValueType } from './values.ts';

/** What an expression or template may read besides the screen's own scope. */
export type Over = 'screen' | 'row' | 'form';

/** A checked CEL text. `over` says when it can be evaluated. */
export interface LinkedExpression {
  readonly $expr: string;
  readonly over: Over;
  readonly returns: ValueType | 'any';
}

/** A text with paths, e.g. `/sale/{row.id}`. Parts alternate between text and path. */
export interface LinkedTemplate {
  readonly $text: readonly (string | { readonly path: readonly string[] })[];
  readonly over: Over;
}

export type Text = string | LinkedTemplate;

export interface CodeRow {
  readonly code: string;
  readonly label: string;
  /** What it means, in a sentence. */
  readonly note?: string;
  /** What it says of the record that has it. */
  readonly tone?: CodeTone;
  readonly active?: boolean;
  /** Codes of the table above that it stands under; absent: under all. */
  readonly parent?: readonly string[];
  /** Where it stands in a matrix of codes. */
  readonly row?: string;
  readonly column?: string;
}

export type FormatId =
  | 'text'
  | 'integer'
  | 'number'
  | 'currency'
  | 'area'
  | 'percent'
  | 'ratio'
  | 'factor'
  | 'rate'
  | 'date'
  | 'datetime'
  | 'month'
  | 'baseYear'
  | 'boolean'
  | 'id'
  | 'fileSize'
  | 'acres'
  | 'note'
  | 'richText'
  | 'trend'
  | 'shortAddress';

/** A field of an entity or a column of a query, with what the dictionary says of it. */
export interface LinkedField {
  readonly id: string;
  readonly title: string;
  readonly type: ValueType;
  readonly format: FormatId;
  readonly unit: string | null;
  /** Name of a code table in `LinkedScreen.codes`. */
  readonly codes: string | null;
  /** Name of a reference list of the server. */
  readonly list: string | null;
  readonly description: string | null;
  /** The column that holds the unit flag M or H of an area. */
  readonly unitField: string | null;
  /** The field holds the number of a record of another type. */
  readonly ref?: LinkedRef;
}

/** The record type that a field's number refers to. */
export interface LinkedRef {
  /** Name of its list in calls. */
  readonly list: string;
  /** Its records are called by more than their numbers, so that the server is asked for their labels. */
  readonly named: boolean;
}

export interface LinkedParam {
  readonly id: string;
  readonly in: 'route' | 'query' | 'fragment';
  readonly title: string;
  readonly type: ValueType;
  readonly format: FormatId;
  readonly many: boolean;
  readonly codes: string | null;
  readonly list: string | null;
  readonly entity: 'district' | 'component' | 'zone' | 'region' | null;
  /** A district that stands for those of the contract region which holds it. */
  readonly wholeRegion?: true;
  /** The source whose rows are the choices, with the columns of value and label. */
  readonly choices?: { readonly source: string; readonly value: string; readonly label: string };
  readonly widget: LinkedWidget;
  readonly default: LinkedExpression | Json;
  readonly required: boolean;
  readonly help: string | null;
  /** Drawn in the page by a block and not among the filters. */
  readonly live?: true;
}

export interface LinkedWidget {
  readonly type: string;
  readonly options: { readonly [key: string]: Json };
}

/** The reference list that an input offers; null of one that offers none, or records. */
export function listOf({ type, options }: LinkedWidget): string | null {
  return type !== 'record' && typeof options.list === 'string' ? options.list : null;
}

/** When a source asks again by itself. */
export interface LinkedRepeat {
  /** Seconds between two requests while the page is open. */
  readonly every?: number;
  /** An earlier source whose changed answer makes this one ask again. */
  readonly follows?: string;
}

/** What a source is asked for when its page opens, in one question. */
export interface LinkedReads {
  /** Set where a block, an expression or a template reads all rows (or the whole answer), not only pages of them. */
  readonly whole?: true;
  /** The first page of each block that pages. */
  readonly pages?: readonly PageRequest[];
}

export type Measure = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'median';

/** Rows of another source, grouped and counted. */
export interface LinkedGroups {
  readonly from: string;
  readonly by: readonly string[];
  readonly measures: { readonly [column: string]: { readonly how: Measure; readonly of: string | null } };
}

/** What the figures of a source are made of: the rows behind them can be opened. */
export interface LinkedFigures {
  /** List of the records that are counted, and the permission to see them. */
  readonly list: string;
  readonly needs: string;
  readonly prefix: string;
  readonly singular: string;
  readonly plural: string;
  /** What the query says of itself. */
  readonly about: string;
  readonly percentiles: readonly ('between' | 'one')[];
  /** Each row is a record of its own. */
  readonly own: boolean;
  /** Columns that say together which groups a row of the report stands for; of a record its number. */
  readonly keys: readonly string[];
  readonly columns: {
    readonly [column: string]: {
      readonly adds: boolean;
      /** The aggregate; null where the figure is computed of several. */
      readonly how: string | null;
      /** Why no rows can be opened; absent where they can. */
      readonly why?: string;
    };
  };
}

/** Rows one behind the other; rows that agree in all but their numbers, or in the columns that are named, as one with sums. */
export type ByDistrict = 'rows' | 'sums' | readonly string[];

export type LinkedSource = LinkedRepeat &
  LinkedReads &
  (
    | {
        readonly kind: 'sql';
        readonly id: string;
        /** Name of the query; absent where it could not be linked, and of rows from another source. */
        readonly query?: string;
        /** Set where the query is one of schemas/queries, with the values of its parameters that are not the screen's own. */
        readonly named?: { readonly [param: string]: Text | Json };
        /** Groups of another source's rows. */
        readonly groups?: LinkedGroups;
        /** The earlier source whose rows the query reads. */
        readonly over?: string;
        /** Rows of several districts are those of each together, or added up. */
        readonly byDistrict?: ByDistrict;
        /** The named query that answers the same out of what is kept of each district. */
        readonly keptQuery?: string;
        /** Live parameters that it does not read: it is not asked again for them. */
        readonly unread?: readonly string[];
        readonly figures?: LinkedFigures;
        /** Why none of its figures leads to rows. */
        readonly noRows?: string;
        readonly fields: readonly LinkedField[];
        readonly rowKey: string | null;
      }
    | {
        readonly kind: 'records';
        readonly id: string;
        readonly list: string;
        readonly entity: string;
        readonly fields: readonly LinkedField[];
        readonly rowKey: string;
        readonly unread?: readonly string[];
        /** Hash of a search; null when `where` selects. */
        readonly hash: Text | null;
        readonly where: { readonly [field: string]: Text | Json };
      }
    | {
        readonly kind: 'operation';
        readonly id: string;
        readonly operation: string;
        readonly params: { readonly [name: string]: Text | Json };
        /** The way to the part of the answer that is this source's value. */
        readonly at?: readonly string[];
        readonly fields: readonly LinkedField[];
      }
  );

/** A step of an action plan; the remaining properties are those of the action's own schema. */
export interface LinkedAction {
  readonly type: string;
  readonly [property: string]: unknown;
}

export interface LinkedBlock {
  readonly id: string;
  readonly type: string;
  readonly title: Text | null;
  readonly visibleWhen: LinkedExpression | null;
  /** Id of the screen's data source that this block draws. */
  readonly data: string | null;
  readonly [property: string]: unknown;
}

export interface LinkedButton {
  readonly id: string;
  readonly label: Text;
  readonly icon: string | null;
  readonly intent: 'none' | 'primary' | 'danger';
  readonly visibleWhen: LinkedExpression | null;
  readonly enabledWhen: LinkedExpression | null;
  readonly on: readonly LinkedAction[];
}

export interface LinkedPaper {
  readonly orientation: 'landscape' | 'portrait';
  /** Pages that the document may have. */
  readonly pages: number;
  readonly contents: boolean;
  /** Blocks, and columns after their block, that do not stand on paper. */
  readonly without: readonly string[];
}

export interface LinkedScreen {
  readonly id: string;
  readonly format: 1;
  readonly route: string;
  /** Further paths that lead to the same screen. */
  readonly alias: readonly string[];
  readonly access: 'public' | 'app' | 'auth';
  readonly title: Text;
  readonly needs: string | null;
  readonly help: string | null;
  readonly group: string | null;
  /** The part of the hub that lists it. */
  readonly section?: string;
  readonly summary: string | null;
  /** True when the screen's rows belong to a data set (synthetic or real) that a chip names and switches. */
  readonly dataset: boolean;
  /** Set where openings of the page are not counted. */
  readonly hits?: false;
  /** Set where the page is that of one record: the list that it belongs to. */
  readonly record?: string;
  /** Set where the page can be had as a PDF. */
  readonly paper?: LinkedPaper;
  readonly params: readonly LinkedParam[];
  readonly data: { readonly [id: string]: LinkedSource };
  readonly codes: { readonly [table: string]: readonly CodeRow[] };
  readonly buttons: readonly LinkedButton[];
  /** A plan that runs once when the screen is opened. */
  readonly onOpen: readonly LinkedAction[];
  /** What it does with ids that another window hands over. */
  readonly takes?: { readonly window: Takes; readonly on: readonly LinkedAction[] };
  readonly blocks: readonly LinkedBlock[];
}

/** A line of the manifest: what exists for this user, without the definitions themselves. */
export interface ManifestEntry {
  readonly id: string;
  readonly route: string;
  readonly alias: readonly string[];
  readonly access: 'public' | 'app' | 'auth';
  readonly hash: string;
  readonly title: Text;
  readonly group: string | null;
  /** The part of the hub that lists it. */
  readonly section?: string;
  readonly summary: string | null;
  /** Set where the page is that of one record: the list that it belongs to. */
  readonly record?: string;
  /** Of the route alone; the others come with the definition. */
  readonly params: readonly {
    readonly id: string;
    readonly in: 'route';
    readonly type: ValueType;
    readonly entity: string | null;
  }[];
}

export function isExpression(value: unknown): value is LinkedExpression {
  return typeof value === 'object' && value !== null && '$expr' in value;
}

export function isTemplate(value: unknown): value is LinkedTemplate {
  return typeof value === 'object' && value !== null && '$text' in value;
}
