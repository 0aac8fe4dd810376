import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { writeAudit } from '../../records/record-save.ts';
import { readItem, refuseTable } from './reference-lists.ts';

export const handler: OperationHandler<{
  params: { listType: string; id: number };
  query: { version?: number };
}> = async (call) => {
  const caller = signedIn(call);
  const { params, query, context } = call;
  refuseTable(params.listType);
  await context.database.owner(async (client) => {
    await client.query('select from reference_item where id = $1::bigint for update', [params.id]);
    const current = await readItem(client, params.listType, params.id);
    if (!current) throw new Problem('not-found');
    if (query.version !== undefined && query.version !== current.version)
      throw new Problem('conflict', undefined, { details: { current, current_version: current.version } });
    await client.query('delete from reference_item where id = $1::bigint', [params.id]);
    const { name, code, active, posn } = current;
    await writeAudit(client, caller.id, {
      table: 'reference_item',
      id: params.id,
      action: 'delete',
      fromVersion: current.version,
      fields: Object.fromEntries(
        Object.entries({ name, code, active, posn }).map(([field, value]) => [
          field,
          { old: value, new: null },
        ]),
      ),
      forced: false,
      district: null,
      synthetic: false,
    });
  });
};
