import type { Entity } from '#src/core/entity.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { Problem, type Rejection } from '../problem.ts';
import { followSaves, savedOf } from './after-save.ts';
import { clashingFields, conflictDetails, conflictMessage, demandVersion, isStale } from './conflict.ts';
import type { Ground } from './ground.ts';
import { type Held, holdRecords } from './hold.ts';
import { inWrite } from './in-write.ts';
import { type Change, type Plan, planSave } from './plan.ts';
import { readRecords, type Values } from './read.ts';
import { readReferred } from './referred.ts';
import { type Rejected, refusal } from './rejected.ts';
import { groundOf, type RecordServer } from './served.ts';
import { changesSince } from './since.ts';
import { whyNotHeld } from './unheld.ts';
import { orUnique } from './unique.ts';
import { writePlans } from './write.ts';

export type RowChange = Change & { readonly id: number };

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
  const ids = rows.map(({ id }) => id);
  const work = async (client: DatabaseClient) => {
    const held = await holdRecords(client, entity, ids);
    await refuseStale(client, entity, caller, rows, held);
    const referred = await readReferred(client, server, entity, caller, rows);
    const ground = { ...groundOf(server), referred };
    const plans = planRows(ground, caller, entity, rows, held);
    await writePlans(client, plans, caller.id);
    const records = await readRecords(client, entity, caller, ids);
    return { records: ids.map((id) => records.get(id) ?? {}), saved: savedOf(server, entity, plans) };
  };
  const { records, saved } = await orUnique(server, entity, inWrite(server, who, dryRun, work));
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
  const gone = rows.flatMap(({ id }, i) => (held.has(id) ? [] : [{ id, i }]));
  if (gone.length > 0) throw await refusedRows(client, entity, gone);
  const stale = rows.flatMap((row, i) => {
    const stored = held.get(row.id);
    return stored && isStale(row, stored.version) ? [{ row, i, stored }] : [];
  });
  if (stale.length === 0) return;
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
    fields: clashingFields(row, theirs.get(row.id) ?? {}).filter((field) =>
      Object.hasOwn(current.get(row.id) ?? {}, field),
    ),
    ...conflictDetails(stored, current.get(row.id) ?? null),
  }));
  const errors: Rejection[] = found.flatMap(({ row, fields, message }) =>
    (fields.length > 0 ? fields : ['version']).map((field) => ({
      pointer: `/rows/${row}/${field}`,
      message,
    })),
  );
  throw new Problem('conflict', found[0]?.message, { errors, details: { rows: found } });
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
    const stored = held.get(id);
    if (!stored) return [];
    const plan = planSave(entity, stored, change, caller, ground);
    if (!('errors' in plan)) return [{ ...plan, at: `/rows/${i}` }];
    const errors = plan.errors.map(({ pointer, message }) => ({ pointer: `/rows/${i}${pointer}`, message }));
    refused.push({ code: plan.code, errors });
    return [];
  });
  const [first] = refused;
  if (first) throw refusal({ code: first.code, errors: refused.flatMap(({ errors }) => errors) });
  return plans;
}
