import type { Database } from '../database/open-database.ts';

/** The record that a file belongs to, whoever asks: what they may do with it is decided by the record. Null for no such file. */
export async function attachmentItem(
  database: Pick<Database, 'owner'>,
  id: number,
): Promise<{ readonly item_type: string | null; readonly item_id: number | null } | null> {
  const { rows } = await database.owner(
    (client) =>
      client.query<{ item_type: string | null; item_id: number | null }>(
        'select item_type, item_id from attachment where id = $1::bigint',
        [id],
      ),
    { readOnly: true },
  );
  return rows[0] ?? null;
}
