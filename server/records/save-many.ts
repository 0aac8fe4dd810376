import type { Entity } from '#src/core/entity.ts';
import { type Caller, whoOf, worksIn } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { codeOf } from '../database/errors.ts';
import { quoted } from '../database/json-page.ts';
import { Problem, type Rejection } from '../problem.ts';
import { followSaves, savedOf } from './after-save.ts';
import { clashingFields, conflictDetails, conflictMessage, demandVersion, isStale } from './conflict.ts';
import type { Ground } from './ground.ts';
import { type Held, holdRecords } from './hold.ts';
import { inWrite } from './in-write.ts';
import { type Change, type Plan, planCreate, planSave } from './plan.ts';
import { readRecords, type Values } from './read.ts';
import { readReferred } from './referred.ts';
import { type Rejected, refusal } from './rejected.ts';
import { groundOf, type RecordServer } from './served.ts';
import { changesSince } from './since.ts';
import { whyNotHeld } from './unheld.ts';
import { orUnique } from './unique.ts';
import { writePlans } from './write.ts';

/** Of a record that there is, or, without a number, of one that is to be made. */
export type RowChange = Change & { readonly id?: number };
type Stored = RowChange & { readonly id: number };

export interface ManyChanges {
  readonly rows: readonly RowChange[];
  /** How many rows the caller means to change: where it is another number, nothing is. */
  readonly expected: number;
  /** The same path, taken back at its end. */
  readonly dryRun?: boolean;
}

/** Saves many records of a person, all or none; every refusal names its row and its cell. */
export async function saveRecords(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  { rows, expected, dryRun = false }: ManyChanges,
): Promise<readonly Values[]> {
  checkRows(rows, expected);
  const who = whoOf(caller);
  const known = rows.flatMap(({ id }) => id ?? []);
  const work = async (client: DatabaseClient) => {
    const held = await holdRecords(client, entity, known);
    await refuseStale(client, entity, caller, rows, held);
    refuseDistricts(entity, caller, rows);
    const referred = await readReferred(client, server, entity, caller, rows);
    const ground = { ...groundOf(server), referred };
    const plans = planRows(ground, caller, entity, rows, held);
    const ids = await writePlans(client, plans, caller.id);
    const records = await readRecords(client, entity, caller, ids);
    return { records: ids.map((id) => records.get(id) ?? {}), saved: savedOf(server, entity, plans) };
  };
  const kept = inWrite(server, who, dryRun, work).catch(async (error: unknown) => {
    throw (await madeMeanwhile(server, caller, entity, rows, error)) ?? error;
  });
  const { records, saved } = await orUnique(server, entity, kept);
  if (!dryRun) await followSaves(server, entity, saved, caller);
  return records;
}

function checkRows(rows: readonly RowChange[], expected: number): void {
  if (rows.length !== expected)
    throw new Problem(
      'refused',
      `${rows.length} rows came, ${expected} were expected. Nothing was changed; choose the rows again.`,
      { errors: [{ pointer: '/expected', message: `${rows.length} rows came.` }] },
    );
  const seen = new Set<number>();
  let twice = -1;
  rows.forEach((row, i) => {
    if (row.id === undefined) return;
    demandVersion(row, `/rows/${i}`);
    if (seen.has(row.id) && twice < 0) twice = i;
    seen.add(row.id);
  });
  if (twice >= 0)
    throw new Problem('invalid-request', `Row ${rows[twice]?.id} came twice. Send each row once.`, {
      errors: [{ pointer: `/rows/${twice}/id`, message: 'This row came before.' }],
    });
}

/** A row that is gone, or not for the caller to see or to change, and one that was changed meanwhile, with the cells that clash. */
async function refuseStale(
  client: DatabaseClient,
  entity: Entity,
  caller: Caller,
  rows: readonly RowChange[],
  held: ReadonlyMap<number, Held>,
): Promise<void> {
  const gone = rows.flatMap(({ id }, i) => (id === undefined || held.has(id) ? [] : [{ id, i }]));
  if (gone.length > 0) throw await refusedRows(client, entity, gone);
  const stale = rows.flatMap((row, i) => {
    const stored = row.id === undefined ? undefined : held.get(row.id);
    return stored && isStale(row, stored.version) ? [{ row: { ...row, id: stored.id }, i, stored }] : [];
  });
  if (stale.length > 0) throw await clash(client, entity, caller, stale);
}

interface Stale {
  readonly row: Stored;
  readonly i: number;
  readonly stored: Held;
}

/** The 409 of rows that somebody else changed or made, with the cells on which the two disagree and what is stored now. */
async function clash(
  client: DatabaseClient,
  entity: Entity,
  caller: Caller,
  stale: readonly Stale[],
): Promise<Problem> {
  const read = stale.map(({ row }) => ({ id: row.id, version: row.version ?? 0 }));
  const theirs = await changesSince(client, entity, read);
  const current = await readRecords(
    client,
    entity,
    caller,
    read.map(({ id }) => id),
  );
  const found = stale.map(({ row, i, stored }) => ({
    row: i,
    id: row.id,
    message: conflictMessage(stored, caller.id),
    // Of a field that the caller may not see, not even that it was changed.
    fields: clashingFields(row, (row.version === 0 ? current : theirs).get(row.id) ?? {}).filter(
      (field) => field !== 'version' && Object.hasOwn(current.get(row.id) ?? {}, field),
    ),
    ...conflictDetails(stored, current.get(row.id) ?? null),
  }));
  const errors: Rejection[] = found.flatMap(({ row, fields, message }) =>
    (fields.length > 0 ? fields : ['version']).map((field) => ({
      pointer: `/rows/${row}/${field}`,
      message,
    })),
  );
  return new Problem('conflict', found[0]?.message, { errors, details: { rows: found } });
}

/** Row security says so too, but not at which row. */
function refuseDistricts(entity: Entity, caller: Caller, rows: readonly RowChange[]): void {
  if (entity.scope !== 'district') return;
  const errors = rows.flatMap(({ id, district_code: district }, i) =>
    id !== undefined || typeof district !== 'string' || worksIn(caller, district)
      ? []
      : [
          {
            pointer: `/rows/${i}/district_code`,
            message: `You may not put a record into district ${district}.`,
          },
        ],
  );
  if (errors.length > 0) throw new Problem('not-allowed', errors[0]?.message, { errors });
}

/** A new row whose like somebody else made since: the same 409 as of a changed one. Null where the error is another. */
async function madeMeanwhile(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  rows: readonly RowChange[],
  error: unknown,
): Promise<Problem | null> {
  const made = rows.flatMap((row, i) => (row.id === undefined ? [{ row, i }] : []));
  if (codeOf(error) !== '23505' || made.length === 0) return null;
  return server.database.write(whoOf(caller), async (client) => {
    const stale: Stale[] = [];
    for (const unique of entity.unique ?? []) {
      const columns = unique.map(quoted).join(', ');
      const { rows: found } = await client.query<{ n: number; id: number }>(
        `select v.ordinality::integer - 1 as n, t.id from ${quoted(entity.record.table)} t
         join json_populate_recordset(null::${quoted(entity.record.table)}, $1::json) with ordinality v using (${columns})`,
        [JSON.stringify(made.map(({ row }) => row))],
      );
      const held = await holdRecords(
        client,
        entity,
        found.map(({ id }) => id),
      );
      for (const { n, id } of found) {
        const [stored, one] = [held.get(id), made[n]];
        // As of no version: all that stands there now was written since.
        if (stored && one) stale.push({ row: { ...one.row, id, version: 0 }, i: one.i, stored });
      }
    }
    return stale.length > 0 ? clash(client, entity, caller, stale) : null;
  });
}

/** One answer for rows that are not held: 404 where one of them is not there, else 403; each row is named. */
async function refusedRows(
  client: DatabaseClient,
  entity: Entity,
  gone: readonly { readonly id: number; readonly i: number }[],
): Promise<Problem> {
  const why = await whyNotHeld(
    client,
    entity,
    gone.map(({ id }) => id),
  );
  const problems = gone.flatMap(({ id, i }) => {
    const problem = why.get(id);
    return problem ? [{ problem, i }] : [];
  });
  const [first] = [...problems].sort((a, b) => b.problem.status - a.problem.status);
  const missing = first?.problem.status === 404;
  return new Problem(missing ? 'not-found' : 'not-allowed', first?.problem.message, {
    errors: problems.map(({ problem, i }) => ({
      pointer: `/rows/${i}/id`,
      message: problem.status === 404 ? 'This row is not there.' : problem.message,
    })),
  });
}

function planRows(
  ground: Ground,
  caller: Caller,
  entity: Entity,
  rows: readonly RowChange[],
  held: ReadonlyMap<number, Held>,
): readonly Plan[] {
  const refused: Rejected[] = [];
  const plans = rows.flatMap(({ id, ...change }, i) => {
    const stored = id === undefined ? null : held.get(id);
    if (stored === undefined) return [];
    const plan = stored
      ? planSave(entity, stored, change, caller, ground)
      : planCreate(entity, change, caller, ground);
    if (!('errors' in plan)) return [{ ...plan, at: `/rows/${i}` }];
    const errors = plan.errors.map(({ pointer, message }) => ({ pointer: `/rows/${i}${pointer}`, message }));
    refused.push({ code: plan.code, errors });
    return [];
  });
  const [first] = refused;
  if (first) throw refusal({ code: first.code, errors: refused.flatMap(({ errors }) => errors) });
  return plans;
}
