import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { writeAudit } from '../../records/record-save.ts';
import { readItem, readList, refuseTable } from './reference-lists.ts';

interface Body {
  readonly name: string;
  readonly code: string;
  readonly active?: boolean;
  readonly posn?: number;
  readonly request_id?: string;
}

export const handler: OperationHandler<{ params: { listType: string }; body: Body }> = async (call) => {
  const caller = signedIn(call);
  const { params, body, context } = call;
  refuseTable(params.listType);
  const item = await context.database.owner(async (client) => {
    await readList(client, params.listType, caller, context);
    await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 1))', [params.listType]);
    const values = { name: body.name, code: body.code, active: body.active ?? true, posn: body.posn ?? 0 };
    const known = await client.query<{ id: number }>(
      'select id from reference_item where list = $1::text and code = $2::text',
      [params.listType, body.code],
    );
    const there = known.rows[0];
    if (there) {
      const mine = await client.query(
        `select from audit where table_name = 'reference_item' and row_id = $1::bigint and action = 'insert'
           and $2::text is not null and fields #>> '{request_id,new}' = $2::text`,
        [there.id, body.request_id ?? null],
      );
      if (mine.rowCount > 0) return readItem(client, params.listType, there.id);
      throw new Problem('refused', `The code "${body.code}" is in this list already.`, {
        errors: [{ pointer: '/code', message: 'This code is taken.' }],
      });
    }
    const { rows } = await client.query<{ id: number }>(
      `insert into reference_item (list, code, name, active, posn, created_by, updated_by)
       values ($1::text, $2::text, $3::text, $4::boolean, $5::integer, $6::bigint, $6::bigint) returning id`,
      [params.listType, values.code, values.name, values.active, values.posn, caller.id],
    );
    const id = rows[0]?.id ?? 0;
    const made = { ...values, ...(body.request_id === undefined ? {} : { request_id: body.request_id }) };
    await writeAudit(client, caller.id, {
      table: 'reference_item',
      id,
      action: 'insert',
      fromVersion: null,
      fields: Object.fromEntries(
        Object.entries(made).map(([name, value]) => [name, { old: null, new: value }]),
      ),
      forced: false,
      district: null,
      synthetic: false,
    });
    return readItem(client, params.listType, id);
  });
  call.reply.code(201);
  return item;
};
