import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/**
 * Exports that came to nothing: one whose supps all failed a check and were taken back since, one that was cancelled. A ready
 * one has its file in the data folder, which the demo does not fill: whoever wants one makes it.
 */
export async function plantExports(
  client: OwnerClient,
  day: string,
): Promise<Readonly<Record<string, number>>> {
  const failing = `(select c.item_id, c.district_code, c.rule, c.message,
      row_number() over (order by c.item_id, c.rule) as nth
    from check_result c join supp s on s.id = c.item_id
    where c.item_type = 'SU' and c.synthetic and c.severity = 'E' and c.acknowledged_comment is null
      and s.transmit_status = 'F' and c.district_code = '001') f`;
  const jobs = await writeRows(client, {
    action: 'insert',
    table: 'export_job',
    columns: {
      type: "'supps'",
      districts: "'{001}'::text[]",
      state: "'FAILED'",
      problem: 'v.problem',
      error_count: 'v.errors::integer',
      synthetic: 'true',
      created_by:
        "(select u.id from app_user u where u.synthetic and u.username like 'office%' order by u.id limit 1)",
      created_at: 'v.at',
      started_at: "v.at + interval '3 seconds'",
      ended_at: "v.at + interval '9 seconds'",
    },
    from: `(select count(*) as errors, count(distinct item_id) as items from ${failing} where f.nth <= 4) n
      cross join lateral (values
        (format('Supps: none of %s passes its checks. Nothing was sent.', n.items), n.errors, $1::date - 6 + time '03:12'),
        ('It was cancelled. Nothing was sent.', 0, $1::date - 5 + time '22:40')) v (problem, errors, at)
      where n.errors > 0`,
    values: [day],
  });
  const messages = await writeRows(client, {
    action: 'insert',
    table: 'export_message',
    columns: {
      export_id: 'e.id',
      district_code: 'f.district_code',
      item_type: "'SU'",
      item_id: 'f.item_id',
      severity: "'E'",
      rule: 'f.rule',
      message: 'f.message',
      synthetic: 'true',
    },
    from: `export_job e, ${failing} where e.synthetic and e.error_count > 0 and f.nth <= 4 order by f.nth`,
  });
  return { export_job: jobs, export_message: messages };
}
