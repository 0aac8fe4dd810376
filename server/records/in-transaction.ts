import type { Entity } from '#src/core/entity.ts';
import { type Caller, worksIn } from '../access/caller.ts';
import type { AuditEntry } from '../database/audit.ts';
import type { DatabaseClient } from '../database/client.ts';
import { Problem } from '../problem.ts';
import { conflictProblem, demandVersion, isStale, type Versioned } from './conflict.ts';
import { type Held, holdRecord } from './hold.ts';
import { type Change, type Plan, planCreate, planRemove, planSave } from './plan.ts';
import { readRecord } from './read.ts';
import { readReferred } from './referred.ts';
import { type Rejected, refusal } from './rejected.ts';
import { groundOf, type RecordServer } from './served.ts';
import { refuseUnheld } from './unheld.ts';
import { writePlans } from './write.ts';

/** A change inside a transaction that is open already: whose, and of which type. */
export interface Work {
  readonly client: DatabaseClient;
  readonly server: RecordServer;
  readonly caller: Caller;
  readonly entity: Entity;
  /** Reads what a 409 tells to be stored now; where it is left out, the record is read as its page reads it. */
  readonly current?: () => Promise<unknown>;
  /** In the sentence of a 409, e.g. "this item". */
  readonly what?: string;
  /** What the history tells instead of the columns, where those are nobody's to read. */
  readonly told?: (plan: Plan) => AuditEntry['fields'];
}

/** The record locked, of the version that was read; else the 404, the 403, or the 409 that says what is stored now. */
export async function holdIn(work: Work, id: number, asked: Versioned): Promise<Held> {
  demandVersion(asked);
  const { client, entity, caller } = work;
  const held = await holdRecord(client, entity, id);
  if (!held) return refuseUnheld(client, entity, id);
  const current = work.current ?? (() => readRecord(client, entity, caller, id));
  if (isStale(asked, held.version)) throw conflictProblem(held, caller.id, await current(), work.what);
  return held;
}

/** Answers what was written. */
export async function saveIn(work: Work, id: number, change: Change): Promise<Plan> {
  const { client, server, entity, caller } = work;
  const held = await holdIn(work, id, change);
  const referred = await readReferred(client, server, entity, caller, [change]);
  const plan = planSave(entity, held, change, caller, { ...groundOf(server), referred });
  if ('errors' in plan) throw refusal(plan);
  await writeIn(work, plan);
  return plan;
}

export async function createIn(work: Work, change: Change): Promise<number> {
  const { client, server, entity, caller } = work;
  refuseDistrict(entity, caller, change);
  const referred = await readReferred(client, server, entity, caller, [change]);
  return writeIn(work, planCreate(entity, change, caller, { ...groundOf(server), referred }));
}

/** Row security says so too, but not at which field. */
function refuseDistrict(entity: Entity, caller: Caller, { district_code: district }: Change): void {
  if (entity.scope !== 'district' || typeof district !== 'string' || worksIn(caller, district)) return;
  const searched = caller.districts === '*' || caller.districts.includes(district);
  const message = searched
    ? `You may search district ${district}, but not work in it. Choose another.`
    : 'You may not put a record into this district.';
  throw new Problem('not-allowed', message, { errors: [{ pointer: '/district_code', message }] });
}

export async function removeIn(work: Work, id: number, asked: Versioned): Promise<void> {
  await writeIn(work, planRemove(work.entity, await holdIn(work, id, asked), groundOf(work.server)));
}

async function writeIn({ client, caller, told }: Work, plan: Plan | Rejected): Promise<number> {
  if ('errors' in plan) throw refusal(plan);
  const [id = 0] = await writePlans(client, [told ? { ...plan, told: told(plan) } : plan], caller.id);
  return id;
}

/** The record that an earlier try of this request made, in the last seven days; repeats wait for each other. */
export async function madeBefore(
  { client, entity, caller }: Work,
  requestId: string,
): Promise<number | null> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [requestId]);
  const { rows } = await client.query<{ row_id: number }>(
    `select row_id from audit where action = 'insert' and table_name = $1::text and user_id = $2::bigint
       and fields @> jsonb_build_object('request_id', jsonb_build_object('new', $3::text))
       and at > now() - interval '7 days'`,
    [entity.record.table, caller.id, requestId],
  );
  return rows[0]?.row_id ?? null;
}
