import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { Problem } from '../problem.ts';
import { type Change, planCreate } from './plan.ts';
import { readRecord, type Values } from './read.ts';
import { readReferred } from './referred.ts';
import { refusal } from './rejected.ts';
import { groundOf, type RecordServer } from './served.ts';
import { orUnique } from './unique.ts';
import { writePlans } from './write.ts';

/** Makes a record; a repeat of the request answers what the first one made. */
export async function createRecord(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  change: Change & { readonly request_id: string },
): Promise<Values | null> {
  const who = { userId: caller.id, districts: caller.districts };
  const work = async (client: DatabaseClient) => {
    const made = await madeBefore(client, entity, caller, change.request_id);
    if (made !== null) return readRecord(client, entity, caller, made);
    await demandNumbering(client, entity);
    const referred = await readReferred(client, server, entity, caller, [change]);
    const plan = planCreate(entity, change, caller, { ...groundOf(server), referred });
    if ('errors' in plan) throw refusal(plan);
    const [id = 0] = await writePlans(client, [plan], caller.id);
    return readRecord(client, entity, caller, id);
  };
  return orUnique(server, entity, server.database.write(who, work));
}

async function madeBefore(
  client: DatabaseClient,
  entity: Entity,
  caller: Caller,
  requestId: string,
): Promise<number | null> {
  // Two repeats of one request wait for each other.
  await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [requestId]);
  const { rows } = await client.query<{ row_id: number }>(
    `select row_id from audit where action = 'insert' and table_name = $1::text and user_id = $2::bigint
       and fields @> jsonb_build_object('request_id', jsonb_build_object('new', $3::text))
       and at > now() - interval '7 days'`,
    [entity.record.table, caller.id, requestId],
  );
  return rows[0]?.row_id ?? null;
}

/** Only a table that numbers its rows itself takes new records; PIDs come from the state. */
async function demandNumbering(client: DatabaseClient, { record, title }: Entity): Promise<void> {
  const { rows } = await client.query<{ identity: boolean }>(
    `select a.attidentity <> '' as identity from pg_attribute a
     where a.attrelid = to_regclass(quote_ident($1::text)) and a.attname = 'id'`,
    [record.table],
  );
  if (rows[0]?.identity !== true)
    throw new Problem(
      'refused',
      `A new ${title.toLowerCase()} cannot be made here; its number comes from elsewhere.`,
    );
}
