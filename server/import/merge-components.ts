import type { OwnerClient } from '#server/database/client.ts';
import { writeRows } from '#server/database/write-rows.ts';

const NEVER = "timestamp '0001-01-01'";

/**
 * Components that records name and nobody made yet. A component's zone is that of the newest record with one, as
 * long as the import made it.
 */
export async function settleComponents(client: OwnerClient, fileIds: readonly number[]): Promise<void> {
  await client.script(`
    create temp table named_component as
    select distinct on (district_code, component_code) district_code, component_code as code, zone_code,
      case when zone_code is null then ${NEVER} else download_at end as zone_as_of
    from (
      select district_code, component_code, zone_code, max(download_at) as download_at from sale_received
      where file_id in (${fileIds.join(',')}) and component_code ~ '^[A-Z0-9]{1,3}$'
      group by district_code, component_code, zone_code
    ) seen
    order by district_code, component_code, (zone_code is null), download_at desc, zone_code desc`);
  await writeRows(client, {
    action: 'update',
    table: 'component',
    fields: { zone_code: 'n.zone_code' },
    marks: { zone_as_of: 'n.zone_as_of' },
    from: 'named_component n',
    where: `t.district_code = n.district_code and t.code = n.code and not t.synthetic
      and t.zone_as_of is not null and n.zone_code is not null
      and (n.zone_as_of, n.zone_code) > (t.zone_as_of, coalesce(t.zone_code, ''))`,
  });
  const columns = ['district_code', 'code', 'zone_code', 'zone_as_of'];
  await writeRows(client, {
    action: 'insert',
    table: 'component',
    columns: Object.fromEntries(columns.map((column) => [column, `n.${column}`])),
    from: 'named_component n',
    unless: ['district_code', 'code', 'synthetic'],
  });
}

/** Components that only the records taken back named go; the others' zones follow what is left. */
export async function resettleComponents(
  client: OwnerClient,
  codes: readonly (readonly [string, string])[],
): Promise<void> {
  if (codes.length === 0) return;
  const values = [JSON.stringify(codes.map(([district_code, code]) => ({ district_code, code })))];
  const named = 'jsonb_to_recordset($1) as k (district_code text, code text)';
  await writeRows(client, {
    action: 'update',
    table: 'component',
    fields: { zone_code: 'n.zone_code' },
    marks: { zone_as_of: 'n.zone_as_of' },
    from: `(
      select distinct on (k.district_code, k.code) k.district_code, k.code, r.zone_code,
        case when r.zone_code is null then ${NEVER} else r.download_at end as zone_as_of
      from ${named} join sale_received r on r.district_code = k.district_code and r.component_code = k.code
      order by k.district_code, k.code, (r.zone_code is null), r.download_at desc, r.zone_code desc
    ) n`,
    where: `t.district_code = n.district_code and t.code = n.code and not t.synthetic
      and t.zone_as_of is not null`,
    values,
  });
  await writeRows(client, {
    action: 'delete',
    table: 'component',
    using: named,
    where: `t.district_code = k.district_code and t.code = k.code and not t.synthetic
      and t.zone_as_of is not null and t.updated_by is null
      and not exists (select from sale_received r where r.district_code = t.district_code and r.component_code = t.code)
      and not exists (select from property p where p.district_code = t.district_code and p.component_code = t.code)`,
    values,
  });
}
