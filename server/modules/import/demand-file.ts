import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';

/** A file of which the caller sees no district is not there. */
export async function demandFile({ database }: Context, caller: Caller, id: number): Promise<void> {
  const { rowCount } = await database.read(whoOf(caller), {}, (client) =>
    client.query('select from import_file where id = $1::bigint', [id]),
  );
  if (rowCount === 0)
    throw new Problem('not-found', `There is no imported file ${id}, or you may not see it.`);
}
