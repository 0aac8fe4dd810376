import type { Caller } from '../../access/caller.ts';
import { may } from '../../access/permissions.ts';
import { isDatabaseDown } from '../../database/errors.ts';
import type { Database } from '../../database/open-database.ts';
import { Problem } from '../../problem.ts';
import { ownEntity, type RecordServer } from '../../records/served.ts';
import { filesInForce, insertRefused, logSeen } from '../file-rows.ts';
import type { ImportHooks, ImportOptions } from '../import-options.ts';
import { whyRefused } from '../import-run.ts';
import { type Reader, refusalOf } from '../open-reader.ts';
import type { ReadResult } from '../reader-messages.ts';
import { ImportRefusal } from '../refusal.ts';
import type { FileOutcome, ImportCounts, ImportSummary } from '../summary.ts';
import { ForeignTable, settleTable } from './settle-table.ts';
import type { TableFile } from './table-file.ts';

/** Who imports, and the server whose definitions and writer of records are used. */
export interface TableServer {
  readonly server: RecordServer;
  readonly caller: Caller;
}

const none: ImportCounts = { read: 0, new: 0, changed: 0, same: 0, conflict: 0 };

/** Imports the files of kinds other than sales, each in a transaction of its own. */
export async function importTables(
  database: Pick<Database, 'owner'>,
  tables: TableServer,
  reader: Reader,
  options: ImportOptions,
  hooks: ImportHooks,
  sales: ImportSummary,
): Promise<ImportSummary> {
  const planned = reader.plan.flatMap(({ files }) => files);
  const seen = await database.owner((client) =>
    filesInForce(
      client,
      planned.map(({ sha }) => sha),
    ),
  );
  const outcomes: FileOutcome[] = [];
  let counts = none;
  let cancelled = false;
  const files = reader.files({
    what: 'tables',
    known: [...seen.keys()],
    districts: [],
    workDistricts: options.workDistricts,
    keepOwnerNames: options.keepOwnerNames,
  });
  const done = sales.files.length;
  for await (const result of files) {
    cancelled = hooks.isCancelled?.() ?? false;
    if (cancelled) break;
    const progress = (share: number, records: number, noun: string) =>
      hooks.onProgress?.({
        files: Math.min(planned.length, done + outcomes.length + share),
        filesFound: planned.length,
        records,
        noun,
      });
    const one = await importOne(database, tables, result, options, hooks, progress);
    if (one === 'cancelled') {
      cancelled = true;
      break;
    }
    outcomes.push(one.outcome);
    counts = {
      read: counts.read + one.counts.read,
      new: counts.new + one.counts.new,
      changed: counts.changed + one.counts.changed,
      same: counts.same + one.counts.same,
      conflict: counts.conflict + one.counts.conflict,
    };
  }
  return { files: outcomes, counts, slower: [], unknownZones: [], cancelled };
}

class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

async function importOne(
  database: Pick<Database, 'owner'>,
  { server, caller }: TableServer,
  result: ReadResult,
  options: ImportOptions,
  hooks: ImportHooks,
  progress: (share: number, records: number, noun: string) => void,
): Promise<{ readonly outcome: FileOutcome; readonly counts: ImportCounts } | 'cancelled'> {
  const data = result.state === 'read' ? result.file.data : result.data;
  const { name, source } = data;
  const stamp = { userId: options.userId, jobId: options.jobId };
  const told = (outcome: Pick<FileOutcome, 'id' | 'state' | 'problem' | 'itemType'>, counts = none) => ({
    outcome: { name, source, ...outcome },
    counts,
  });
  const skip = (id: number, itemType: string) =>
    database
      .owner((client) => logSeen(client, [{ id, source }]))
      .then(() => told({ id, state: 'seen', problem: null, itemType }));
  try {
    if (result.state === 'known') {
      const before = await database.owner((client) => filesInForce(client, [data.sha]));
      const seen = before.get(data.sha);
      if (seen) {
        const kind = server.definitions.current().imports.get(seen.kind);
        return await skip(seen.id, kind ? ownEntity(kind.entity, server).record.itemType : 'SA');
      }
      throw new ImportRefusal('database', 0, 'It was undone while this import ran. Import it again.', name);
    }
    if (result.state === 'refused') throw refusalOf(result.refusal);
    if (result.state !== 'table') throw new Error(`${name} is a file of sales.`);
    const kind = server.definitions.current().imports.get(result.kind);
    if (!kind) throw new ImportRefusal('wrong-type', 0, 'Its kind is not served any more.', name);
    if (!may(caller, kind.needs))
      throw new ImportRefusal(
        'not-allowed',
        0,
        `You may not import “${kind.title}”. Ask an administrator for the permission.`,
        name,
      );
    const { itemType } = ownEntity(kind.entity, server).record;
    const controller = new AbortController();
    const report = (share: number) => {
      if (hooks.isCancelled?.()) controller.abort(new Cancelled());
      progress(share, result.rows.count, kind.noun);
    };
    const file: TableFile = { data, form: result.form, rows: result.rows };
    const settled = await settleTable({ server, caller }, kind, file, {
      dryRun: options.dryRun,
      jobId: options.jobId,
      chosen: options.chosen ?? {},
      signal: controller.signal,
      report,
    });
    if ('seen' in settled) return await skip(settled.seen, itemType);
    return told(
      { id: settled.id, state: options.dryRun ? 'dry_run' : 'done', problem: null, itemType },
      settled.counts,
    );
  } catch (error) {
    if (error instanceof Cancelled) return 'cancelled';
    if (error instanceof ForeignTable) return told({ id: null, state: 'foreign', problem: null });
    if (isDatabaseDown(error)) throw error;
    const refusal = refusedBy(error).of(name);
    const id = await database.owner((client) =>
      insertRefused(client, { ...data, kind: kindOf(result) }, refusal, stamp),
    );
    return told({ id, state: 'failed', problem: refusal.message });
  }
}

const kindOf = (result: ReadResult) =>
  result.state === 'table' || result.state === 'refused' ? result.kind : null;

function refusedBy(error: unknown): ImportRefusal {
  if (error instanceof ImportRefusal) return error;
  if (error instanceof Problem) return new ImportRefusal('refused', 0, error.message);
  return new ImportRefusal('database', 0, whyRefused(error));
}
