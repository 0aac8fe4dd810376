// What a block comes to on paper. Pure data and functions over rows: the server lays it out, no browser is asked.
import type { OperationAnswer } from '#src/generated/operations.ts';
import type {
  CodeRow,
  FormatId,
  LinkedBlock,
  LinkedExpression,
  LinkedField,
  LinkedScreen,
  Text,
} from './linked.ts';
import type { PageRequest } from './rows.ts';
import type { Scope } from './scope.ts';
import type { Row, ValueType } from './values.ts';

export type PaperTone = 'bad' | 'warning' | 'good' | 'synthetic' | 'muted' | 'strong';

export interface PaperColumn {
  readonly id: string;
  /** With its unit. */
  readonly title: string;
  readonly align: 'left' | 'right' | 'center';
  readonly text: (row: Row) => string;
  readonly tone: (row: Row) => PaperTone | null;
  /** For a workbook: what is counted with there, and how it is written. Without it a cell is its text. */
  readonly counted?: {
    readonly type: ValueType;
    readonly format: FormatId;
    readonly value: (row: Row) => unknown;
  };
}

export interface PaperTable {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly PaperColumn[];
  readonly rows: readonly Row[];
  /** Rows whose figures rest on few cases are written lighter. */
  readonly small: (row: Row) => boolean;
  /** A line above the rows of each group. */
  readonly group: ((row: Row) => string) | null;
  /** Texts of the last line, one a column; null without totals. */
  readonly totals: readonly string[] | null;
  /** The same as numbers, for a workbook. */
  readonly sums?: readonly (number | null)[];
  /** What is said under the table, e.g. that rows were left out. */
  readonly note: string | null;
  readonly empty: string;
}

export interface PaperRun {
  readonly text: string;
  readonly bold: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
}

export type PaperElement =
  | {
      readonly kind: 'heading';
      readonly level: 1 | 2 | 3;
      readonly text: string;
      /** What the sheets of all below are called in a workbook, each part of it a sheet more. */
      readonly sheets?: string;
    }
  | {
      readonly kind: 'paragraph';
      readonly runs: readonly PaperRun[];
      /** Steps to the right. */
      readonly indent?: number;
      /** Before an item of a list. */
      readonly mark?: string;
    }
  | {
      readonly kind: 'figures';
      readonly items: readonly {
        readonly title: string;
        readonly value: string;
        readonly tone: PaperTone | null;
        readonly help: string | null;
      }[];
    }
  | {
      readonly kind: 'facts';
      readonly items: readonly { readonly title: string; readonly value: string }[];
    }
  | PaperTable
  | {
      readonly kind: 'chart';
      readonly title: string;
      /** The sentence that says the same as the picture. */
      readonly alternative: string;
      readonly svg: (width: number) => Promise<string>;
      /** What it draws, for a workbook, which has no pictures. */
      readonly figures: PaperTable;
    }
  | { readonly kind: 'contents' }
  | { readonly kind: 'break' };

/** Rows of a source, read for one block. */
export interface PaperRows {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly totals: { readonly [column: string]: number | null };
  /** True where the report stopped at its most rows. */
  readonly limited?: boolean;
}

export type RowsWish = Pick<PageRequest, 'sort' | 'totals' | 'group' | 'filter'> &
  Partial<Pick<PageRequest, 'find' | 'limit' | 'sample' | 'counted'>>;

/** What a person may ask of a table in the address of its page. */
export type TableKey = 'view' | 'sort' | 'group' | 'find' | 'filter';

/** What a block's print rule may ask. */
export interface PaperPorts {
  readonly screen: LinkedScreen;
  readonly scope: Scope;
  readonly text: (text: Text | null, row?: Row) => string;
  /** A row, or the values of a form, where the expression is over one. */
  readonly evaluate: (expression: LinkedExpression, row?: Row, form?: Row) => unknown;
  /** The whole answer of a source that is an operation; null of another. */
  readonly value: (source: string) => Promise<unknown>;
  readonly rows: (source: string, wish: RowsWish) => Promise<PaperRows>;
  /** What the address of the page says of a table. */
  readonly url: (block: string, key: TableKey) => string | undefined;
  /** A view that somebody saved of a table of this page; null where there is none, or not for this reader. */
  readonly view: (id: number) => Promise<OperationAnswer['view.create'] | null>;
  /** Items of a reference list. */
  readonly list: (name: string) => Promise<readonly CodeRow[]>;
  /** Title and elements of the page at an address of the application. */
  readonly include: (
    address: string,
  ) => Promise<{ readonly title: string; readonly elements: readonly PaperElement[] }>;
  /** Elements of blocks within a block. */
  readonly print: (blocks: readonly LinkedBlock[]) => Promise<readonly PaperElement[]>;
}

export type BlockPrinter = (block: LinkedBlock, ports: PaperPorts) => Promise<readonly PaperElement[]>;

/** What a workbook counts with: not a code, whose label says more, nor what is written in another unit than it is kept in. */
export function countedIn(field: LinkedField, format: FormatId, id: string): Pick<PaperColumn, 'counted'> {
  const worded = field.codes !== null || field.list !== null || format === 'acres' || format === 'trend';
  const plain = field.type === 'integer' || field.type === 'number' || field.type === 'date';
  return worded || !plain ? {} : { counted: { type: field.type, format, value: (row) => row[id] } };
}

export function heading(text: string, level: 1 | 2 | 3): readonly PaperElement[] {
  return text === '' ? [] : [{ kind: 'heading', level, text }];
}
