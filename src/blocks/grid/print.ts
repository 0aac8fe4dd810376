import { wholeNote } from '#src/core/format.ts';
import { counted } from '#src/core/nouns.ts';
import {
  type BlockPrinter,
  countedIn,
  heading,
  type PaperColumn,
  type PaperPorts,
  type PaperRows,
  type PaperTone,
  type RowsWish,
} from '#src/core/paper.ts';
import { rowsOf } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import { asAsked, askedText } from './as-asked.ts';
import { totalsOf } from './columns-of-block.ts';
import { type GridColumn, isLinkedGrid, type LinkedAcross, type LinkedGrid } from './definition.ts';
import { foundNone, narrowedEmpty } from './filtering.ts';
import { codeLabels, formatCell, type Labels } from './format-cell.ts';
import { pageOfRows } from './local-rows.ts';
import { type Pivot, pivot } from './pivot.ts';
import { totalText } from './total-text.ts';

/** Rows side by side under the columns that the data make. */
async function madeColumns(block: LinkedGrid, across: LinkedAcross, ports: PaperPorts): Promise<Pivot> {
  const all = { sort: [], totals: {}, group: [] };
  const [rows, columns] = [await ports.rows(block.data ?? '', all), await ports.rows(across.source, all)];
  return pivot(rows.rows, columns.rows, block.columns, across);
}

/** The rows of an operation's answer, which nobody narrows on the way. */
async function answered(source: string, { columns }: LinkedGrid, ports: PaperPorts) {
  const { rows } = await ports.rows(source, { sort: [], totals: {} });
  return { rows, columns };
}

function rowsHere({ rows, columns }: Pick<Pivot, 'rows' | 'columns'>, wish: RowsWish): PaperRows {
  const request = { find: '', ...wish, offset: 0, limit: rows.length };
  const page = pageOfRows(
    rows,
    columns.map(({ field }) => field),
    request,
  );
  return { rows: rowsOf(page), total: page.total, totals: page.totals };
}

const tones: readonly PaperTone[] = ['bad', 'warning', 'good', 'synthetic', 'muted', 'strong'];

/** The columns that the screen shows at first or in its view, every row that is asked for, and the totals. */
export const print: BlockPrinter = async (defined, ports) => {
  if (!isLinkedGrid(defined) || defined.data === null) return [];
  const made = defined.columnsFrom ? await madeColumns(defined, defined.columnsFrom, ports) : null;
  const asked = await asAsked(made ? { ...defined, columns: made.columns } : defined, ports);
  const { block, find } = asked;
  const { sort, group, filter = [] } = block;
  const without = ports.screen.paper?.without ?? [];
  const shown = block.columns.filter(
    ({ id, hidden, visibleWhen }) =>
      !hidden &&
      !without.includes(`${block.id}.${id}`) &&
      (!visibleWhen || ports.evaluate(visibleWhen) === true),
  );
  const labels = new Map<string, Labels>();
  const filtered = block.columns.filter(({ id }) => filter.some(({ column }) => column === id));
  for (const { id, field } of [...shown, ...filtered]) {
    if (field.codes) labels.set(id, codeLabels(ports.screen.codes[field.codes] ?? []));
    else if (field.list) labels.set(id, codeLabels(await ports.list(field.list)));
  }
  const written = (column: GridColumn, row: Row): string =>
    wholeNote(column.format, row[column.id]) ??
    formatCell(column.field, column.format, row, labels.get(column.id) ?? null);
  const totals = totalsOf(shown);
  const wish = { sort, totals, group, find, ...(filter.length > 0 ? { filter } : {}) };
  const narrowed = filter.length > 0 || find !== '';
  const isAnswer = ports.screen.data[defined.data]?.kind === 'operation';
  const given = made ?? (isAnswer && narrowed ? await answered(defined.data, block, ports) : null);
  const read = given ? rowsHere(given, wish) : await ports.rows(defined.data, wish);
  const columns = shown.map(
    (column): PaperColumn => ({
      id: column.id,
      title: column.unit ? `${column.title} (${column.unit})` : column.title,
      align: column.align,
      text: (row) => written(column, row),
      tone: (row) => {
        const tone = column.tone ? ports.evaluate(column.tone, column.rowOf?.(row) ?? row) : null;
        return tones.find((known) => known === tone) ?? null;
      },
      ...countedIn(column.field, column.format, column.id),
    }),
  );
  const grouping = block.group.flatMap((id) => block.columns.find((column) => column.id === id) ?? []);
  const { smallSample } = block;
  const left = read.total - read.rows.length;
  return [
    ...heading(ports.text(block.title), 3),
    {
      kind: 'table',
      title: ports.text(block.title),
      columns,
      rows: read.rows,
      small: (row) => {
        const cases = smallSample ? row[smallSample.id] : null;
        return smallSample !== undefined && typeof cases === 'number' && cases < smallSample.below;
      },
      group:
        grouping.length === 0
          ? null
          : (row) => grouping.map((column) => `${column.title}: ${written(column, row)}`).join(' · '),
      totals:
        Object.keys(totals).length === 0 || read.rows.length === 0
          ? null
          : shown.map((column, i) =>
              column.total ? totalText(column, read.totals) : i === 0 ? 'Total' : '',
            ),
      sums: shown.map(({ id, total }) => (total ? (read.totals[id] ?? null) : null)),
      note:
        [
          ...(narrowed ? [askedText(asked, labels)] : []),
          ...(left > 0
            ? [
                `The first ${counted(read.rows.length, block.noun)} of ${read.total.toLocaleString('en-AU')} stand here. Export them all as CSV or XLSX.`,
              ]
            : []),
          ...shown.flatMap(({ title, once }) =>
            once ? [`In the total of ${title}, ${once.title}: each counts once.`] : [],
          ),
        ].join(' ') || null,
      empty: find !== '' ? foundNone(find) : filter.length > 0 ? narrowedEmpty.filters : block.empty,
    },
  ];
};
