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
  const pairs = ofProperties
    .map(
      (
        table,
      ) => `select x.district_code::text as code, p.district_code::text as other from ${table} x join property p
        on p.id = x.property_id and p.district_code <> x.district_code where x.district_code = any (array(select code from stale))`,
    )
    .join(' union ');
  await client.query(
    `with stale as materialized (
       select d.code from unnest($1::text[]) as d (code)
       left join report_runs.crossing k on k.district_code = d.code
       where k.district_code is null or exists (select from report_runs.district_change c
         where c.district_code = any (k.others || k.district_code || '*'::text) and not pg_visible_in_snapshot(c.xact, k.snapshot))
     ), pairs as (${pairs}
       union select g.district_code::text, p.district_code::text from s28_group g join s28_member m on m.group_id = g.id
         join property p on p.id = m.property_id and p.district_code <> g.district_code
       where g.district_code = any (array(select code from stale)))
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
