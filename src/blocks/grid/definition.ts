import type { Across } from '#src/core/across.ts';
import type { FieldCheck } from '#src/core/entity.ts';
import type { EntityView } from '#src/core/entity-parts.ts';
import type {
  FormatId,
  LinkedAction,
  LinkedBlock,
  LinkedExpression,
  LinkedField,
  Text,
} from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';
import type { RowActionKind } from './row-action-kinds.ts';

export type Aggregate = 'sum' | 'avg' | 'min' | 'max' | 'count';
export type Align = 'left' | 'right' | 'center';

/** A column as the schema's walk leaves it: shorthand expanded, defaults filled. */
export interface ColumnDefinition {
  readonly id: string;
  readonly title?: Text;
  readonly format?: FormatId;
  readonly width?: number;
  readonly align?: Align;
  readonly link?: Text;
  readonly linkWhen?: LinkedExpression;
  readonly on?: readonly LinkedAction[];
  readonly tone?: LinkedExpression;
  readonly total?: Aggregate;
  readonly hidden?: boolean;
  readonly sortable?: boolean;
  readonly note?: string;
  readonly visibleWhen?: LinkedExpression;
  readonly edit?: boolean | string;
  readonly value?: LinkedExpression;
}

/** A button as it is written: of a kind, or with a name and a text of its own. */
export interface RowActionDefinition {
  readonly kind?: RowActionKind;
  readonly id?: string;
  readonly label?: string;
  readonly icon?: string;
  readonly visibleWhen?: LinkedExpression;
  readonly on: readonly LinkedAction[];
}

export interface RowAction {
  readonly id: string;
  readonly label: string;
  readonly icon: string | null;
  readonly visibleWhen: LinkedExpression | null;
  readonly on: readonly LinkedAction[];
}

export interface SelectionAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: string;
  readonly visibleWhen?: LinkedExpression;
  readonly needsSelection: boolean;
  readonly on: readonly LinkedAction[];
}

interface GridOptions extends LinkedBlock {
  readonly rowKey?: string | null;
  /** Whether changed rows are saved each by itself, or all or none. */
  readonly editing: 'rows' | 'sheet';
  /** Of more rows a worksheet is only read. */
  readonly most: number;
  /** Records that the rows refer to and whose fields are changed here. */
  readonly record?: { readonly entity: string; readonly id: string; readonly version?: string };
  readonly freeze: number;
  readonly sort: readonly string[];
  readonly group: readonly string[];
  readonly groupable: boolean;
  readonly foldGroups: boolean;
  readonly export: boolean;
  readonly select: 'none' | 'one' | 'many';
  readonly toolbar: readonly SelectionAction[];
  readonly find: boolean;
  readonly empty: string;
  readonly height: 'fill' | 'rows';
  readonly smallSample?: { readonly id: string; readonly below: number };
}

export interface GridDefinition extends GridOptions {
  readonly views?: boolean;
  readonly type: 'grid';
  readonly noun?: string;
  readonly columns: readonly ColumnDefinition[];
  readonly columnsFrom?: {
    readonly each: { readonly data: string; readonly id: string; readonly title?: string };
    readonly match?: string;
    readonly most: number;
    readonly cells: readonly ColumnDefinition[];
  };
  readonly actions: readonly RowActionDefinition[];
}

/** What may stand in a cell that is changed in place. */
export interface CellRules {
  readonly required: boolean;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  /** Permission that the field needs besides the record's. */
  readonly permission: string | null;
}

/** Where changed rows are saved, and who may. */
export interface GridSaves {
  readonly list: string;
  readonly permission: string;
  /** Columns that hold the number and the version of the record. */
  readonly id: string;
  readonly version: string;
  /** The record's fields that columns of other names show. */
  readonly fields: { readonly [column: string]: string };
}

/** What follows from unsaved cells of a row. */
export interface Follows {
  /** Computed cells, each after those that go into it. */
  readonly computed: readonly { readonly column: string; readonly expr: LinkedExpression }[];
  /** Rules of the record type, with the columns that tell them. */
  readonly checks: readonly { readonly check: FieldCheck; readonly columns: readonly string[] }[];
  /** Fields of the record that columns of other names hold. */
  readonly fields: { readonly [column: string]: string };
}

/** A column with everything decided: nothing is optional any more. */
export interface GridColumn {
  readonly id: string;
  readonly title: string;
  /** A title that reads the page's filters; null where the title says all. */
  readonly heading: Text | null;
  readonly unit: string | null;
  readonly field: LinkedField;
  readonly format: FormatId;
  readonly width: number;
  /** True when the first rows may widen the column: it holds text and the definition gives no width. */
  readonly fits: boolean;
  readonly align: Align;
  readonly link: Text | null;
  /** Whether a row's cell is a link; null for always. */
  readonly linkWhen: LinkedExpression | null;
  readonly on: readonly LinkedAction[];
  readonly tone: LinkedExpression | null;
  readonly total: Aggregate | null;
  readonly hidden: boolean;
  readonly sortable: boolean;
  readonly note: string | null;
  /** Whether the screen shows the column at all; null for always. */
  readonly visibleWhen: LinkedExpression | null;
  /** What may stand in the cell; null where it cannot be changed. */
  readonly edit: CellRules | null;
  /** Of a column that the data made: the row of the source that a cell came from. */
  readonly rowOf?: (row: Row) => Row | null;
}

/** Columns that the rows of another source make. */
export interface LinkedAcross extends Across {
  readonly cells: readonly GridColumn[];
}

export interface LinkedGrid extends GridOptions {
  /** Shipped views of the list, the usual one first; empty where none are offered. */
  readonly views: readonly EntityView[];
  /** The one that is shown. */
  readonly view?: string;
  readonly type: 'grid';
  readonly noun: string;
  readonly columns: readonly GridColumn[];
  readonly actions: readonly RowAction[];
  readonly saves: GridSaves | null;
  readonly follows: Follows;
  readonly columnsFrom: LinkedAcross | null;
  readonly rowKey: string | null;
}

export function isGridDefinition(block: LinkedBlock): block is GridDefinition {
  return block.type === 'grid' && Array.isArray(block.columns);
}

export function isLinkedGrid(block: LinkedBlock): block is LinkedGrid {
  return (
    isGridDefinition(block) &&
    block.columns.every((column) => 'field' in column) &&
    Array.isArray(Reflect.get(block, 'views'))
  );
}
