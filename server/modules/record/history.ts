import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { readableFields } from '../../records/record-fields.ts';
import { entityFor, readRecord } from '../../records/record-save.ts';

interface AuditRow {
  readonly id: number;
  readonly at: string;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly action: string;
  readonly from_version: number | null;
  readonly forced: boolean;
  readonly fields: { readonly [field: string]: { readonly old: unknown; readonly new: unknown } };
  readonly [column: string]: unknown;
}

export const handler: OperationHandler<{ params: { list: string; id: number } }> = async (call) => {
  const caller = signedIn(call);
  const { params, context } = call;
  const entity = entityFor(params.list, context);
  const readable = readableFields(entity, caller);
  return context.database.read({ userId: caller.id, districts: caller.districts }, {}, async (client) => {
    if (!(await readRecord(client, entity, caller, params.id)))
      throw new Problem('not-found', `${entity.title} ${params.id} does not exist, or you may not see it.`);
    const { rows } = await client.query<AuditRow>(
      `select a.id, a.at, a.user_id, u.full_name as user_name, a.action, a.from_version, a.forced, a.fields
       from audit a left join app_user u on u.id = a.user_id
       where a.table_name = $1::text and a.row_id = $2::bigint order by a.id desc limit 1000`,
      [entity.record.table, params.id],
    );
    const items = rows.map(({ fields, ...entry }) => ({
      ...entry,
      fields: readable
        .filter((field) => Object.hasOwn(fields, field.id))
        .map((field) => ({
          id: field.id,
          title: field.title,
          old: fields[field.id]?.old ?? null,
          new: fields[field.id]?.new ?? null,
        })),
    }));
    return { items };
  });
};
