// What becomes of the lines of a file: the SQL of its kind proposes, the writer of records does it, the log says it; one transaction.
import { type Caller, whoOf, worksIn } from '../../access/caller.ts';
import type { DatabaseClient } from '../../database/client.ts';
import type { ReadyImport } from '../../definitions/definitions.ts';
import { followSaves } from '../../records/after-save.ts';
import { applyProposals } from '../../records/bulk/apply.ts';
import type { Outcome } from '../../records/bulk/proposal.ts';
import { inWrite } from '../../records/in-write.ts';
import { ownEntity, type RecordServer } from '../../records/served.ts';
import { tellMoves } from '../../records/tell.ts';
import { IMPORT_LOCK } from '../merge-batch.ts';
import { ImportRefusal } from '../refusal.ts';
import type { ImportCounts } from '../summary.ts';
import { calledFates } from './call-function.ts';
import { beginFile, countsOf, endFile, type Fate } from './keep-file.ts';
import { lineFates, recordFates } from './line-fates.ts';
import { type Settled, settledOf } from './settled.ts';
import type { TableFile } from './table-file.ts';

export interface TableOptions {
  readonly dryRun: boolean;
  readonly jobId: number | null;
  readonly chosen: { readonly [option: string]: boolean };
  readonly signal: AbortSignal;
  /** How much of it is done, 0 to 1. */
  readonly report: (share: number) => void;
}

/** All of the file is about districts in which whoever imports does not work. */
export class ForeignTable extends Error {
  override readonly name = 'ForeignTable';
}

/** Milliseconds: as long as an export of an office. */
const timeoutMs = 20 * 60_000;

type Kept = { readonly id: number; readonly counts: ImportCounts } | { readonly seen: number };

export async function settleTable(
  { server, caller }: { readonly server: RecordServer; readonly caller: Caller },
  kind: ReadyImport,
  file: TableFile,
  options: TableOptions,
): Promise<Kept> {
  const entity = ownEntity(kind.entity, server);
  const stamp = { userId: caller.id, jobId: options.jobId };
  const work = async (client: DatabaseClient) => {
    await client.query('select pg_advisory_xact_lock($1::bigint)', [IMPORT_LOCK]);
    const seen = await inForce(client, file.data.sha);
    if (seen !== null) return { seen };
    const id = await beginFile(client, kind, file, stamp, options.dryRun);
    const values = {
      rows: file.rows.json,
      options: JSON.stringify(options.chosen),
      districts: await districtsOf(client, caller),
    };
    const writing = { client, server, caller, entity };
    const settled = kind.function
      ? await called(client, kind.function, id, caller, { ...values, ...options })
      : await proposed(writing, kind, values, options);
    refuseErrors(settled.fates);
    await endFile(client, entity, id, settled.fates, stamp);
    return { id, counts: countsOf(settled.fates, file.rows.count), ...settled };
  };
  const kept = await inWrite(server, whoOf(caller), options.dryRun, work, { timeoutMs });
  if ('seen' in kept) return kept;
  if (!options.dryRun) {
    await followSaves(server, entity, kept.saved, caller);
    await tellMoves(server, entity, kept.told);
    return kept;
  }
  // What it would have done is kept as a file of its own, without the records that were not made.
  const id = await server.database.write(whoOf(caller), async (client) => {
    const made = await beginFile(client, kind, file, stamp, true);
    await endFile(client, entity, made, kept.fates.map(withoutRecord), stamp);
    return made;
  });
  return { id, counts: kept.counts };
}

async function called(
  client: DatabaseClient,
  name: string,
  id: number,
  caller: Caller,
  given: Parameters<typeof calledFates>[3],
) {
  const fates = await calledFates(client, name, id, given);
  refuseErrors(fates);
  demandDistricts(
    fates.map(({ line, district_code }) => ({ lines: line === null ? [] : [line], district: district_code })),
    caller,
  );
  return { fates, told: [], saved: [] };
}

const withoutRecord = (fate: Fate): Fate => ({
  ...fate,
  item_id: fate.action === 'new' ? null : fate.item_id,
  version: null,
});

async function inForce(client: DatabaseClient, sha: string): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    "select id from import_file where state = 'done' and sha256 = $1::text order by id limit 1",
    [sha],
  );
  return rows[0]?.id ?? null;
}

async function districtsOf(client: DatabaseClient, { workDistricts }: Caller): Promise<readonly string[]> {
  if (workDistricts !== '*') return workDistricts;
  const { rows } = await client.query<{ code: string }>(
    'select code::text as code from district order by code',
  );
  return rows.map(({ code }) => code);
}

interface Values {
  readonly rows: string;
  readonly options: string;
  readonly districts: readonly string[];
}

async function proposed(
  work: Parameters<typeof applyProposals>[0],
  kind: ReadyImport,
  values: Values,
  { signal, report }: TableOptions,
) {
  const { client, entity, caller } = work;
  const rows = settledOf(await asked(client, kind, kind.sql, values), entity);
  demandDistricts(rows, caller);
  for (const { refused, lines } of rows) if (refused !== null) throw refusal(lines, refused);
  const lineRows = kind.lines === null ? [] : await asked(client, kind, kind.lines, values);
  const writable = rows.flatMap((row) => (row.proposal ? [{ ...row, proposal: row.proposal }] : []));
  // In the order in which they are written, so that outcomes are found by their place.
  const ordered = [...writable].sort((one, other) => placeOf(one.proposal.id) - placeOf(other.proposal.id));
  const outcomes = new Map<Settled, Outcome>();
  const { told, saved } = await applyProposals(
    work,
    ordered.map(({ proposal }) => proposal),
    {
      signal,
      report: (soFar, all) => report(soFar / Math.max(1, all)),
      keep: (from, batch) => {
        for (const [i, outcome] of batch.entries()) {
          const row = ordered[from + i];
          if (!row) continue;
          if (outcome.outcome === 'refused') throw refusal(row.lines, outcome.message ?? 'It is refused.');
          outcomes.set(row, outcome);
        }
        return Promise.resolve();
      },
    },
  );
  const byRow = new Map(ordered.map((row) => [row.lines[0], outcomes.get(row)] as const));
  const fates = rows.flatMap((row) => recordFates(row, byRow.get(row.lines[0]), kind.lines === null));
  return { fates: lineFates(fates, lineRows), told, saved };
}

const placeOf = (id: number | null) => id ?? Number.MAX_SAFE_INTEGER;

const refusal = (lines: readonly number[], message: string) =>
  new ImportRefusal('refused', lines[0] ?? 0, message);

function refuseErrors(fates: readonly Fate[]): void {
  const error = fates.find(({ action }) => action === 'error');
  if (error) throw refusal(error.line === null ? [] : [error.line], error.message ?? 'It is refused.');
}

/** A file that is for others is left out; one that mixes theirs with one's own is refused at its line. */
function demandDistricts(rows: readonly Pick<Settled, 'lines' | 'district'>[], caller: Caller): void {
  const foreign = rows.filter(({ district }) => !worksIn(caller, district));
  const [first] = foreign;
  if (!first) return;
  if (foreign.length === rows.length) throw new ForeignTable();
  throw new ImportRefusal(
    'foreign-district',
    first.lines[0] ?? 0,
    `You do not work in district ${first.district}. Ask somebody who works there to bring the file.`,
  );
}

async function asked(
  client: DatabaseClient,
  { id, queries }: ReadyImport,
  name: string | null,
  values: Values,
): Promise<readonly { readonly [column: string]: unknown }[]> {
  const query = name === null ? undefined : queries.get(name);
  if (!query) throw new Error(`Import "${id}" has no query "${name}".`);
  const known: { readonly [name: string]: unknown } = { ...values };
  const { rows } = await client.query<{ row: { readonly [column: string]: unknown } }>(
    `select row_to_json(settled) as row from (${query.sql.text.replace(/;\s*$/, '')}\n) settled`,
    query.sql.names.map((one) => known[one] ?? null),
  );
  return rows.map(({ row }) => row);
}
