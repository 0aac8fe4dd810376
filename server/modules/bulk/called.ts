// Commands that do `call`: a function of the database writes, set by set, what the command's SQL shows.
import { createHash } from 'node:crypto';
import type { Entity } from '#src/core/entity.ts';
import { calledColumns, refusedColumn } from '#src/core/link/link-commands.ts';
import { type Caller, whoOf } from '../../access/caller.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { codeOf } from '../../database/errors.ts';
import { quoted } from '../../database/json-page.ts';
import type { ReadyCommand } from '../../definitions/definitions.ts';
import { Problem } from '../../problem.ts';
import type { Outcome, Tally } from '../../records/bulk/proposal.ts';
import { inWrite } from '../../records/in-write.ts';
import type { Values } from '../../records/read.ts';
import { readableFields } from '../../records/record-fields.ts';
import type { RecordServer } from '../../records/served.ts';
import { fieldsOfLabel, labelOf, writtenValue } from '../../records/told.ts';
import type { Asked, BulkPayload } from './bulk-payload.ts';
import { commandFor } from './may-ask.ts';
import { rowsIn, rowsOf } from './proposed-by.ts';

/** How many rows a tally shows of those that are changed, and of those that are refused. */
const shown = { done: 50, refused: 200 };

/** Milliseconds that its function may take, and the one that takes it back: they write a whole office set by set. */
const timeoutMs = 20 * 60_000;

/** A job of such a command, whose rows are kept by `keep` in the transaction of the change. */
export interface Calling {
  readonly server: RecordServer;
  readonly caller: Caller;
  readonly entity: Entity;
  readonly payload: BulkPayload;
  readonly job: number;
  readonly check: (tally: Tally) => void;
  readonly keep: (client: DatabaseClient, outcomes: readonly Outcome[]) => Promise<void>;
}

/**
 * Looks, and where it is no preview has the function write just that, in one transaction. Who runs the same command waits
 * for the other and then sees what the other did; a row that changes between the look and the write takes all back.
 */
export async function callCommand(
  calling: Calling,
  asked: Extract<Asked, { readonly does: 'command' }>,
): Promise<Tally> {
  const { server, caller, entity, payload, job } = calling;
  const command = commandFor(server, caller, asked.command);
  if (payload.preview)
    return tallyOf(calling, command, await rowsOf(server, caller, entity, payload, asked)).tally;
  const work = async (client: DatabaseClient) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [
      `command ${command.id}`,
    ]);
    const read = <Result>(work: (inside: DatabaseClient) => Promise<Result>) => readingOnly(client, work);
    const rows = await rowsIn(read, server, caller, entity, payload, asked);
    const { tally, ids, seen, outcomes } = tallyOf(calling, command, rows);
    calling.check(tally);
    if (ids.length > 0) {
      const written = await numberOf(
        client,
        `${quoted(command.function ?? '')}($1::bigint, $2::jsonb, $3::bigint[]${seen ? ', $4::text[]' : ''})`,
        [job, JSON.stringify(asked.params), ids, ...(seen ? [seen] : [])],
      );
      if (written !== ids.length)
        throw new Problem(
          'conflict',
          `${written} of ${ids.length} could be written: others were changed meanwhile. Nothing was changed; look again.`,
        );
    }
    await calling.keep(
      client,
      outcomes.filter(({ outcome }) => outcome === 'refused'),
    );
    return tally;
  };
  return server.database.write(whoOf(caller), work, { timeoutMs });
}

/** Takes back what a job of such a command wrote. */
export async function callBack({ server, caller, payload }: Calling, of: number, id: string): Promise<Tally> {
  const { undoneBy } = commandFor(server, caller, id);
  if (undoneBy === null) throw new Problem('refused', 'What this did cannot be taken back.');
  const work = async (client: DatabaseClient) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [`command ${id}`]);
    return numberOf(client, `${quoted(undoneBy)}($1::bigint)`, [of]);
  };
  const done = await inWrite(server, whoOf(caller), payload.preview, work, { timeoutMs });
  return { found: done, done, same: 0, refused: 0, stamp: String(done), rows: [] };
}

async function numberOf(client: DatabaseClient, call: string, values: readonly unknown[]): Promise<number> {
  try {
    const { rows } = await client.query<{ n: number | null }>(`select ${call} as n`, values);
    return rows[0]?.n ?? 0;
  } catch (error) {
    // A sentence that the function raises is for whoever ran it.
    if (codeOf(error) !== 'P0001' || !(error instanceof Error)) throw error;
    throw new Problem('refused', error.message, { cause: error });
  }
}

/** Within a transaction that writes: what the work asks cannot write. */
async function readingOnly<Result>(
  client: DatabaseClient,
  work: (client: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  await client.query('savepoint looking');
  await client.query('set local transaction_read_only = on');
  const answer = await work(client);
  await client.query('rollback to savepoint looking');
  await client.query('release savepoint looking');
  return answer;
}

function tallyOf({ server, caller, entity }: Calling, command: ReadyCommand, rows: readonly Values[]) {
  const { codes } = server.definitions.current();
  const { same, note, was, summary, seen: seenColumn } = calledColumns;
  const given = new Set(command.columns.map(({ name }) => name));
  // What a record is called by is there for that, unless what stood before is there as well.
  const named = new Set(fieldsOfLabel(entity).filter((id) => !given.has(`${was}${id}`)));
  const fields = readableFields(entity, caller).filter(
    ({ id }) => given.has(id) && id !== 'id' && id !== 'version' && !named.has(id),
  );
  const stamp = createHash('sha256');
  const count = { done: 0, same: 0, refused: 0 };
  const ids: number[] = [];
  const found: unknown[] = [];
  const outcomes: Outcome[] = [];
  const seen = new Set<unknown>();
  for (const row of rows) {
    if (seen.has(row.id))
      throw new Error(`The command "${command.id}" names record ${String(row.id)} twice.`);
    seen.add(row.id);
    stamp.update(JSON.stringify(row));
    const refused = typeof row[refusedColumn] === 'string' ? row[refusedColumn] : null;
    const outcome = refused !== null ? 'refused' : row[same] === true ? 'same' : 'done';
    const id = typeof row.id === 'number' ? row.id : 0;
    count[outcome] += 1;
    if (outcome === 'done') {
      ids.push(id);
      found.push(row[seenColumn]);
    }
    if (outcome === 'same' || (outcome === 'done' && count.done > shown.done)) continue;
    const said = refused ?? (typeof row[note] === 'string' ? row[note] : null);
    outcomes.push({
      id,
      label: labelOf(entity, id, row),
      outcome,
      version: typeof row.version === 'number' ? row.version : null,
      message: said,
      errors: [],
      changes:
        outcome === 'refused'
          ? []
          : fields.map((field) => ({
              id: field.id,
              title: field.title,
              old: row[`${was}${field.id}`] ?? null,
              new: row[field.id] ?? null,
              old_text: writtenValue(field, { ...row, [field.id]: row[`${was}${field.id}`] }, codes),
              new_text: writtenValue(field, row, codes),
            })),
    });
  }
  const first = (kind: 'done' | 'refused') =>
    outcomes.filter(({ outcome }) => outcome === kind).slice(0, shown[kind]);
  const tally: Tally = {
    found: rows.length,
    ...count,
    stamp: stamp.digest('base64url').slice(0, 24),
    rows: [...first('done'), ...first('refused')],
    ...(typeof rows[0]?.[summary] === 'string' ? { summary: rows[0][summary] } : {}),
  };
  return { tally, ids, seen: given.has(seenColumn) ? found : null, outcomes };
}
