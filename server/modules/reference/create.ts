import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { found, Problem } from '../../problem.ts';
import { createIn, madeBefore } from '../../records/in-transaction.ts';
import { readItem, readList, refuseTable } from './reference-lists.ts';
import { itemWork } from './reference-work.ts';

export const handler: OperationHandler<'reference.create'> = async (call) => {
  const caller = signedIn(call);
  const { params, body, context } = call;
  const list = params.listType;
  refuseTable(list, context);
  const item = await context.database.write(whoOf(caller), async (client) => {
    await readList(client, list, caller, context);
    await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 1))', [list]);
    const work = itemWork(client, context, caller);
    const made = body.request_id === undefined ? null : await madeBefore(work, body.request_id);
    if (made !== null) return found(await readItem(client, list, made));
    const { rowCount } = await client.query(
      'select from reference_item where list = $1::text and code = $2::text',
      [list, body.code],
    );
    if (rowCount > 0)
      throw new Problem('refused', `The code "${body.code}" is in this list already.`, {
        errors: [{ pointer: '/code', message: 'This code is taken.' }],
      });
    return found(await readItem(client, list, await createIn(work, { ...body, list })));
  });
  call.reply.code(201);
  return item;
};
