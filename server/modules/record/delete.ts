import { quoted } from '../../database/json-page.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { conflict, entityFor, holdRow, writeAudit } from '../../records/record-save.ts';

export const handler: OperationHandler<{
  params: { list: string; id: number };
  query: { version: number };
}> = async (call) => {
  const caller = signedIn(call);
  const { params, query, context } = call;
  const entity = entityFor(params.list, context);
  await context.database.write({ userId: caller.id, districts: caller.districts }, async (client) => {
    const held = await holdRow(client, entity, params.id);
    if (!held)
      throw new Problem('not-found', `${entity.title} ${params.id} does not exist, or you may not see it.`);
    if (held.version !== query.version) throw await conflict(client, entity, caller, params.id, held);
    await client.query(
      `delete from ${quoted(entity.record.table)} where id = $1::bigint and version = $2::integer`,
      [params.id, query.version],
    );
    await writeAudit(client, caller.id, {
      table: entity.record.table,
      id: params.id,
      action: 'delete',
      fromVersion: held.version,
      fields: Object.fromEntries(
        Object.entries(held.row).map(([id, value]) => [id, { old: value, new: null }]),
      ),
      forced: false,
      district: held.district_code,
      synthetic: held.synthetic,
    });
  });
};
