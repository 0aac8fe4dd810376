import type { Entity } from '#src/core/entity.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { Problem } from '../problem.ts';
import { createIn, madeBefore } from './in-transaction.ts';
import type { Change } from './plan.ts';
import { readRecord, type Values } from './read.ts';
import type { RecordServer } from './served.ts';
import { tellSaves } from './tell-saves.ts';
import { orUnique } from './unique.ts';

/** Makes a record; a repeat of the request answers what the first one made. */
export async function createRecord(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  change: Change & { readonly request_id: string },
): Promise<Values | null> {
  const who = whoOf(caller);
  const made = await orUnique(
    server,
    entity,
    server.database.write(who, async (client) => {
      const work = { client, server, caller, entity };
      const before = await madeBefore(work, change.request_id);
      if (before !== null) return { record: await readRecord(client, entity, caller, before), saved: [] };
      await demandNumbering(client, entity);
      const record = await readRecord(client, entity, caller, await createIn(work, change));
      return { record, saved: record ? [{ before: {}, after: record }] : [] };
    }),
  );
  await tellSaves(server, entity, made.saved, caller);
  return made.record;
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
