import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { quoted } from '../../query/json-page.ts';
import {
  conflict,
  entityFor,
  holdRow,
  placeholder,
  readRecord,
  type Values,
  writableValues,
  writeAudit,
} from '../../query/record-save.ts';

interface Body extends Values {
  readonly version?: number;
  readonly __forceUpdate__?: boolean;
}

export const handler: OperationHandler<{ params: { list: string; id: number }; body: Body }> = async (
  call,
) => {
  const caller = signedIn(call);
  const { params, body, context } = call;
  const entity = entityFor(params.list, context);
  const force = body.__forceUpdate__ === true;
  if (body.version === undefined && !force)
    throw new Problem('version-missing', undefined, {
      errors: [{ pointer: '/version', message: 'The version that was read is needed.' }],
    });
  const values = writableValues(entity, body, caller, context);

  return context.database.write({ userId: caller.id, districts: caller.districts }, async (client) => {
    const held = await holdRow(client, entity, params.id);
    if (!held)
      throw new Problem('not-found', `${entity.title} ${params.id} does not exist, or you may not see it.`);
    if (!force && held.version !== body.version)
      throw await conflict(client, entity, caller, params.id, held);
    const changed = Object.entries(values).filter(
      ([id, value]) => JSON.stringify(held.row[id] ?? null) !== JSON.stringify(value),
    );
    if (changed.length > 0) {
      const sets = changed.map(([id], i) => {
        const field = entity.fields[id];
        if (!field) throw new Error(`Field "${id}" passed the check without being known.`);
        return `${quoted(id)} = ${placeholder(field, `$${i + 3}`)}`;
      });
      const { rowCount } = await client.query(
        `update ${quoted(entity.record.table)} set ${sets.join(', ')}, version = version + 1
         where id = $1::bigint and version = $2::integer`,
        [params.id, held.version, ...changed.map(([, value]) => value)],
      );
      if (rowCount !== 1) throw await conflict(client, entity, caller, params.id, held);
      await writeAudit(client, caller.id, {
        table: entity.record.table,
        id: params.id,
        action: 'update',
        fromVersion: held.version,
        fields: Object.fromEntries(
          changed.map(([id, value]) => [id, { old: held.row[id] ?? null, new: value }]),
        ),
        forced: force && body.version !== held.version,
        district: held.district_code,
        synthetic: held.synthetic,
      });
    }
    return readRecord(client, entity, caller, params.id);
  });
};
