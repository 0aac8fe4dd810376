import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { writeAudit } from '../../records/record-save.ts';
import { readItem, refuseTable } from './reference-lists.ts';

interface Body {
  readonly version?: number;
  readonly __forceUpdate__?: boolean;
  readonly name?: string;
  readonly code?: string;
  readonly active?: boolean;
  readonly posn?: number;
}

export const handler: OperationHandler<{ params: { listType: string; id: number }; body: Body }> = async (
  call,
) => {
  const caller = signedIn(call);
  const { params, body, context } = call;
  refuseTable(params.listType);
  const force = body.__forceUpdate__ === true;
  if (body.version === undefined && !force) throw new Problem('version-missing');
  return context.database.owner(async (client) => {
    await client.query('select from reference_item where id = $1::bigint for update', [params.id]);
    const current = await readItem(client, params.listType, params.id);
    if (!current) throw new Problem('not-found');
    if (!force && current.version !== body.version) {
      const { rows } = await client.query<{ name: string | null; at: string }>(
        `select u.full_name as name, r.updated_at as at from reference_item r
         left join app_user u on u.id = r.updated_by where r.id = $1::bigint`,
        [params.id],
      );
      throw new Problem(
        'conflict',
        `${rows[0]?.name ?? 'Somebody else'} has changed this item since you opened it.`,
        {
          details: {
            current,
            current_version: current.version,
            changed_by: rows[0]?.name ?? null,
            changed_at: rows[0]?.at ?? null,
          },
        },
      );
    }
    const { name, code, active, posn } = body;
    const changed = Object.entries({ name, code, active, posn }).filter(
      ([field, value]) => value !== undefined && value !== current[field],
    );
    if (changed.length > 0) {
      await client.query(
        `update reference_item set name = coalesce($2::text, name), code = coalesce($3::text, code),
           active = coalesce($4::boolean, active), posn = coalesce($5::integer, posn),
           version = version + 1, updated_by = $6::bigint where id = $1::bigint`,
        [params.id, name ?? null, code ?? null, active ?? null, posn ?? null, caller.id],
      );
      await writeAudit(client, caller.id, {
        table: 'reference_item',
        id: params.id,
        action: 'update',
        fromVersion: current.version,
        fields: Object.fromEntries(
          changed.map(([field, value]) => [field, { old: current[field] ?? null, new: value }]),
        ),
        forced: force && body.version !== current.version,
        district: null,
        synthetic: false,
      });
    }
    return readItem(client, params.listType, params.id);
  });
};
