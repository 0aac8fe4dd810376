import type { DatabaseClient } from '../database/client.ts';
import type { Database } from '../database/open-database.ts';

export type NotifyType =
  | 'NOTEMESS'
  | 'SHARSRCH'
  | 'SUPPASND'
  | 'ANLYASND'
  | 'STGECHGD'
  | 'IMPTDONE'
  | 'EXPTDONE';

/** The system parameter that turns a type on. */
export const notifyParameter: { readonly [type in NotifyType]: string } = {
  NOTEMESS: 'NTFYMESS',
  SHARSRCH: 'NTFYSHSR',
  SUPPASND: 'NTFYSUAS',
  ANLYASND: 'NTFYANAS',
  STGECHGD: 'NTFYSTGE',
  IMPTDONE: 'NTFYIMPT',
  EXPTDONE: 'NTFYEXPT',
};

export async function isTypeOn(client: DatabaseClient, type: NotifyType): Promise<boolean> {
  const { rows } = await client.query<{ value: string | null }>(
    'select value from sysparam where company = 1 and name = $1::text',
    [notifyParameter[type]],
  );
  return isOn(rows[0]?.value);
}

export function isOn(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && value !== '' && value !== '0';
}

/** What the system tells a user, within the transaction of what it tells of. Nothing while the type is off. */
export async function notifyUser(
  client: DatabaseClient,
  userId: number,
  type: NotifyType,
  detail: object,
): Promise<void> {
  if (!(await isTypeOn(client, type))) return;
  await client.query(
    `insert into notification (from_user_id, to_user_id, notify_type, notify_detail)
     select null, id, $2::text, $3::jsonb from app_user where id = $1::bigint`,
    [userId, type, JSON.stringify(detail)],
  );
}

/** The same after the transaction, on its own: who asked could not write it, because it is nobody's message. */
export function notifyAfter(
  database: Pick<Database, 'owner'>,
  userId: number,
  type: NotifyType,
  detail: object,
): Promise<void> {
  return database.owner((client) => notifyUser(client, userId, type, detail));
}
