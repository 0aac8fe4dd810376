import type { GridColumn } from './definition.ts';

export const rowHeight = 28;
const minimumWidth = 40;
const maximumWidth = 800;
const selectWidth = 32;

/** What a person changed of the columns; kept in the user's memory. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly shown: readonly string[];
  readonly widths: { readonly [column: string]: number };
  /** The last column that stays while the others scroll; empty for none, null for as many as the definition says. */
  readonly frozen: string | null;
}

export const noChoice: ColumnChoice = { order: [], hidden: [], shown: [], widths: {}, frozen: null };

export interface LaidColumn {
  readonly kind: 'select' | 'data' | 'actions';
  readonly id: string;
  readonly column: GridColumn | null;
  readonly left: number;
  readonly width: number;
  readonly frozen: boolean;
}

export interface Layout {
  readonly selectable: boolean;
  readonly columns: readonly LaidColumn[];
  readonly frozenCount: number;
  readonly frozenWidth: number;
  /** The actions stay at the right while the other columns scroll under them. */
  readonly pinned: LaidColumn | null;
  readonly width: number;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

/** Reads remembered choices; whatever is not of the expected shape is forgotten. */
export function readChoice(memory: unknown): ColumnChoice {
  if (typeof memory !== 'object' || memory === null) return noChoice;
  const entries = new Map<string, unknown>(Object.entries(memory));
  const widths: { [column: string]: number } = {};
  const remembered = entries.get('widths');
  const frozen = entries.get('frozen');
  if (typeof remembered === 'object' && remembered !== null) {
    for (const [column, width] of Object.entries(remembered)) {
      if (typeof width === 'number' && Number.isFinite(width)) widths[column] = clampWidth(width);
    }
  }
  return {
    order: texts(entries.get('order')),
    hidden: texts(entries.get('hidden')),
    shown: texts(entries.get('shown')),
    widths,
    frozen: typeof frozen === 'string' ? frozen : null,
  };
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(maximumWidth, Math.max(minimumWidth, width)));
}

/** All columns in the person's order: chosen ones first, newcomers of the definition at their own place. */
export function orderColumns(columns: readonly GridColumn[], choice: ColumnChoice): readonly GridColumn[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const ordered = choice.order.flatMap((id) => byId.get(id) ?? []);
  const missing = columns.filter((column) => !choice.order.includes(column.id));
  const result = [...ordered];
  for (const column of missing) result.splice(Math.min(columns.indexOf(column), result.length), 0, column);
  return result;
}

export function isHidden(column: GridColumn, choice: ColumnChoice): boolean {
  if (choice.hidden.includes(column.id)) return true;
  return column.hidden && !choice.shown.includes(column.id);
}

/** How many of the first columns stay. */
function frozenCount(shown: readonly GridColumn[], { frozen }: ColumnChoice, freeze: number): number {
  if (frozen === null) return freeze;
  const last = shown.findIndex(({ id }) => id === frozen);
  return frozen === '' ? 0 : last < 0 ? freeze : last + 1;
}

export function layOut(
  columns: readonly GridColumn[],
  choice: ColumnChoice,
  options: {
    readonly freeze: number;
    readonly selectable: boolean;
    readonly actionsWidth: number;
    /** How much is seen at once; 0 while it is not known. */
    readonly room?: number;
  },
): Layout {
  const shown = orderColumns(columns, choice).filter((column) => !isHidden(column, choice));
  const freeze = frozenCount(shown, choice, options.freeze);
  const laid: LaidColumn[] = [];
  let left = 0;
  const push = (
    kind: LaidColumn['kind'],
    id: string,
    column: GridColumn | null,
    width: number,
    frozen: boolean,
  ) => {
    laid.push({ kind, id, column, left, width, frozen });
    left += width;
  };
  if (options.selectable) push('select', '__select', null, selectWidth, freeze > 0);
  shown.forEach((column, index) => {
    push('data', column.id, column, choice.widths[column.id] ?? column.width, index < freeze);
  });
  const frozen = laid.filter((column) => column.frozen);
  const frozenWidth = frozen.reduce((sum, column) => sum + column.width, 0);
  const { actionsWidth, room = 0 } = options;
  if (actionsWidth > 0) push('actions', '__actions', null, actionsWidth, false);
  // What stays leaves half of the room to what scrolls.
  const pins = actionsWidth > 0 && (room === 0 || frozenWidth + actionsWidth <= room / 2);
  return {
    selectable: options.selectable,
    columns: laid,
    frozenCount: frozen.length,
    frozenWidth,
    pinned: pins ? (laid.at(-1) ?? null) : null,
    width: left,
  };
}

/** The last column that scrolls. */
export function lastScrolling({ columns, pinned }: Layout): number {
  return columns.length - (pinned ? 2 : 1);
}

/** Whether a column is drawn wherever the others have been scrolled to. */
export function stays({ columns, pinned }: Layout, col: number): boolean {
  const laid = columns[col];
  return laid !== undefined && (laid.frozen || laid === pinned);
}

/** First and last scrolling column within the viewport, one more on either side. */
export function columnsInView(
  layout: Layout,
  scrollLeft: number,
  viewWidth: number,
): readonly [number, number] {
  let first = layout.frozenCount;
  let last = lastScrolling(layout);
  const start = scrollLeft + layout.frozenWidth;
  const end = scrollLeft + viewWidth;
  while (first < last && edge(layout, first) < start) first += 1;
  while (last > first && (layout.columns[last]?.left ?? 0) > end) last -= 1;
  return [Math.max(layout.frozenCount, first - 1), Math.min(lastScrolling(layout), last + 1)];
}

function edge(layout: Layout, index: number): number {
  const column = layout.columns[index];
  return column ? column.left + column.width : 0;
}

/** The order after `moved` was put before `target` (null: at the end). */
export function moveColumn(
  columns: readonly GridColumn[],
  choice: ColumnChoice,
  moved: string,
  target: string | null,
): ColumnChoice {
  const rest = orderColumns(columns, choice)
    .map((column) => column.id)
    .filter((id) => id !== moved);
  const at = target === null ? rest.length : rest.indexOf(target);
  return { ...choice, order: rest.toSpliced(at < 0 ? rest.length : at, 0, moved) };
}

export function showColumn(column: GridColumn, choice: ColumnChoice, show: boolean): ColumnChoice {
  const without = (list: readonly string[]) => list.filter((id) => id !== column.id);
  return show
    ? { ...choice, hidden: without(choice.hidden), shown: [...without(choice.shown), column.id] }
    : { ...choice, hidden: [...without(choice.hidden), column.id], shown: without(choice.shown) };
}

export function freezeTo(choice: ColumnChoice, column: string | null): ColumnChoice {
  return { ...choice, frozen: column ?? '' };
}

export function resizeColumn(choice: ColumnChoice, column: string, width: number): ColumnChoice {
  return { ...choice, widths: { ...choice.widths, [column]: clampWidth(width) } };
}

/** Width that shows a text whole, as near as the letters' usual widths tell; capitals are wider. */
export function widthOfText(text: string): number {
  let width = 18;
  for (const letter of text) width += letter >= 'A' && letter <= 'Z' ? 8.8 : 7.2;
  return Math.ceil(width);
}

/** Widths by which columns take the room that is left, from the first one on; what is wanted first comes before the rest. */
export function intoFreeRoom(
  { columns }: Layout,
  wanted: readonly ColumnChoice['widths'][],
  room: number,
): ColumnChoice['widths'] {
  let free = room;
  const widths: { [column: string]: number } = {};
  for (const asked of wanted)
    for (const laid of columns) {
      const width = widths[laid.id] ?? laid.width;
      const more = Math.min(free, clampWidth(asked[laid.id] ?? 0) - width);
      if (laid.kind !== 'data' || more <= 0) continue;
      widths[laid.id] = width + more;
      free -= more;
    }
  return widths;
}

/**
 * First and last column under the text of a group's row: up to the first column with a total, and never from the frozen
 * columns into those that scroll.
 */
export function groupSpan(layout: Layout): readonly [number, number] {
  const from = Math.max(
    0,
    layout.columns.findIndex(({ kind }) => kind === 'data'),
  );
  const frozen = layout.columns[from]?.frozen === true;
  let to = from;
  while (to + 1 < layout.columns.length) {
    const next = layout.columns[to + 1];
    if (next?.kind !== 'data' || next.column?.total || next.frozen !== frozen) break;
    to += 1;
  }
  return [from, to];
}
