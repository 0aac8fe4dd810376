import type { EntityView } from '#src/core/entity-parts.ts';
import type {
  FormatId,
  LinkedAction,
  LinkedBlock,
  LinkedExpression,
  LinkedField,
  Text,
} from '#src/core/linked.ts';
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
  readonly edit?: boolean;
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
