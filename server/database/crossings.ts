import type { DatabaseClient } from './client.ts';

/** Tables whose rows are of a district and of a property, which may lie in another by now. */
const ofProperties = [
  'sale',
  'analysis',
  'verification',
  'worksheet',
  'objection',
  'supp',
  'area_change',
  'value_import',
  'benchmark_year',
] as const;

/**
 * The districts in which properties lie that rows of these are of: what is reported of a district may change with them.
 * Found out once, until one of them changes.
 */
export async function crossingsOf(
  client: DatabaseClient,
  districts: readonly string[],
): Promise<readonly string[]> {
  const ofDistricts = [
    ...ofProperties.map((table) => `select district_code::text as code, property_id from ${table}`),
    `select g.district_code::text, m.property_id from s28_group g join s28_member m on m.group_id = g.id`,
  ].join(' union all ');
  await client.query(
    `with stale as materialized (
       select d.code from unnest($1::text[]) as d (code)
       left join report_runs.crossing k on k.district_code = d.code
       where k.district_code is null or exists (select from report_runs.district_change c
         where c.district_code = any (k.others || k.district_code || '*'::text) and not pg_visible_in_snapshot(c.xact, k.snapshot))
     ), own as materialized (
       select district_code::text as code, id as property_id from property where district_code = any (array(select code from stale))
     ), elsewhere as materialized (
       -- Nearly all lie in the district itself, whose properties are read once.
       select distinct x.code, x.property_id from (${ofDistricts}) x
       where x.code = any (array(select code from stale))
         and not exists (select from own o where o.property_id = x.property_id and o.code = x.code)
     ), pairs as (
       select distinct e.code, p.district_code::text as other
       from elsewhere e join property p on p.id = e.property_id and p.district_code <> e.code)
     insert into report_runs.crossing (district_code, snapshot, others)
     select s.code, pg_current_snapshot(), coalesce(array_agg(p.other) filter (where p.other is not null), '{}')
     from stale s left join pairs p on p.code = s.code group by s.code
     on conflict (district_code) do update set snapshot = excluded.snapshot, others = excluded.others`,
    [districts],
  );
  const { rows } = await client.query<{ others: readonly string[] }>(
    `select coalesce(array_agg(distinct o), '{}') as others from report_runs.crossing k, unnest(k.others) as o
     where k.district_code = any ($1::text[])`,
    [districts],
  );
  return rows[0]?.others ?? [];
}
