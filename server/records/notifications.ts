import type { DatabaseClient } from '../database/client.ts';

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

export const notificationPage = 30;

export const notificationColumns = `n.id, n.from_user_id,
  (select u.full_name from app_user u where u.id = n.from_user_id) as from_name,
  coalesce(n.sent_to, array[n.to_user_id]) as to_user_id, n.notify_type, n.notify_detail, n.created_at, n.updated_at,
  n.is_read, n.is_archived`;

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
