import type { DatabaseClient } from '../../database/client.ts';
import type { Item } from '../../database/transaction.ts';
import { Problem } from '../../problem.ts';

const mostOfRecord = 200;

/** Refuses one more file of a record that has as many as it may. */
export async function refuseFull(client: DatabaseClient, { type, id }: Item): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::integer as n from attachment where item_type = $1::text and item_id = $2::bigint',
    [type, id],
  );
  if ((rows[0]?.n ?? 0) >= mostOfRecord)
    throw new Problem(
      'refused-file',
      `This record has ${mostOfRecord} files, which is the most. Delete some first.`,
    );
}
