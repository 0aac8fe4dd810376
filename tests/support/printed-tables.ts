// What a report prints, held against what its queries answer and against the words of its PDF.
import { type Caller, whoOf } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { quoted } from '#server/database/json-page.ts';
import type { ReadyScreen } from '#server/definitions/definitions.ts';
import { paperServer } from '#server/modules/document/paper-server.ts';
import type { ParamValues } from '#server/reports/bind-params.ts';
import { markedText } from '#server/reports/document/cell-text.ts';
import { mostTableRows } from '#server/reports/document/collect.ts';
import { gather } from '#server/reports/document/gather.ts';
import { openSource } from '#server/reports/row-source.ts';
import type { PaperTable } from '#src/core/paper.ts';
import type { Scope } from '#src/core/scope.ts';
import type { Row } from '#src/core/values.ts';
import { pdfText } from './pdf-text.ts';

const numeric = /^(?:int|float|numeric|double|bigint|integer|number|decimal)/;

/** Rows, and the sum of each column of numbers, of the SQL of a source alone. */
async function querySums(
  screen: string,
  source: string,
  params: ParamValues,
  caller: Caller,
  context: Context,
): Promise<{ readonly rows: number; readonly sums: ReadonlyMap<string, number> }> {
  const of = await openSource({ screen, source, params }, caller, context);
  const numbers = [...of.columns.values()].filter(({ type }) => numeric.test(type)).map(({ id }) => id);
  const sums = numbers.map((id, i) => `coalesce(sum(${quoted(id)}), 0)::float8 as "s${i}"`);
  const { rows } = await context.database.read(
    whoOf(caller),
    { dataset: of.dataset, timeoutMs: 300_000 },
    (client) =>
      client.query<Record<string, number>>(
        `select ${['count(*)::integer as n', ...sums].join(', ')} from (${of.text}\n) q`,
        [...of.values],
      ),
  );
  return {
    rows: rows[0]?.n ?? 0,
    sums: new Map(numbers.map((id, i) => [id, Number(rows[0]?.[`s${i}`] ?? 0)])),
  };
}

/** Factors have four digits, which is the most; hectares are told to the square metre's tenth. */
const tooExact = /\.\d{5}\d*(?! ?ha|\d)/;
const near = (a: number, b: number) => Math.abs(a - b) <= 1e-6 + 1e-9 * Math.max(Math.abs(a), Math.abs(b));
const sumOf = (rows: readonly Row[], id: string) => rows.reduce((sum, row) => sum + Number(row[id] ?? 0), 0);

/** How often each figure stands in the tables: what is aligned to the right is never wrapped. */
function figuresOf(tables: readonly PaperTable[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { columns, rows } of tables)
    for (const column of columns.filter(({ align }) => align === 'right'))
      for (const row of rows) {
        const text = markedText(column, row);
        if (text !== '') times.set(text, (times.get(text) ?? 0) + 1);
      }
  return times;
}

/**
 * What is wrong with a report on paper: a source of `sources` of which no table has its rows and sums, a figure of a table that
 * the PDF does not draw as often, or of more digits than any format has.
 */
export async function printedFaults(
  report: ReadyScreen,
  sources: readonly string[],
  params: ParamValues,
  scope: Scope,
  caller: Caller,
  context: Context,
  pdf: Buffer,
): Promise<{ readonly faults: readonly string[]; readonly figures: number }> {
  const server = paperServer(caller, context, mostTableRows.pdf);
  const { elements } = await gather({ screen: report.id, params }, caller, scope, server);
  const tables = elements.flatMap((element) => (element.kind === 'table' ? [element] : []));
  const faults: string[] = [];
  for (const source of new Set(sources)) {
    const { rows, sums } = await querySums(report.id, source, params, caller, context);
    const same = tables.some(
      (table) =>
        table.rows.length === rows && [...sums].every(([id, sum]) => near(sumOf(table.rows, id), sum)),
    );
    if (!same) faults.push(`${report.id} ${source}: no printed table has its ${rows} rows and their sums`);
  }
  const drawn = new Map<string, number>();
  for (const line of pdfText(pdf).split('\n')) drawn.set(line, (drawn.get(line) ?? 0) + 1);
  let figures = 0;
  for (const [text, times] of figuresOf(tables)) {
    figures += times;
    if (tooExact.test(text)) faults.push(`${report.id}: "${text}" is more exact than anybody reads`);
    const there = drawn.get(text) ?? 0;
    if (there < times) faults.push(`${report.id}: "${text}" is drawn ${there} times of ${times}`);
  }
  return { faults, figures };
}
