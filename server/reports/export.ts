import { PassThrough, type Readable } from 'node:stream';
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { columnMap, createBinder, findCondition, orderBy, quoted } from '../database/json-page.ts';
import { visibleScreen } from '../definitions/manifest.ts';
import { Problem } from '../problem.ts';
import { csvWriter } from './csv.ts';
import type { FileColumn, FileWriter } from './file-format.ts';
import { readRun } from './open-run.ts';
import type { Ask } from './row-source.ts';
import type { RowSource } from './rows.ts';
import type { ReportServer } from './served.ts';
import { xlsxWriter } from './xlsx.ts';

export interface ExportWish {
  readonly format: 'csv' | 'xlsx';
  readonly columns: readonly string[] | null;
  readonly block: string | null;
  readonly titles: { readonly [column: string]: string };
  readonly sort: readonly string[];
  readonly find: string;
}

const batchRows = 1_000;
const mostXlsxRows = 1_048_575;
// Whoever takes nothing for this long has gone; their turn, connection and snapshot are wanted by others.
const patienceMs = 60_000;

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

function exportStatement(source: RowSource, columns: readonly FileColumn[], wish: ExportWish) {
  const { bind, values } = createBinder(source.values);
  const find = findCondition(source.columns, wish.find, bind);
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
  const text = `
    with r as materialized (select ${list === '' ? '*' : list} from (${source.text}
    ) q${find === null ? '' : ` where ${find}`}${cap})
    select r.*, (select count(*) from r) as "#rows" from r${order}`;
  return { text, values };
}

interface Opened {
  readonly rows: number;
  readonly stream: Readable;
}

/** Writes and waits until there is room again, for so long. */
export async function write(out: PassThrough, bytes: Uint8Array, patience = patienceMs): Promise<void> {
  if (bytes.length === 0) return;
  if (out.destroyed) throw new Error('The download was given up.');
  if (out.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(impatience);
      out.off('drain', go).off('close', go);
      resolve();
    };
    const impatience = setTimeout(
      () => out.destroy(new Error(`Nothing was fetched for ${patience / 1000} s.`)),
      patience,
    );
    out.on('drain', go).on('close', go);
  });
}

async function pour(
  client: DatabaseClient,
  statement: { readonly text: string; readonly values: readonly unknown[] },
  writer: FileWriter,
  out: PassThrough,
  opened: (rows: number) => void,
): Promise<void> {
  let known = false;
  for await (const rows of client.batches(statement.text, statement.values, batchRows)) {
    if (!known) {
      opened(Number(rows[0]?.['#rows'] ?? 0));
      known = true;
      await write(out, writer.head());
    }
    await write(out, writer.rows(rows));
  }
  if (!known) {
    opened(0);
    await write(out, writer.head());
  }
  await write(out, writer.end());
}

/**
 * All rows as a file, streamed from one snapshot through a cursor. Resolves when the number of rows is known;
 * a failure after that cuts the stream, so that no half file looks whole.
 */
export function openExport(
  source: RowSource,
  columns: readonly FileColumn[],
  wish: ExportWish,
  newerThan: Date | null,
  caller: Caller,
  context: ReportServer,
): Promise<Opened> {
  const writer = wish.format === 'csv' ? csvWriter(columns) : xlsxWriter(columns);
  const out = new PassThrough({ highWaterMark: 256 * 1024 });
  return new Promise((resolve, reject) => {
    const opened = (rows: number) => {
      if (wish.format === 'xlsx' && rows > mostXlsxRows)
        throw new Problem('refused', `A sheet holds ${mostXlsxRows} rows, these are ${rows}. Export as CSV.`);
      resolve({ rows, stream: out });
    };
    const work = () =>
      readRun(
        source,
        { newerThan, whole: wish.find !== '', turn: false },
        caller,
        context,
        async (client, run) => {
          await pour(client, exportStatement(run.source, columns, wish), writer, out, opened);
          return true;
        },
      );
    context.exportTurns.run(caller.id, work).then(
      () => out.end(),
      (error: unknown) => {
        out.on('error', () => {});
        out.destroy(error instanceof Error ? error : new Error(String(error)));
        reject(error);
      },
    );
  });
}
