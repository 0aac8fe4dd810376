// Why a record was not locked: it is not there for the caller, or it lies where they may look and not write.
import type { Entity } from '#src/core/entity.ts';
import type { DatabaseClient } from '../database/client.ts';
import { quoted } from '../database/json-page.ts';
import { Problem } from '../problem.ts';
import { notThere } from './read.ts';

/** What a record of a district is, for whoever may search the district and not work in it. */
export function searchedOnly({ title }: Entity, id: number, district: string): string {
  return `${title} ${id} lies in district ${district}, which you may search but not work in. Ask somebody who works there.`;
}

/** The 404 or the 403 of each record that was asked for and not held. Within the caller's transaction. */
export async function whyNotHeld(
  client: DatabaseClient,
  entity: Entity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Problem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<{ id: number; district: string | null }>(
    `select t.id::bigint as id, to_jsonb(t) ->> 'district_code' as district
     from ${quoted(entity.record.table)} t where t.id = any($1::bigint[])`,
    [ids],
  );
  const seen = new Map(rows.map(({ id, district }) => [id, district]));
  return new Map(
    ids.map((id) => {
      const district = seen.get(id);
      if (district === undefined) return [id, notThere(entity, id)];
      const message =
        district === null
          ? `You may see ${entity.title.toLowerCase()} ${id}, but not change it.`
          : searchedOnly(entity, id, district);
      return [id, new Problem('not-allowed', message)];
    }),
  );
}

export async function refuseUnheld(client: DatabaseClient, entity: Entity, id: number): Promise<never> {
  throw (await whyNotHeld(client, entity, [id])).get(id) ?? notThere(entity, id);
}
