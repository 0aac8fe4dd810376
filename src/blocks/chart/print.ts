import { formatValue, isNumericFormat } from '#src/core/format.ts';
import { type BlockPrinter, countedIn, heading, type PaperColumn, type PaperTable } from '#src/core/paper.ts';
import { mostWhole } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import { chooseRows, namesBelow } from './chart-policy.ts';
import { isChart, type LinkedChart } from './linked-chart.ts';
import { askedBy, notesOfMany, uncounted } from './many-rows.ts';
import { type CodeTables, orderRows, prepareRows } from './prepare-rows.ts';

/** The chart's table as a sheet of a workbook: the rows that are drawn, the sentence that says the same below them. */
function figuresOf(
  { fields, empty }: LinkedChart,
  rows: readonly Row[],
  codes: CodeTables,
  words: Pick<PaperTable, 'title' | 'note'>,
): PaperTable {
  return {
    kind: 'table',
    ...words,
    columns: fields.map((field): PaperColumn => {
      const labels = field.codes ? (codes[field.codes] ?? null) : null;
      return {
        id: field.id,
        title: field.unit ? `${field.title} (${field.unit})` : field.title,
        align: isNumericFormat(field.format) && !field.codes ? 'right' : 'left',
        text: (row) =>
          formatValue(field.format, row[field.id], {
            codes: labels,
            unitFlag: field.unitField ? row[field.unitField] : undefined,
          }),
        tone: () => null,
        ...countedIn(field, field.format, field.id),
      };
    }),
    rows,
    small: () => false,
    group: null,
    totals: null,
    empty,
  };
}

const plain = { sort: [], totals: {} };

export const print: BlockPrinter = async (block, ports) => {
  if (!isChart(block) || block.data === null) return [];
  const read = await ports.rows(block.data, plain);
  const title = ports.text(block.title);
  if (read.rows.length === 0)
    return [...heading(title, 3), { kind: 'paragraph', runs: [{ text: block.empty, bold: false }] }];
  // What an operation answers is all there; nothing of it can be asked of the database.
  const isMany = ports.screen.data[block.data]?.kind !== 'operation' && read.total > mostWhole;
  const many = isMany ? await ports.rows(block.data, { ...plain, ...askedBy(block) }) : null;
  const drawnFrom = many === null ? read.rows : block.counted ? uncounted(many.rows) : many.rows;
  const ordered = orderRows(read.rows, block.order);
  const { codes } = ports.screen;
  // Words of columns that are not drawn too, as those of small samples.
  const { fields } = ports.screen.data[block.data] ?? block;
  const chosen = chooseRows(orderRows(drawnFrom, block.order), block.policy, { fields, codes });
  const rows = prepareRows(chosen, block.fields, codes);
  const { series } = chosen;
  const notes = [
    ...chosen.notes,
    ...(many === null ? [] : notesOfMany(block, drawnFrom.length, read.total, many.limited === true)),
  ];
  const vega = chosen.lying && block.lying ? block.lying : block.vega;
  const summary = ports.text(block.summary);
  return [
    ...heading(title, 3),
    {
      kind: 'chart',
      title,
      alternative: summary || title || 'Chart',
      svg: async (width) => {
        const { chartSvg } = await import('./svg.ts');
        const names = namesBelow(chosen, block.policy);
        return chartSvg({ vega, rows, width, facetColumns: block.facetColumns, series, names });
      },
      figures: figuresOf(block, ordered, codes, { title, note: summary || null }),
    },
    ...(notes.length === 0
      ? []
      : [{ kind: 'paragraph' as const, runs: [{ text: notes.join(' '), bold: false }] }]),
  ];
};
