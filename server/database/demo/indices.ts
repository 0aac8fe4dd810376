import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/**
 * Indices of the regions by class, from the benchmarks of Crown components, and what was applied in each LGA. The LGAs out of
 * tranche take their region's, but for those with a custom one, of which one lies far off; one waits. Answers the rows of each table.
 */
export async function plantIndices(
  client: OwnerClient,
  today: string,
): Promise<Readonly<Record<string, number>>> {
  const regional = await writeRows(client, {
    action: 'insert',
    table: 'regional_index',
    columns: {
      region_id: 's.region_id',
      crown_class: 's.crown_class',
      base_date: 's.base_date',
      factor: 'case when s.n > 1 then round(s.sum_new / s.sum_old, 3) end',
      n_benchmarks: 's.n',
      sum_old: 's.sum_old',
      sum_new: 's.sum_new',
    },
    // The grazing land of one region waits to be calculated.
    from: `(
      select r.region_id, case when c.financial then 'FIN' else c.crown_class end as crown_class, b.base_date, count(*)::integer as n,
        sum(b.lv_old::bigint) as sum_old, sum(b.lv_new::bigint) as sum_new
      from component c
      join region_district r on r.district_code = c.district_code and not r.surrounding
      join contract_region g on g.id = r.region_id and g.synthetic
      join district_year y on y.district_code = c.district_code and y.synthetic and y.in_tranche
      join benchmark_year b on b.district_code = c.district_code and b.component_code = c.code and b.synthetic
        and b.base_date = y.base_date and b.benchmark_type in ('P', 'R') and not b.index_exception and b.lv_old > 0 and b.lv_new > 0
      where c.synthetic and c.crown and c.crown_class is distinct from 'RUR'
      group by 1, 2, 3 order by 1, 3, 2) s`,
  });
  const lga = await writeRows(client, {
    action: 'insert',
    table: 'lga_index',
    columns: {
      district_code: 'l.district_code',
      crown_class: 'l.crown_class',
      base_date: 'l.base_date',
      custom_factor: 'l.custom_factor',
      applied_on: 'l.applied_on',
      applied_by: 'case when l.applied_on is not null then l.applied_by end',
      synthetic: 'true',
    },
    from: `(
      select y.district_code, i.crown_class, i.base_date,
        case when y.in_tranche then null when y.district_code = '001' then round(i.factor * 0.985, 3)
          when y.district_code = '007' and i.crown_class = 'REC' then round(i.factor * 1.25, 3) end as custom_factor,
        case when i.base_date + 80 <= $1::date and y.district_code || i.crown_class <> '511IND' then i.base_date + 80 end as applied_on,
        (select min(id) from app_user where valuer and synthetic) as applied_by
      from regional_index i
      join contract_region c on c.id = i.region_id and c.synthetic
      join region_district r on r.region_id = i.region_id and not r.surrounding
      join district_year y on y.district_code = r.district_code and y.base_date = i.base_date and y.synthetic
      where i.factor is not null order by 1, 3, 2) l`,
    values: [today],
  });
  const run = await writeRows(client, {
    action: 'insert',
    table: 'index_run',
    columns: {
      district_code: 'r.district_code',
      crown_class: 'r.crown_class',
      base_date: 'r.base_date',
      factor: 'r.factor',
      custom: 'r.custom',
      n: 'r.n',
      sum_before: 'r.sum_before',
      sum_after: 'r.sum_after',
      synthetic: 'true',
      created_at: `(r.applied_on + time '10:00') at time zone 'UTC'`,
      created_by: 'r.applied_by',
    },
    from: `(
      select l.district_code, l.crown_class, l.base_date, l.applied_on, l.applied_by, v1.factor, coalesce(l.custom_factor = v1.factor, false) as custom,
        count(*) as n, sum(v0.land_value::bigint) as sum_before, sum(v1.land_value::bigint) as sum_after
      from lga_index l
      join district_year y on y.district_code = l.district_code and y.base_date = l.base_date and y.synthetic and not y.in_tranche
      join crown_property p on p.district_code = l.district_code and p.valuation_class = l.crown_class and p.synthetic
      join crown_value v0 on v0.crown_property_id = p.id and v0.base_date = l.base_date - interval '1 year'
      join crown_value v1 on v1.crown_property_id = p.id and v1.base_date = l.base_date and v1.method = 'N'
      where l.synthetic and l.applied_on is not null
      group by 1, 2, 3, 4, 5, 6, 7 order by 3, 1, 2) r`,
  });
  await writeRows(client, {
    action: 'insert',
    table: 'index_run_value',
    columns: {
      run_id: 'r.id',
      district_code: 'r.district_code',
      synthetic: 'true',
      crown_property_id: 'p.id',
      old_value: 'null::bigint',
      new_value: 'v1.land_value',
    },
    from: `index_run r
      join crown_property p on p.district_code = r.district_code and p.valuation_class = r.crown_class and p.synthetic
      join crown_value v0 on v0.crown_property_id = p.id and v0.base_date = r.base_date - interval '1 year'
      join crown_value v1 on v1.crown_property_id = p.id and v1.base_date = r.base_date and v1.method = 'N'
      where r.synthetic order by p.id`,
  });
  return { regional_index: regional, lga_index: lga, index_run: run };
}
