import { formatValue } from '#src/core/format.ts';
import type { PaperColumn, PaperElement, PaperTable } from '#src/core/paper.ts';
import type { Row } from '#src/core/values.ts';
import { Problem } from '../../problem.ts';
import { boldCell, openWorkbook, type Workbook, xlsxCell } from '../xlsx.ts';
import { markedText } from './cell-text.ts';
import type { Gathered } from './gather.ts';
import { aboutName, type Fact, type Sheet, sheetsOf } from './sheets.ts';
import { leaveTurn, type Turn } from './turn.ts';

const batchRows = 1_000;
const widest = 60;

const textCells = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => xlsxCell(text, 'text'));

function widthsOf(titles: readonly string[], rows: readonly (readonly string[])[]): readonly number[] {
  return titles.map((title, i) =>
    Math.min(widest, rows.reduce((most, row) => Math.max(most, row[i]?.length ?? 0), title.length) + 2),
  );
}

function cellOf(column: PaperColumn, row: Row): string {
  const { counted } = column;
  return counted
    ? xlsxCell(counted.value(row), counted.type, counted.format)
    : xlsxCell(markedText(column, row), 'text');
}

/** An area is a number of square metres here, whichever unit the page writes it in. */
function titleOf({ title, counted }: PaperColumn): string {
  return counted?.format === 'area' && !title.includes('m²') ? `${title} (m²)` : title;
}

const totalCell =
  ({ columns, sums = [] }: PaperTable) =>
  (text: string, i: number): string => {
    const [sum, counted] = [sums[i] ?? null, columns[i]?.counted];
    return sum !== null && counted ? xlsxCell(sum, 'number', counted.format) : boldCell(text);
  };

function putTable(book: Workbook, table: PaperTable): void {
  const titles = [...(table.group ? ['Group'] : []), ...table.columns.map(titleOf)];
  const textsOf = (row: Row) => [
    ...(table.group ? [table.group(row)] : []),
    ...table.columns.map((column) => markedText(column, row)),
  ];
  book.sheet(titles, widthsOf(titles, table.rows.slice(0, 200).map(textsOf)));
  for (let from = 0; from < table.rows.length; from += batchRows)
    book.rows(
      table.rows
        .slice(from, from + batchRows)
        .map((row) => [
          ...(table.group ? textCells([table.group(row)]) : []),
          ...table.columns.map((column) => cellOf(column, row)),
        ]),
    );
  if (table.rows.length === 0) book.rows([textCells([table.empty])]);
  else if (table.totals)
    book.rows([[...(table.group ? [xlsxCell(null, 'text')] : []), ...table.totals.map(totalCell(table))]]);
  if (table.note) book.rows([textCells([table.note])]);
}

function putFacts(book: Workbook, facts: readonly Fact[]): void {
  const rows = facts.map(({ part, title, value, note }) => [part, title, value, note]);
  const titles = ['Part', 'Name', 'Value', 'Note'];
  book.sheet(titles, widthsOf(titles, rows));
  book.rows(rows.map(textCells));
}

function paragraphsOf(elements: readonly PaperElement[]): readonly string[] {
  return elements.flatMap((element) =>
    element.kind === 'paragraph' ? [element.runs.map(({ text }) => text).join('')] : [],
  );
}

/** What the workbook is, when and for whom it was made, and where its parts stand. */
function putAbout(book: Workbook, gathered: Gathered, sheets: readonly Sheet[], reader: string): void {
  const { title, params, company, at, elements } = gathered;
  const charts = elements.filter(({ kind }) => kind === 'chart').length;
  const lines = [
    ['Title', title],
    ...params.map((param) => [param.title, param.value]),
    ['Run at', formatValue('datetime', at.toISOString())],
    ['By', reader],
    ['Company', company],
    ...sheets.map((sheet) => [
      `Sheet ${sheet.name}`,
      sheet.kind === 'table'
        ? `${sheet.title}: ${formatValue('integer', sheet.table.rows.length)} rows`
        : sheet.title,
    ]),
    ...(charts === 0
      ? []
      : [
          [
            'Charts',
            `${charts} ${charts === 1 ? 'is' : 'are'} drawn in the PDF of this page; the figures stand here.`,
          ],
        ]),
    ...paragraphsOf(elements).map((text) => ['Note', text]),
  ];
  const titles = ['What', 'Value'];
  book.sheet(titles, widthsOf(titles, lines));
  book.rows(lines.map(textCells));
}

/** `pages` are sheets. A sheet a part behind one that tells of them; the same inputs and rows give the same bytes. */
export async function makeWorkbook(
  gathered: Gathered,
  reader: string,
  turn: Turn = leaveTurn,
): Promise<{ readonly bytes: Buffer; readonly pages: number }> {
  const sheets = sheetsOf(gathered.title, gathered.elements);
  if (sheets.length === 0) throw new Problem('refused', 'Nothing of this page has rows. Make a PDF of it.');
  const book = openWorkbook([aboutName, ...sheets.map(({ name }) => name)]);
  const parts: Uint8Array[] = [];
  putAbout(book, gathered, sheets, reader);
  for (const [i, sheet] of sheets.entries()) {
    parts.push(book.take());
    await turn(0.5 + i / sheets.length / 2, `Sheet ${i + 1} of ${sheets.length}`);
    if (sheet.kind === 'table') putTable(book, sheet.table);
    else putFacts(book, sheet.facts);
  }
  book.end();
  parts.push(book.take());
  return { bytes: Buffer.concat(parts), pages: sheets.length + 1 };
}
