import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';

/** Refuses what would touch the account of somebody who may more; the rules of a save say the same. */
export async function refuseUser({ database }: Context, caller: Caller, userId: number): Promise<void> {
  const { rows } = await database.write(whoOf(caller), (client) =>
    client.query<{ refusal: string | null }>(
      'select user_refusal(id) as refusal from app_user where id = $1::bigint',
      [userId],
    ),
  );
  if (!rows[0]) throw new Problem('not-found', `User ${userId} does not exist.`);
  if (rows[0].refusal !== null) throw new Problem('refused', rows[0].refusal);
}
