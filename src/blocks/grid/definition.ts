import type { Across } from '#src/core/across.ts';
import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { FieldCheck } from '#src/core/entity.ts';
import type { EntityView } from '#src/core/entity-parts.ts';
import type { ColumnFilter } from '#src/core/filter.ts';
import type {
  FormatId,
  LinkedAction,
  LinkedBlock,
  LinkedExpression,
  LinkedField,
  Text,
} from '#src/core/linked.ts';
import type { Aggregate } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import type { OperationAnswer } from '#src/generated/operations.ts';

type Definition = BlockDefinition<'grid'>;

/** A view that somebody has saved. */
export type SavedView = OperationAnswer['view.create'];

/** A grid as the schema's walk leaves it: shorthand expanded, defaults filled. */
export type GridDefinition = LinkedBlock & Definition;

export type ColumnDefinition = Definition['columns'][number];
/** What is said of a column that nobody wrote, or of a cell under columns from data; the rest is as the schema has it. */
export type ColumnWords = Pick<ColumnDefinition, 'id'> & Partial<ColumnDefinition>;
export type Align = NonNullable<ColumnDefinition['align']>;
export type SelectionAction = Definition['toolbar'][number];

export interface RowAction {
  readonly id: string;
  readonly label: string;
  readonly icon: string | null;
  readonly visibleWhen: LinkedExpression | null;
  readonly on: readonly LinkedAction[];
}

/** What may stand in a cell that is changed in place. */
export interface CellRules {
  readonly required: boolean;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  /** What the pattern takes, in words. */
  readonly takes?: string;
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
  /** Column that says in which district the record lies, where the rows have one. */
  readonly district?: string;
  /** The record's fields that columns of other names show. */
  readonly fields: { readonly [column: string]: string };
  /** Where a row without a record makes one: its further fields, each with the column that holds the value. */
  readonly creates?: { readonly [field: string]: string };
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
  /** Without room for all columns, those of low priority wait in the chooser of columns. */
  readonly priority: 'normal' | 'low';
  /** True when the first rows may widen the column: it holds text and the definition gives no width. */
  readonly fits: boolean;
  readonly align: Align;
  readonly link: Text | null;
  /** Whether a row's cell is a link; null for always. */
  readonly linkWhen: LinkedExpression | null;
  readonly on: readonly LinkedAction[];
  readonly tone: LinkedExpression | null;
  readonly total: Aggregate | null;
  /** The field whose rows with one value count as one in the total; null where every row counts. */
  readonly once: Pick<LinkedField, 'id' | 'title'> | null;
  readonly hidden: boolean;
  readonly sortable: boolean;
  readonly note: string | null;
  /** Of a transposed table: what is permitted, in words. */
  readonly limits: string | null;
  /** Of a transposed table: the columns whose values stand as one line below. */
  readonly interval: ColumnDefinition['interval'] | null;
  /** Whether the screen shows the column at all; null for always. */
  readonly visibleWhen: LinkedExpression | null;
  /** What may stand in the cell; null where it cannot be changed. */
  readonly edit: CellRules | null;
  /** Of a column that the data made: the column of the source that its cells show. */
  readonly figure?: string;
  /** Of a column that the data made: the row of the source that a cell came from. */
  readonly rowOf?: (row: Row) => Row | null;
  /** Of a column that the data made: what all rows of the source below it have. */
  readonly place?: { readonly column: string; readonly value: unknown };
}

/** Columns that the rows of another source make. */
export interface LinkedAcross extends Across {
  readonly cells: readonly GridColumn[];
}

/** What the linker decides or makes of what was written. */
type Decided = 'actions' | 'columns' | 'columnsFrom' | 'noun' | 'rowKey' | 'views';

export type LinkedGrid = LinkedBlock &
  Omit<Definition, Decided> & {
    /** Shipped views of the list, the usual one first; empty where none are offered. */
    readonly views: readonly EntityView[];
    /** The one that is shown. */
    readonly view?: string;
    /** Whether people may save views of their own. */
    readonly savesViews: boolean;
    /** The saved view that is shown. */
    readonly saved?: SavedView;
    /** What columns are filtered to: by the view, or by the address above it. */
    readonly filter?: readonly ColumnFilter[];
    /** Titles of columns that it shows and the table has no more. */
    readonly lost?: readonly string[];
    readonly noun: string;
    readonly columns: readonly GridColumn[];
    /** Titles of fields that sort the rows and have no column, or one that is not for everybody. */
    readonly sortTitles?: { readonly [id: string]: string };
    /** Shown where the answer has them: what a figure that led to the result says of each row. */
    readonly said?: readonly GridColumn[];
    readonly actions: readonly RowAction[];
    readonly saves: GridSaves | null;
    readonly follows: Follows;
    readonly columnsFrom: LinkedAcross | null;
    readonly rowKey: string | null;
  };

export function isGridDefinition(block: LinkedBlock): block is GridDefinition {
  return block.type === 'grid' && Array.isArray(block.columns);
}

export function isLinkedGrid(block: LinkedBlock): block is LinkedGrid {
  return (
    block.type === 'grid' &&
    Array.isArray(block.columns) &&
    block.columns.every((column) => 'field' in column) &&
    Array.isArray(block.views)
  );
}
