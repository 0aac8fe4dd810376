import { quoted } from '../../database/json-page.ts';
import { officeDay } from '../../database/office-day.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { checkRules } from '../../records/record-checks.ts';
import {
  bindable,
  conflict,
  entityFor,
  holdRow,
  placeholder,
  readRecord,
  readWhole,
  type Values,
  writableValues,
  writeAudit,
} from '../../records/record-save.ts';

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
      if (entity.check?.length)
        checkRules(
          entity,
          { ...(await readWhole(client, entity, params.id)), ...Object.fromEntries(changed) },
          new Set(changed.map(([id]) => id)),
          officeDay(context.now(), context.config.timeZone),
        );
      const writes = changed.map(([id, value], i) => {
        const field = entity.fields[id];
        if (!field) throw new Error(`Field "${id}" passed the check without being known.`);
        return { set: `${quoted(id)} = ${placeholder(field, `$${i + 3}`)}`, value: bindable(field, value) };
      });
      const { rowCount } = await client.query(
        `update ${quoted(entity.record.table)} set ${writes.map(({ set }) => set).join(', ')}, version = version + 1
         where id = $1::bigint and version = $2::integer`,
        [params.id, held.version, ...writes.map(({ value }) => value)],
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
