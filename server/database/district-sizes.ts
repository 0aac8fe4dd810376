import type { Database } from './open-database.ts';
import { originOf } from './waited-for.ts';

type Sizes = ReadonlyMap<string, number>;
const remembered = new WeakMap<Database, { readonly at: number; readonly sizes: Sizes }>();
const rememberedMs = 10 * 60_000;

/** How many properties each district had some minutes ago: what is done by it may be off by what has come since. */
export async function propertiesByDistrict(database: Database): Promise<Sizes> {
  const origin = originOf(database);
  const last = remembered.get(origin);
  if (last && performance.now() - last.at < rememberedMs) return last.sizes;
  const { rows } = await database.owner(
    (client) =>
      client.query<{ code: string; n: number }>(
        'select district_code::text as code, count(*)::integer as n from property group by 1',
      ),
    { readOnly: true },
  );
  const sizes = new Map(rows.map(({ code, n }) => [code, n]));
  remembered.set(origin, { at: performance.now(), sizes });
  return sizes;
}

/** The day as statements find it: the office's, and that of the session's time zone. */
export async function databaseDay(database: Database): Promise<string> {
  const { rows } = await database.owner(
    (client) => client.query<{ day: string }>(`select office_today() || ' ' || current_date as day`),
    { readOnly: true },
  );
  return rows[0]?.day ?? '';
}
