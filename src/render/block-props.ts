import type { ComponentType, ReactNode } from 'react';
import type { AcrossColumn } from '#src/core/across.ts';
import type {
  LinkedAction,
  LinkedBlock,
  LinkedExpression,
  LinkedField,
  LinkedScreen,
  Text,
} from '#src/core/linked.ts';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import type { Scope } from '#src/core/scope.ts';
import type { Row } from '#src/core/values.ts';

/** What a failed call tells a block and a person. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly reference: string | null;
  /** Rejected values: JSON pointer into the body and the text for the field. */
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
  /** The answer's further members, e.g. `current` of a 409. */
  readonly details: { readonly [member: string]: unknown };
}

/** A data source as a block sees it. */
export interface SourceView {
  readonly id: string;
  readonly kind: 'sql' | 'records' | 'operation';
  readonly fields: readonly LinkedField[];
  readonly rowKey: string | null;
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly failure: Failure | null;
  /** An operation's answer, or the rows of a whole (not paged) query. */
  readonly value: unknown;
  /** All rows are here, and `page` asks nobody. */
  readonly whole?: true;
  /** Rows of the whole answer, where the value holds only the first of them. */
  readonly cutFrom?: number;
  /** The value is the answer to the question before; that to the present one is on its way. */
  readonly stale?: true;
  /** A page of rows; rejects with a Failure. Answers of an earlier request never arrive after a later one's. */
  readonly page: (request: PageRequest, signal?: AbortSignal) => Promise<RowPage>;
  /** Changes whenever the rows may have changed (parameters, refresh): a paged block drops its pages. */
  readonly revision: string;
  readonly retry: () => void;
  /** What names the rows in a question to the server: page, source, parameters, data set. */
  readonly asking: () => object;
  /** Starts the download of all rows as a file, or answers what to tell of one that takes a while: `columns` in the order shown, with the titles of the block `block`. */
  readonly export: (
    format: 'csv' | 'xlsx',
    request: Omit<PageRequest, 'offset' | 'limit'>,
    columns: readonly string[],
    block: string,
    /** Titles that the page has filled in, before those of the definition. */
    titles?: { readonly [column: string]: string },
    /** Columns that the data made, and how many rows there are beside them. */
    across?: { readonly columns: readonly AcrossColumn[]; readonly rows: number },
  ) => Promise<string | null>;
}

export type ActOutcome =
  | { readonly done: true; readonly value: unknown }
  | { readonly done: false; readonly failure: Failure | null };

export interface ActExtra {
  readonly row?: Row;
  readonly form?: { readonly [field: string]: unknown };
  /** Merged into the body of the first call step, e.g. `__forceUpdate__`. */
  readonly body?: { readonly [field: string]: unknown };
  /** Statuses of failures that whoever asks tells the person itself, in a dialog of its own. */
  readonly quiet?: readonly number[];
  /** What an address becomes before the plan leads to it, e.g. with the place in a result. */
  readonly through?: (to: string) => string;
}

/** Remembered per user and place, e.g. column widths; `null` forgets. */
export interface Memory {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
}

/** State that belongs to this visit and comes back on Back, e.g. scroll and selection. */
export interface Visit {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
}

/** A text of the address, or what makes it of the one that stands there: the page may not have been drawn with it yet. */
export type UrlChange = string | undefined | ((now: string | undefined) => string | undefined);

export interface BlockProps<B extends LinkedBlock = LinkedBlock> {
  readonly block: B;
  readonly screen: LinkedScreen;
  readonly scope: Scope;
  readonly source: SourceView | null;
  readonly sources: { readonly [id: string]: SourceView };
  /** Evaluates an expression of the definition; empty value when it cannot be decided. */
  readonly evaluate: (
    expression: LinkedExpression,
    extra?: { readonly row?: Row; readonly form?: { readonly [field: string]: unknown } },
  ) => unknown;
  readonly text: (text: Text | number | boolean | null, extra?: { readonly row?: Row }) => string;
  readonly act: (steps: readonly LinkedAction[], extra?: ActExtra) => Promise<ActOutcome>;
  readonly renderBlock: (block: LinkedBlock) => ReactNode;
  /** Values of the URL that this block owns, e.g. the sort of a grid or the open tab; undefined when not chosen. */
  readonly url: {
    readonly get: (key: string) => string | undefined;
    readonly set: (key: string, value: UrlChange) => void;
  };
  readonly memory: Memory;
  readonly visit: Visit;
  /** Tells that the block holds unsaved input (leaving asks). */
  readonly setDirty: (dirty: boolean) => void;
}

export type BlockComponent = ComponentType<BlockProps>;
