import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

/** Spaces, commas and case do not tell addresses apart. */
const plain = (column: string) => `upper(regexp_replace(${column}, '[\\s,]+', ' ', 'g'))`;

export const handler: OperationHandler<'search.pid'> = async (call) => {
  const caller = signedIn(call);
  const address = call.query.address
    .trim()
    .replace(/[\s,]+/g, ' ')
    .toUpperCase();
  return call.context.database.read(whoOf(caller), { timeoutMs: 5_000 }, async (client) => {
    // The first word narrows by the index, the comparison decides.
    const { rows } = await client.query<{ id: number }>(
      `select id from property
       where address ilike '%' || $2::text || '%' and status <> 'X'
         and (${plain('address')} = $1::text or ${plain('address')} like $1::text || ' NSW%')
       order by id limit 2`,
      [
        address,
        address
          .split(' ')
          .sort((a, b) => b.length - a.length)[0]
          ?.replace(/[\\%_]/g, '\\$&') ?? '',
      ],
    );
    return { pid: rows.length === 1 ? (rows[0]?.id ?? null) : null };
  });
};
