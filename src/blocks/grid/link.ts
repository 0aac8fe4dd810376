// Longer than the habit: columns, views, rows' actions and totals are linked in one walk, as each adds to what the next may name.
import { distanceField, middleField } from '#src/core/figure-fields.ts';
import { type BlockLinkContext, type BlockLinker, filledHeading } from '#src/core/link/block-linker.ts';
import type { FormatId, LinkedField, LinkedSource, Text } from '#src/core/linked.ts';
import { awayField } from '#src/core/place.ts';
import { checkWays } from './check-ways.ts';
import { totalsOf } from './columns-of-block.ts';
import {
  type Align,
  type ColumnWords,
  type GridColumn,
  type GridDefinition,
  isGridDefinition,
  type LinkedGrid,
} from './definition.ts';
import { headingUnit } from './format-cell.ts';
import { linkAcross } from './link-across.ts';
import { linkEdit, savesOf, targetOf } from './link-edit.ts';
import { linkFollows } from './link-follows.ts';
import { linkRowActions } from './link-row-actions.ts';
import { checkTransposed } from './link-transposed.ts';
import { columnsOfViews, savesViews, viewsOf } from './link-views.ts';
import { checkWords } from './link-words.ts';
import { pageSize } from './page-window.ts';
import { orderOfResult } from './said-columns.ts';
import { columnOf } from './sorting.ts';

const widths: { readonly [format in FormatId]: number } = {
  text: 160,
  integer: 90,
  number: 100,
  currency: 120,
  area: 110,
  percent: 90,
  ratio: 90,
  factor: 100,
  rate: 110,
  date: 112,
  datetime: 152,
  month: 100,
  baseYear: 80,
  boolean: 70,
  id: 100,
  fileSize: 90,
  acres: 110,
  note: 260,
  richText: 260,
  trend: 190,
  shortAddress: 240,
};

const leftFormats: ReadonlySet<FormatId> = new Set([
  'text',
  'date',
  'datetime',
  'boolean',
  'id',
  'baseYear',
  'note',
  'richText',
  'trend',
  'shortAddress',
]);
const summable: ReadonlySet<string> = new Set(['integer', 'number']);

function alignOf(field: LinkedField, format: FormatId): Align {
  if (field.codes || field.list || !summable.has(field.type)) return 'left';
  return leftFormats.has(format) ? 'left' : 'right';
}

function linkColumn(
  definition: ColumnWords,
  field: LinkedField,
  once: LinkedField | null = null,
): GridColumn {
  const format = definition.format ?? field.format;
  const given = definition.title ?? field.title;
  const title = plainTitle(given);
  const heading = [title, headingUnit(field, format)].filter(Boolean).join(' ');
  const coded = field.codes || field.list;
  return {
    id: field.id,
    title,
    heading: typeof given === 'string' ? null : given,
    unit: headingUnit(field, format),
    field,
    format,
    // A heading is never cut by its column's first width: about 7.5 px a letter and 32 px for padding and sort mark.
    width:
      definition.width ??
      Math.ceil(Math.max(coded ? 150 : widths[format], Math.min(220, heading.length * 7.5 + 32))),
    priority: definition.priority ?? 'normal',
    fits: definition.width === undefined && alignOf(field, format) === 'left',
    align: definition.align ?? alignOf(field, format),
    link: definition.link ?? null,
    linkWhen: definition.linkWhen ?? null,
    on: definition.on ?? [],
    tone: definition.tone ?? null,
    total: definition.total ?? null,
    once: once && { id: once.id, title: once.title },
    hidden: definition.hidden ?? false,
    sortable: definition.sortable ?? true,
    note: definition.note ?? field.description,
    limits: definition.limits ?? null,
    interval: definition.interval ?? null,
    visibleWhen: definition.visibleWhen ?? null,
    edit: null,
  };
}

/** A title without what only the page can fill in, with room for it. */
function plainTitle(title: Text): string {
  return typeof title === 'string'
    ? title
    : title.$text.map((part) => (typeof part === 'string' ? part : '0000')).join('');
}

/** A title with `{…}` where only the page knows what stands. */
function openTitle(title: Text): string {
  return typeof title === 'string'
    ? title
    : title.$text.map((part) => (typeof part === 'string' ? part : filledHeading)).join('');
}

/** A heading may be named with its unit or without. */
function spoken(title: string, unit: string | null): readonly string[] {
  return unit ? [title, `${title} ${unit}`] : [title];
}

/** A column of an answer whose fields are not described: its values say what they are. */
function undescribed(id: string): LinkedField {
  const title = id.charAt(0).toUpperCase() + id.slice(1).replaceAll('_', ' ');
  return {
    id,
    title,
    type: 'text',
    format: 'text',
    unit: null,
    codes: null,
    list: null,
    description: null,
    unitField: null,
  };
}

/**
 * What names a row by itself: the source's key, a column that is called key, the number of the record that the row is, or the one
 * column by which its rows are grouped. */
function keyOf(source: LinkedSource): string | null {
  if (source.kind === 'operation') return null;
  if (source.rowKey !== null || source.kind === 'records') return source.rowKey;
  if (source.fields.some(({ id }) => id === 'key')) return 'key';
  const { own = false, keys = [] } = source.figures ?? {};
  return own || keys.length === 1 ? (keys[0] ?? null) : null;
}

const marked = {
  $expr: "row.figure_middle == true ? 'good' : 'none'",
  over: 'row',
  returns: 'text',
} as const;

/** A result may be that of a figure, or lie around a place: more is said of each row then, and the answer tells whether. */
function saidOf(source: LinkedSource): Pick<LinkedGrid, 'said'> {
  if (source.kind !== 'records' || source.hash === null) return {};
  return {
    said: [
      linkColumn({ id: distanceField.id }, distanceField),
      linkColumn({ id: middleField.id, tone: marked }, middleField),
      // Its heading has a unit and the mark of its order.
      linkColumn({ id: awayField.id, width: 124 }, awayField),
    ],
  };
}

/** Resolves the columns against the source's fields. */
export const link: BlockLinker = (block, context) => {
  if (!isGridDefinition(block)) return block;
  if (!context.source) {
    context.report({
      pointer: '/data',
      rule: 'missing-source',
      message: `Grid "${block.id}" has no data source. Name one of the screen's sources in "data".`,
    });
    return block;
  }
  const { fields } = context.source;
  const byId = new Map(fields.map((field) => [field.id, field]));
  const known = [...byId.keys()];

  const definitions: readonly ColumnWords[] =
    block.columns.length > 0 ? block.columns : fields.map((field) => ({ id: field.id }));
  if (definitions.length === 0) {
    context.report({
      pointer: '/columns',
      rule: 'missing-columns',
      message: `Source "${block.data}" describes no fields, so grid "${block.id}" has no columns. Name them in "columns".`,
    });
  }
  const views = viewsOf(block, context);
  const target = definitions.some(({ edit }) => edit) ? targetOf(block, context) : null;
  const columns: GridColumn[] = [];
  definitions.forEach((definition, index) => {
    const pointer = `/columns/${index}`;
    const field = byId.get(definition.id);
    if (!field) {
      // The walk over the schema reported it where the source's fields are known; else the answer will tell.
      if (known.length === 0) columns.push(linkColumn(definition, undescribed(definition.id)));
      return;
    }
    if (columns.some((column) => column.id === field.id)) {
      context.report({
        pointer: `${pointer}/id`,
        rule: 'duplicate-column',
        message: `Column "${field.id}" stands twice in grid "${block.id}". Remove one.`,
      });
      return;
    }
    checkTotal(definition, field, pointer, context);
    // biome-ignore lint/correctness/useHookAtTopLevel: the linker's context, no React hook
    if (field.codes) context.useCodes(field.codes, `${pointer}/id`);
    const edit = linkEdit(definition, field, pointer, target, context);
    const once = checkOnce(block, definition, byId, pointer, context);
    const column = linkColumn(definition, field, once);
    checkWords(column, `${pointer}/id`, context);
    columns.push({ ...column, edit });
  });

  for (const id of columnsOfViews(views, new Set(columns.map((column) => column.id)))) {
    const field = byId.get(id);
    if (!field) continue;
    // biome-ignore lint/correctness/useHookAtTopLevel: the linker's context, no React hook
    if (field.codes) context.useCodes(field.codes, '/columns');
    columns.push(linkColumn({ id, hidden: true }, field));
  }

  context.tellHeadings?.(
    known.length === 0 || block.columnsFrom || block.transposed.length > 0
      ? null
      : [
          'Selection',
          'Actions',
          ...columns.flatMap(({ title, heading, unit }) =>
            spoken(heading === null ? title : openTitle(heading), unit),
          ),
        ],
  );

  block.sort.forEach((entry, index) => {
    const id = entry.replace(/^-/, '');
    if (known.length === 0 || byId.has(id)) return;
    context.report({
      pointer: `/sort/${index}`,
      rule: 'unknown-column',
      message: `"${id}" is not in source "${block.data}".`,
      suggestion: context.suggest(id, known),
    });
  });
  checkGroups(block, columns, known, context);
  const shown = columns.filter((column) => !column.hidden).length;
  if (block.freeze > 0 && block.freeze >= shown && !block.columnsFrom) {
    context.report({
      pointer: '/freeze',
      rule: 'freeze-too-many',
      message: `Grid "${block.id}" freezes ${block.freeze} of ${shown} shown columns. Leave at least one to scroll.`,
    });
  }

  const list = context.source.kind === 'records' ? context.source.list : null;
  const noun = block.noun ?? (list === null ? 'rows' : (context.entityOfList?.(list)?.plural ?? list));
  const actions = linkRowActions(block, context);
  const saves = columns.some(({ edit }) => edit) ? savesOf(target, definitions, byId) : null;
  checkSheet(block, columns, context);
  checkTransposed(block, columns, context);
  const follows = linkFollows(saves, target?.entity ?? null, definitions, context);
  const beside = saidOf(context.source);
  const columnsFrom = linkAcross(block, byId, linkColumn, context);
  if (!columnsFrom)
    context.tellFirstPage?.({
      offset: 0,
      limit: pageSize,
      sort: orderOfResult({ ...beside, sort: usualSort(views, block) }),
      find: '',
      totals: totalsOf(columns),
      ...(block.group.length > 0 ? { group: block.group } : {}),
    });
  const linked: LinkedGrid = {
    ...block,
    noun,
    columns,
    ...sortTitles(block, columns, byId),
    ...beside,
    views,
    savesViews: savesViews(block, context) && !columnsFrom,
    actions,
    saves,
    follows,
    columnsFrom,
    // Rows side by side have no key of the source.
    rowKey: columnsFrom ? null : (block.rowKey ?? keyOf(context.source)),
  };
  if (block.select !== 'none' && !linked.rowKey) {
    context.report({
      pointer: '/select',
      rule: 'missing-row-key',
      message: `Grid "${block.id}" selects rows but none has a name. Say which field in "rowKey".`,
    });
  }
  if (block.selection !== undefined && block.select !== 'many')
    context.report({
      pointer: '/selection',
      rule: 'missing-row-key',
      message: `Grid "${block.id}" shares which rows are chosen, and none can be. Say "select": "many".`,
    });
  checkSmallSample(block, byId, context);
  checkRowKey(linked, context);
  checkWays(linked, context);
  return linked;
};

function sortTitles(
  { sort }: GridDefinition,
  columns: readonly GridColumn[],
  fields: ReadonlyMap<string, LinkedField>,
): Pick<LinkedGrid, 'sortTitles'> {
  const titles = sort.map(columnOf).flatMap((id) => {
    const title = columns.some((column) => column.id === id && !column.visibleWhen)
      ? undefined
      : fields.get(id)?.title;
    return title === undefined ? [] : [[id, title] as const];
  });
  return titles.length > 0 ? { sortTitles: Object.fromEntries(titles) } : {};
}

/** The usual view opens the page, so its order is asked for first. */
function usualSort([usual]: LinkedGrid['views'], { sort }: GridDefinition): readonly string[] {
  return usual && usual.sort.length > 0 ? usual.sort : sort;
}

function checkSmallSample(
  { id, smallSample }: GridDefinition,
  fields: ReadonlyMap<string, LinkedField>,
  context: BlockLinkContext,
): void {
  const field = smallSample ? fields.get(smallSample.id) : undefined;
  if (!field || summable.has(field.type)) return;
  context.report({
    pointer: '/smallSample/id',
    rule: 'small-sample-type',
    message: `"${field.id}" is ${field.type} and counts no cases, so grid "${id}" would grey no row. Name the column that counts them.`,
  });
}

/** What names the rows must be there for everybody who sees them, and be seen where rows are chosen or changed by it. */
function checkRowKey(grid: LinkedGrid, context: BlockLinkContext): void {
  const { rowKey } = grid;
  const { source } = context;
  if (rowKey === null || !source) return;
  const permission =
    source.kind === 'records' ? context.entityOfList?.(source.list)?.fields[rowKey]?.permission : null;
  const pointer = grid.columns.findIndex(({ id }) => id === rowKey);
  if (permission)
    context.report({
      pointer: '/rowKey',
      rule: 'hidden-row-key',
      message: `"${rowKey}" is sent to nobody without "${permission}", so the rows of grid "${grid.id}" would have no names for others. Name a field that everybody may read.`,
    });
  else if (grid.columns[pointer]?.hidden)
    context.report({
      pointer: `/columns/${pointer}/hidden`,
      rule: 'hidden-row-key',
      message: `Column "${rowKey}" names the rows of grid "${grid.id}" and is hidden. Show it, or leave the column out: the rows are named by it all the same.`,
    });
}

function checkSheet(block: GridDefinition, columns: readonly GridColumn[], context: BlockLinkContext): void {
  if (block.editing !== 'sheet' || columns.some(({ edit }) => edit)) return;
  context.report({
    pointer: '/editing',
    rule: 'sheet-columns',
    message: `Grid "${block.id}" is a worksheet, but none of its columns can be changed. Give "edit" to those that can, or leave "editing" out.`,
  });
}

function checkTotal(
  definition: ColumnWords,
  field: LinkedField,
  pointer: string,
  context: BlockLinkContext,
): void {
  const { source } = context;
  const figures = source?.kind === 'sql' ? source.figures?.columns : undefined;
  if (definition.total === 'sum' && figures?.[field.id]?.adds === false)
    context.report({
      pointer: `${pointer}/total`,
      rule: 'figure-total',
      message: `The figures of "${field.id}" do not add up to the figure of their total: it is no count and no sum of rows that stand in one group each. Leave the total out.`,
    });
  if (!definition.total || definition.total === 'count' || summable.has(field.type)) return;
  context.report({
    pointer: `${pointer}/total`,
    rule: 'total-type',
    message: `Column "${field.id}" is ${field.type} and has no ${definition.total}. Use "count", or leave the total out.`,
  });
}

/** The field whose rows with one value count as one in a column's total. */
function checkOnce(
  block: GridDefinition,
  { id, total, once }: ColumnWords,
  fields: ReadonlyMap<string, LinkedField>,
  pointer: string,
  context: BlockLinkContext,
): LinkedField | null {
  // The walk over the schema reported a name that the source does not have.
  const field = once === undefined ? undefined : fields.get(once);
  if (!field) return null;
  const wrong = (message: string): null => {
    context.report({ pointer: `${pointer}/once`, rule: 'total-once', message });
    return null;
  };
  if (total !== 'sum' && total !== 'avg' && total !== 'count')
    return wrong(
      total === undefined
        ? `Column "${id}" has no total that could count each "${once}" once. Add "total", or leave "once" out.`
        : `The ${total} of column "${id}" is the same however often a "${once}" stands there. Leave "once" out.`,
    );
  if (noGroups.has(field.type))
    return wrong(
      `"${once}" is ${field.type}, and no rows share its value. Name a column with single values.`,
    );
  if (block.columnsFrom)
    return wrong(
      `Rows of grid "${block.id}" stand side by side, so "${once}" is not there to count by. Count once in the query.`,
    );
  const { source } = context;
  const permission =
    source?.kind === 'records' ? context.entityOfList?.(source.list)?.fields[field.id]?.permission : null;
  return permission
    ? wrong(
        `"${once}" is sent to nobody without "${permission}", so others would have no total. Name a field that everybody may read.`,
      )
    : field;
}

const noGroups: ReadonlySet<string> = new Set(['json', 'list']);

function checkGroups(
  block: GridDefinition,
  columns: readonly GridColumn[],
  known: readonly string[],
  context: BlockLinkContext,
): void {
  block.group.forEach((id, index) => {
    const pointer = `/group/${index}`;
    const column = columns.find((candidate) => candidate.id === id);
    if (!column) {
      const ids = columns.map((candidate) => candidate.id);
      context.report({
        pointer,
        rule: 'group-column',
        message: `Grid "${block.id}" groups by "${id}", which is none of its columns.${known.includes(id) ? ' Add it to "columns", hidden if need be.' : ''}`,
        suggestion: known.includes(id) ? undefined : context.suggest(id, ids),
      });
    } else if (noGroups.has(column.field.type)) {
      context.report({
        pointer,
        rule: 'group-column',
        message: `Column "${id}" is ${column.field.type}, and rows have no groups by it. Group by a single value.`,
      });
    }
  });
}
