import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../access/caller.ts';
import { columnMap, createBinder, orderBy, quoted } from '../database/json-page.ts';
import { type Narrowing, narrowWhere } from '../database/narrow.ts';
import { visibleScreen } from '../definitions/manifest.ts';
import { Problem } from '../problem.ts';
import type { FileColumn } from './file-format.ts';
import type { Ask } from './row-source.ts';
import type { RowSource } from './rows.ts';
import type { ReportServer } from './served.ts';

export interface ExportWish extends Narrowing {
  readonly format: 'csv' | 'xlsx';
  readonly columns: readonly string[] | null;
  readonly block: string | null;
  readonly titles: { readonly [column: string]: string };
  readonly sort: readonly string[];
}

/** Titles that a block of the screen gives its columns. */
function blockTitles(blocks: unknown, id: string): { readonly [column: string]: string } {
  if (Array.isArray(blocks)) {
    for (const block of blocks) {
      const found = blockTitles(block, id);
      if (Object.keys(found).length > 0) return found;
    }
    return {};
  }
  if (!isJsonObject(blocks)) return {};
  if (blocks.id === id && Array.isArray(blocks.columns)) {
    const columns = blocks.columns.filter(isJsonObject);
    return Object.fromEntries(
      columns.flatMap(({ id: column, title }) =>
        typeof column === 'string' && typeof title === 'string' ? [[column, title]] : [],
      ),
    );
  }
  return blockTitles(Object.values(blocks), id);
}

export function exportColumns(
  source: RowSource,
  ask: Ask,
  wish: ExportWish,
  caller: Caller,
  context: ReportServer,
): readonly FileColumn[] {
  const screen = visibleScreen(context.definitions.current(), ask.screen, caller);
  const titles = {
    ...(wish.block === null ? {} : blockTitles(screen?.screen.blocks, wish.block)),
    ...wish.titles,
  };
  const ids = wish.columns ?? [...source.columns.keys()];
  return ids.map((id, i) => {
    const column = source.columns.get(id);
    if (!column)
      throw new Problem('unknown-field', `Column "${id.slice(0, 80)}" is unknown.`, {
        errors: [{ pointer: `/columns/${i}`, message: 'This column is unknown.' }],
      });
    const field = source.fields.find((candidate) => candidate.id === id);
    const title = Object.hasOwn(titles, id) ? titles[id] : field?.title;
    const unit = field?.unit && !(title ?? '').includes(field.unit) ? ` (${field.unit})` : '';
    return { id, type: column.type, title: `${title ?? id}${unit}` };
  });
}

/** Formatted text is cut where its field says so, as the editor has told. */
function exported(id: string, { fields }: RowSource): string {
  const field = fields.find((candidate) => candidate.id === id);
  const most = field?.format === 'richText' && 'maxLength' in field ? field.maxLength : null;
  return typeof most === 'number' ? `left(${quoted(id)}, ${most}) as ${quoted(id)}` : quoted(id);
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The rows of a file in their order; `counted`: with their number in `#rows` of each, for which all are kept first. */
export function exportStatement(
  source: RowSource,
  columns: readonly FileColumn[],
  wish: ExportWish,
  counted: boolean,
): Statement {
  const { bind, values } = createBinder(source.values);
  const where = narrowWhere(source.columns, wish, bind);
  const cap = source.rowLimit === null ? '' : ` limit ${source.rowLimit}`;
  const order = orderBy(
    source.columns,
    wish.sort,
    source.ordered && wish.sort.length === 0 ? null : source.key,
  );
  const names = columnMap([
    ...columns,
    ...(source.key === null ? [] : [{ id: source.key, type: 'text' as const }]),
  ]);
  const sortable = wish.sort.map((term) => term.replace(/^-/, ''));
  const list = [...new Set([...names.keys(), ...sortable])]
    .filter((id) => source.columns.has(id) || id === source.key)
    .map((id) => exported(id, source))
    .join(', ');
  const rows = `select ${list === '' ? '*' : list} from (${source.text}
    ) q${where}${cap}`;
  const text = counted
    ? `with r as materialized (${rows}) select r.*, (select count(*) from r) as "#rows" from r${order}`
    : `select r.* from (${rows}) r${order}`;
  return { text, values };
}

/** Whether there are rows beyond those at which the source stops. */
export function beyondStatement(source: RowSource, wish: ExportWish): Statement {
  const { bind, values } = createBinder(source.values);
  const where = narrowWhere(source.columns, wish, bind);
  return {
    text: `select exists (select from (${source.text}
    ) q${where} offset ${source.rowLimit ?? 'null'} limit 1) as beyond`,
    values,
  };
}

/** How many rows a file would have. */
export function countStatement(source: RowSource, wish: ExportWish): Statement {
  const { bind, values } = createBinder(source.values);
  const where = narrowWhere(source.columns, wish, bind);
  const cap = source.rowLimit === null ? '' : ` limit ${source.rowLimit}`;
  return {
    text: `select count(*)::bigint as rows from (select 1 from (${source.text}
    ) q${where}${cap}) r`,
    values,
  };
}
