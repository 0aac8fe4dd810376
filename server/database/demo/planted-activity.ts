import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/** Whoever is in charge of the row's component. */
const inCharge = `(select c.valuer_id from component c join property p on p.district_code = c.district_code
  and p.component_code = c.code and p.synthetic = c.synthetic where p.id = t.property_id)`;

/** Days after a base date on which the office works at the values of it, none after today. */
const dayOf = (base: string) =>
  `(least(${base} + 32 + (t.property_id % 109)::integer, $1::date) + time '01:00') at time zone 'UTC'`;

/**
 * Who did what when, of worksheets and of values found by hand under work; some of these by somebody who is not in charge, as
 * their history tells. Some sales were seen and never analysed.
 */
export async function plantActivity(client: OwnerClient, today: string): Promise<void> {
  const values = [today];
  const from = '(select) one';
  // A save would stamp the clock's day on the row.
  for (const table of ['worksheet', 'property_value'])
    await client.query(`alter table ${table} disable trigger stamp`);
  await writeRows(client, {
    action: 'update',
    table: 'worksheet',
    fields: {},
    marks: { updated_at: dayOf('t.base_date'), updated_by: inCharge },
    from,
    where: 't.synthetic',
    values,
  });
  const byHand = "t.synthetic and t.series = 'LT' and t.method = 'H' and t.base_date = future_base_date()";
  await writeRows(client, {
    action: 'update',
    table: 'property_value',
    fields: {},
    marks: { updated_at: dayOf('t.base_date'), updated_by: inCharge },
    from,
    where: byHand,
    values,
  });
  for (const table of ['worksheet', 'property_value'])
    await client.query(`alter table ${table} enable trigger stamp`);
  await writeRows(client, {
    action: 'insert',
    table: 'audit',
    columns: {
      at: dayOf('t.base_date'),
      user_id: "(select id from app_user where synthetic and username = 'office')",
      table_name: "'property_value'",
      row_id: 't.id',
      action: "'update'",
      from_version: 't.version',
      fields: `jsonb_build_object('method', jsonb_build_object('old', 'F', 'new', 'H'))`,
      district_code: 't.district_code',
      synthetic: 'true',
    },
    from: `property_value t where ${byHand} and t.property_id % 97 = 5 order by t.property_id`,
    values,
  });
  await writeRows(client, {
    action: 'update',
    table: 'sale',
    fields: {},
    marks: { inspected_on: 'least(t.download_at::date + 21, $1::date)' },
    from,
    where: `t.synthetic and t.status = 'A' and t.id % 397 = 11 and t.download_at > $1::date - 200
      and not exists (select from analysis a where a.sale_id = t.id)`,
    values,
  });
}
