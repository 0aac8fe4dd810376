import { wholeNote } from '#src/core/format.ts';
import { type BlockPrinter, heading, type PaperColumn, type PaperTone } from '#src/core/paper.ts';
import type { Row } from '#src/core/values.ts';
import { type GridColumn, isLinkedGrid } from './definition.ts';
import { codeLabels, formatCell, type Labels } from './format-cell.ts';
import { counted } from './nouns.ts';
import { totalText } from './total-text.ts';

const tones: readonly PaperTone[] = ['bad', 'warning', 'good', 'synthetic', 'muted'];

/** What a workbook counts with: not a code, whose label says more, nor what is written in another unit than it is kept in. */
function countedIn({ id, field, format }: GridColumn): Pick<PaperColumn, 'counted'> {
  const worded = field.codes !== null || field.list !== null || format === 'acres' || format === 'trend';
  const plain = field.type === 'integer' || field.type === 'number' || field.type === 'date';
  return worded || !plain ? {} : { counted: { type: field.type, format, value: (row) => row[id] } };
}

/** The columns that the screen shows at first, every row, and the totals. */
export const print: BlockPrinter = async (block, ports) => {
  if (!isLinkedGrid(block) || block.data === null) return [];
  const shown = block.columns.filter(
    ({ hidden, visibleWhen }) => !hidden && (!visibleWhen || ports.evaluate(visibleWhen) === true),
  );
  const labels = new Map<string, Labels>();
  for (const { id, field } of shown) {
    if (field.codes) labels.set(id, codeLabels(ports.screen.codes[field.codes] ?? []));
    else if (field.list) labels.set(id, codeLabels(await ports.list(field.list)));
  }
  const written = (column: GridColumn, row: Row): string =>
    wholeNote(column.format, row[column.id]) ??
    formatCell(column.field, column.format, row, labels.get(column.id) ?? null);
  const totals = Object.fromEntries(shown.flatMap(({ id, total }) => (total ? [[id, total]] : [])));
  const read = await ports.rows(block.data, { sort: block.sort, totals, group: block.group });
  const columns = shown.map(
    (column): PaperColumn => ({
      id: column.id,
      title: column.unit ? `${column.title} (${column.unit})` : column.title,
      align: column.align,
      text: (row) => written(column, row),
      tone: (row) => {
        const tone = column.tone ? ports.evaluate(column.tone, row) : null;
        return tones.find((known) => known === tone) ?? null;
      },
      ...countedIn(column),
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
        left > 0
          ? `The first ${counted(read.rows.length, block.noun)} of ${read.total.toLocaleString('en-AU')} stand here. Export them all as CSV or XLSX.`
          : null,
      empty: block.empty,
    },
  ];
};
