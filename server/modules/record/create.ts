import type { DatabaseClient } from '../../database/client.ts';
import { quoted } from '../../database/json-page.ts';
import { officeDay } from '../../database/office-day.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { checkRules } from '../../records/record-checks.ts';
import {
  bindable,
  entityFor,
  placeholder,
  readRecord,
  type Values,
  writableValues,
  writeAudit,
} from '../../records/record-save.ts';

interface Body extends Values {
  readonly request_id: string;
}

/** Only a table that numbers its rows itself takes new records; PIDs come from the state. */
async function numbersItself(client: DatabaseClient, table: string): Promise<boolean> {
  const { rows } = await client.query<{ identity: boolean }>(
    `select a.attidentity <> '' as identity from pg_attribute a
     where a.attrelid = to_regclass(quote_ident($1::text)) and a.attname = 'id'`,
    [table],
  );
  return rows[0]?.identity === true;
}

export const handler: OperationHandler<{ params: { list: string }; body: Body }> = async (call) => {
  const caller = signedIn(call);
  const { params, body, context } = call;
  const entity = entityFor(params.list, context);
  const { table } = entity.record;
  // What a record is about, e.g. its district, is chosen once: here.
  const values = writableValues(entity, body, caller, context, (field) => field.required);
  const missing = Object.values(entity.fields).filter(
    (field) => field.required && (values[field.id] ?? null) === null,
  );
  if (missing.length > 0)
    throw new Problem('invalid-request', `${missing[0]?.title}: A value is needed.`, {
      errors: missing.map((field) => ({
        pointer: `/${field.id}`,
        message: `${field.title}: A value is needed.`,
      })),
    });

  checkRules(entity, values, null, officeDay(context.now(), context.config.timeZone));

  const work = async (client: DatabaseClient): Promise<Values | null> => {
    // Two repeats of one request wait for each other.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [body.request_id]);
    const earlier = await client.query<{ row_id: number }>(
      `select row_id from audit where action = 'insert' and table_name = $1::text and user_id = $2::bigint
         and fields @> jsonb_build_object('request_id', jsonb_build_object('new', $3::text))
         and at > now() - interval '7 days'`,
      [table, caller.id, body.request_id],
    );
    const made = earlier.rows[0];
    if (made) return readRecord(client, entity, caller, made.row_id);
    if (!(await numbersItself(client, table)))
      throw new Problem(
        'refused',
        `A new ${entity.title.toLowerCase()} cannot be made here; its number comes from elsewhere.`,
      );
    const entries = Object.entries(values).filter(([, value]) => value !== null);
    const columns = entries.map(([id]) => quoted(id));
    const bound = entries.map(([id, value], i) => {
      const field = entity.fields[id];
      if (!field) throw new Error(`Field "${id}" passed the check without being known.`);
      return { text: placeholder(field, `$${i + 2}`), value: bindable(field, value) };
    });
    const { rows } = await client.query<{ id: number; district_code: string | null }>(
      `insert into ${quoted(table)} (${['created_by', 'updated_by', ...columns].join(', ')})
       values (${['$1::bigint', '$1::bigint', ...bound.map(({ text }) => text)].join(', ')}) returning id, to_jsonb(${quoted(table)}) ->> 'district_code' as district_code`,
      [caller.id, ...bound.map(({ value }) => value)],
    );
    const row = rows[0];
    if (!row) throw new Error('The insert returned no row.');
    await writeAudit(client, caller.id, {
      table,
      id: row.id,
      action: 'insert',
      fromVersion: null,
      fields: Object.fromEntries([
        ...entries.map(([id, value]) => [id, { old: null, new: value }]),
        ['request_id', { old: null, new: body.request_id }],
      ]),
      forced: false,
      district: row.district_code,
      synthetic: false,
    });
    return readRecord(client, entity, caller, row.id);
  };
  const record = await context.database.write({ userId: caller.id, districts: caller.districts }, work);
  call.reply.code(201);
  return record;
};
