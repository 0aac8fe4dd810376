// All rows of a source as a file on disk: written as fast as the database gives them, whoever fetches it how slowly.
import { open, rm } from 'node:fs/promises';
import { formatValue } from '#src/core/format.ts';
import { reportRowLimit } from '#src/core/rows.ts';
import type { Caller } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { narrows } from '../database/narrow.ts';
import { orAgain } from '../database/replica.ts';
import { Problem } from '../problem.ts';
import type { AboutLine } from './about-lines.ts';
import { csvWriter } from './csv.ts';
import { beyondStatement, countStatement, type ExportWish, exportStatement } from './export.ts';
import type { FileColumn } from './file-format.ts';
import { type OpenRun, readRun } from './open-run.ts';
import type { RowSource } from './rows.ts';
import type { ReportServer } from './served.ts';
import { xlsxWriter } from './xlsx.ts';

const batchRows = 1_000;
const mostXlsxRows = 1_048_575;

/** What is written, and of whose rows. */
export interface ExportOf {
  readonly source: RowSource;
  readonly columns: readonly FileColumn[];
  readonly wish: ExportWish;
  /** What a workbook says of its rows on a sheet of its own; empty for none. */
  readonly about: readonly AboutLine[];
  /** Only a run made after this moment is read; null for any. */
  readonly newerThan: Date | null;
}

export interface Written {
  readonly rows: number;
  /** Whether there are more, beyond the row limit of a report. */
  readonly limited: boolean;
  readonly bytes: number;
}

/** What is said of a file that has not all rows. */
export const limitedSentence = `Cut at ${reportRowLimit.toLocaleString('en-AU')} rows of the report: the row limit was reached. Narrow the filters to have all.`;

function refuseSheet({ wish }: ExportOf, rows: number): void {
  if (wish.format === 'xlsx' && rows > mostXlsxRows)
    throw new Problem('refused', `A sheet holds ${mostXlsxRows} rows, these are ${rows}. Export as CSV.`);
}

/** How many rows the file will have; throws where its format cannot hold them. */
export async function countExport(of: ExportOf, caller: Caller, context: ReportServer): Promise<number> {
  const { source, wish, newerThan } = of;
  const asked = { newerThan, whole: narrows(wish), turn: false };
  const count = await readRun(source, asked, caller, context, async (client, run) => {
    const { text, values } = countStatement(run.source, wish);
    const { rows } = await client.query<{ rows: number }>(text, values);
    return rows[0]?.rows ?? 0;
  });
  refuseSheet(of, count);
  return count;
}

export interface WriteOptions {
  /** How long the reading may take. */
  readonly timeoutMs?: number;
  /** How many rows there are, where that is known; else they are counted with the first. */
  readonly rows?: number;
  /** Hears of how many rows are written of how many, at first of none, and may throw. */
  readonly told?: (written: number, rows: number) => void;
}

/** Writes the file from one snapshot through a cursor; a failure leaves none. The path must not be there. */
export function writeExport(
  path: string,
  of: ExportOf,
  options: WriteOptions,
  caller: Caller,
  context: ReportServer,
): Promise<Written> {
  return orAgain(() => writeOnce(path, of, options, caller, context));
}

/** A run that is kept knows it; else it is looked for, only where as many rows as the limit lets through were written. */
async function isLimited(
  client: DatabaseClient,
  { source, limited }: OpenRun,
  wish: ExportWish,
  written: number,
): Promise<boolean> {
  if (limited !== null) return limited;
  if (source.rowLimit === null || written < source.rowLimit) return false;
  const { text, values } = beyondStatement(source, wish);
  const { rows } = await client.query<{ beyond: boolean }>(text, values);
  return rows[0]?.beyond === true;
}

async function writeOnce(
  path: string,
  of: ExportOf,
  { rows: known, told = () => {}, ...timeout }: WriteOptions,
  caller: Caller,
  context: ReportServer,
): Promise<Written> {
  const { source, columns, wish, about, newerThan } = of;
  const asked = { newerThan, whole: narrows(wish), turn: false, ...timeout };
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  const write = async (piece: Uint8Array) => {
    bytes += piece.length;
    if (piece.length > 0) await file.writeFile(piece);
  };
  try {
    const made = await readRun(source, asked, caller, context, async (client, run) => {
      const { text, values } = exportStatement(run.source, columns, wish, known === undefined);
      const ranAt: AboutLine = ['Run at', formatValue('datetime', run.runAt)];
      const aboutRun = about.length === 0 && source.rowLimit === null ? [] : [...about, ranAt];
      const writer = wish.format === 'csv' ? csvWriter(columns) : xlsxWriter(columns, aboutRun);
      let written = 0;
      let total = 0;
      for await (const batch of client.batches(text, values, batchRows)) {
        if (written === 0) {
          total = known ?? Number(batch[0]?.['#rows'] ?? 0);
          refuseSheet(of, total);
          told(0, total);
          await write(writer.head());
        }
        await write(writer.rows(batch));
        written += batch.length;
        told(written, total);
      }
      if (written === 0) await write(writer.head());
      const limited = await isLimited(client, run, wish, written);
      await write(writer.end(limited ? [['Rows', limitedSentence]] : []));
      return { rows: written, limited };
    });
    return { ...made, bytes };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
