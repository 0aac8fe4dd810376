import type { Database } from '../database/open-database.ts';
import type { Caller } from './caller.ts';

/** Of properties that the caller does not see: whether they are there, and of nothing else. */
export async function elsewhereOf(
  database: Pick<Database, 'owner'>,
  { districts }: Caller,
  pids: readonly number[],
): Promise<ReadonlyMap<number, 'FOREIGN' | 'DATASET'>> {
  if (pids.length === 0) return new Map();
  const { rows } = await database.owner(
    (client) =>
      client.query<{ id: number; district: string }>(
        'select id, district_code::text as district from property where id = any ($1::bigint[])',
        [pids],
      ),
    { readOnly: true },
  );
  const sees = (district: string) => districts === '*' || districts.includes(district);
  return new Map(rows.map(({ id, district }) => [id, sees(district) ? 'DATASET' : 'FOREIGN']));
}
