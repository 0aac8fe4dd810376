import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import type { Addressee } from '../mail/tell-user.ts';

/** Refuses what would touch the account of somebody who may more, as the rules of a save do; answers whose it is. */
export async function refuseUser(
  { database }: Pick<Context, 'database'>,
  caller: Caller,
  userId: number,
): Promise<Addressee> {
  const { rows } = await database.write(whoOf(caller), (client) =>
    client.query<Addressee & { readonly refusal: string | null; readonly [column: string]: unknown }>(
      'select username, full_name, email, user_refusal(id) as refusal from app_user where id = $1::bigint',
      [userId],
    ),
  );
  const [user] = rows;
  if (!user) throw new Problem('not-found', `User ${userId} does not exist.`);
  if (user.refusal !== null) throw new Problem('refused', user.refusal);
  return user;
}
