// Every exported table of every report on an office of 200,000 properties, over all districts: the rows and the sums of the
// page, of its SQL alone and of its files are the same.
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { type Caller, whoOf } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { quoted } from '#server/database/json-page.ts';
import { makeDocument, scopeOf } from '#server/modules/document/paper-server.ts';
import { openRows, type RowsAsk } from '#server/modules/query/rows-ask.ts';
import type { ParamValues } from '#server/reports/bind-params.ts';
import { writeExport } from '#server/reports/write-export.ts';
import { reportRowLimit } from '#src/core/rows.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import { printedFaults } from '#tests/support/printed-tables.ts';
import { type AskJson, asJson, askingAs } from './asking.ts';
import { onLargeOffice } from './large-office.ts';
import type { BenchLine } from './line.ts';
import { districtsBySize, gridsOf, paramsFor, type ReportGrid, reportsOf } from './report-grids.ts';

const numeric = /^(?:int|float|numeric|double|bigint|integer|number|decimal)/;

/** Rows, and the sum of each column of numbers; of a file as far as it has the column. */
interface Sums {
  readonly rows: number;
  readonly sums: ReadonlyMap<string, number>;
}

/** Cells of CSV as written: quotes double inside quotes. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        cell += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
    } else {
      const rest = /[,\r\n]/g;
      rest.lastIndex = at;
      const end = rest.exec(text)?.index ?? text.length;
      cell = text.slice(at, end);
      at = end;
    }
    line.push(cell);
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    lines.push(line);
    line = [];
    while (text[at] === '\r' || text[at] === '\n') at += 1;
  }
  return lines;
}

/** Numbers of the columns of a sheet, by the letters of its cells, and its rows without the heading. */
function sheetSums(xml: string, ids: readonly string[]): Sums {
  const letters = new Map<string, string>();
  const letterOf = (i: number): string =>
    i < 26
      ? String.fromCharCode(65 + i)
      : letterOf(Math.floor(i / 26) - 1) + String.fromCharCode(65 + (i % 26));
  for (const [i, id] of ids.entries()) letters.set(letterOf(i), id);
  const sums = new Map<string, number>();
  let rows = -1;
  for (const [, row = ''] of xml.matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)) {
    rows += 1;
    if (rows === 0) continue;
    for (const [, letter = '', attributes = '', value] of row.matchAll(
      /<c r="([A-Z]+)\d+"([^>]*)><v>([^<]*)<\/v><\/c>/g,
    )) {
      const id = letters.get(letter);
      if (id === undefined || attributes.includes('t=')) continue;
      sums.set(id, (sums.get(id) ?? 0) + Number(value));
    }
  }
  return { rows, sums };
}

async function fileSums(ask: RowsAsk, caller: Caller, context: Context): Promise<Sums> {
  const of = await openRows(ask, caller, context);
  const path = join(tmpdir(), `cadastre-export-${randomUUID()}.${ask.format}`);
  try {
    await writeExport(path, of, { timeoutMs: 300_000 }, caller, context);
    const bytes = await readFile(path);
    const ids = of.columns.map(({ id }) => id);
    if (ask.format === 'xlsx') {
      const sheets = Object.entries(unzipSync(bytes)).filter(([name]) =>
        /worksheets\/sheet1\.xml$/.test(name),
      );
      return sheetSums(Buffer.from(sheets[0]?.[1] ?? []).toString('utf8'), ids);
    }
    const [, ...lines] = cellsOf(bytes.toString('utf8'));
    const sums = new Map<string, number>();
    for (const line of lines)
      for (const [i, id] of ids.entries()) sums.set(id, (sums.get(id) ?? 0) + Number(line[i] ?? 0));
    return { rows: lines.length, sums };
  } finally {
    await rm(path, { force: true });
  }
}

/** The rows and sums of the SQL alone, and which columns are numbers. */
async function querySums(ask: RowsAsk, caller: Caller, context: Context): Promise<Sums> {
  const { source } = await openRows(ask, caller, context);
  const numbers = [...source.columns.values()].filter(({ type }) => numeric.test(type)).map(({ id }) => id);
  const sums = numbers.map((id, i) => `coalesce(sum(${quoted(id)}), 0)::float8 as "s${i}"`);
  const { rows } = await context.database.read(
    whoOf(caller),
    { dataset: source.dataset, timeoutMs: 300_000 },
    (client) =>
      client.query<Record<string, number>>(
        `select ${['count(*)::integer as n', ...sums].join(', ')} from (${source.text}\n) q`,
        [...source.values],
      ),
  );
  const [answer] = rows;
  return { rows: answer?.n ?? 0, sums: new Map(numbers.map((id, i) => [id, answer?.[`s${i}`] ?? 0])) };
}

async function pageSums(
  ask: AskJson,
  screen: string,
  { source }: ReportGrid,
  params: ParamValues,
  columns: readonly string[],
): Promise<Sums> {
  const totals = Object.fromEntries(columns.slice(0, 100).map((id) => [id, 'sum']));
  const body = await ask('POST', '/query', { screen, source, params, offset: 0, limit: 0, totals });
  const told = isJsonObject(body.totals) ? body.totals : {};
  return {
    rows: Number(body.total),
    sums: new Map(Object.entries(told).map(([id, sum]) => [id, Number(sum ?? 0)])),
  };
}

const near = (a: number, b: number) => Math.abs(a - b) <= 1e-6 + 1e-9 * Math.max(Math.abs(a), Math.abs(b));

function differences(what: string, of: Sums, query: Sums): readonly string[] {
  const rows = of.rows === query.rows ? [] : [`${what} has ${of.rows} rows of ${query.rows}`];
  const sums = [...of.sums]
    .filter(([id, sum]) => query.sums.has(id) && !near(sum, query.sums.get(id) ?? 0))
    .map(([id, sum]) => `${what}: ${id} adds up to ${sum}, not ${query.sums.get(id)}`);
  return [...rows, ...sums];
}

export const benchExports = (
  server: TestServerInfo,
  pages: ReadonlySet<string>,
): Promise<readonly BenchLine[]> =>
  onLargeOffice(server, async (context, caller) => {
    const { ask, end } = await askingAs(context, caller.id);
    const scope = await scopeOf(caller, context);
    const faults: string[] = [];
    let tables = 0;
    let most = 0;
    const printed = { all: 0, district: 0 };
    const districts = await districtsBySize(context);
    let figures = 0;
    const refused: string[] = [];
    const cut: string[] = [];
    const count = (n: number) => n.toLocaleString('en-AU');
    for (const report of reportsOf(context, pages)) {
      const params = paramsFor(report, 'all', scope);
      let together = 0;
      for (const grid of gridsOf(report.screen.blocks)) {
        const wish: RowsAsk = {
          screen: report.id,
          source: grid.source,
          params,
          format: 'csv',
          block: grid.block,
        };
        try {
          const query = await querySums(wish, caller, context);
          together += query.rows;
          tables += 1;
          most = Math.max(most, query.rows);
          const page = await pageSums(asJson(ask), report.id, grid, params, [...query.sums.keys()]);
          const isCut = query.rows > reportRowLimit;
          if (isCut) cut.push(`${report.id} ${grid.block} (${count(query.rows)})`);
          // What stops at the limit has rows that its SQL alone does not choose: the page's are held against the files'.
          const all = isCut ? { ...page, rows: reportRowLimit } : query;
          const found = [
            ...differences('the page', page, all),
            ...differences('CSV', await fileSums(wish, caller, context), all),
            ...differences('XLSX', await fileSums({ ...wish, format: 'xlsx' }, caller, context), all),
          ];
          process.stdout.write(
            `  ${report.id} ${grid.block}: ${query.rows} rows${isCut ? ', cut' : ''}${found.length > 0 ? ` ${found.join('; ')}` : ''}\n`,
          );
          faults.push(...found.map((one) => `${report.id} ${grid.block}: ${one}`));
        } catch (error) {
          faults.push(`${report.id} ${grid.block}: ${error instanceof Error ? error.message : error}`);
          process.stdout.write(`  ${faults.at(-1)}\n`);
        }
      }
      const sources = gridsOf(report.screen.blocks).map(({ source }) => source);
      let refusal = '';
      // What has more pages than a document may have is printed of a district.
      for (const printedOf of ['all', ...districts]) {
        const asked = paramsFor(report, printedOf, scope);
        try {
          const made = await makeDocument({ screen: report.id, params: asked }, 'pdf', caller, context);
          const found = await printedFaults(report, sources, asked, scope, caller, context, made.bytes);
          printed[printedOf === 'all' ? 'all' : 'district'] += 1;
          figures += found.figures;
          faults.push(...found.faults);
          refusal = '';
          break;
        } catch (error) {
          refusal = `${report.id} (${together} rows): ${error instanceof Error ? error.message : error}`;
        }
      }
      if (refusal !== '') refused.push(refusal);
      process.stdout.write(`  ${report.id} as PDF: ${refusal || 'printed'}\n`);
    }
    await end();
    return [
      {
        what: `Rows and sums of ${tables} exported tables over all districts: page, CSV and XLSX against their SQL`,
        measured:
          faults.length === 0
            ? `equal, at most ${count(most)} rows; stop at ${count(reportRowLimit)}: ${cut.join(', ') || 'none'}`
            : faults.join('; '),
        budget: 'equal',
      },
      {
        what: 'Reports as PDF over all districts, or the largest that a document has room for',
        measured: `${printed.all} and ${printed.district} have the rows and sums of their SQL and draw each of ${count(figures)} figures; refused: ${refused.join(' · ') || 'none'}`,
        budget: '',
      },
    ];
  });
