import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/** Lots that are compared by the square metre. */
const compared = `select p.id, p.district_code, p.component_code, p.suburb, p.street_name, p.area::double precision as area,
    v.land_value / p.area::double precision as rate
  from property p
  join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = future_base_date() and v.land_value > 0
  where p.synthetic and p.status = 'A' and p.strata_plan is null and p.area > 0 and p.district_code in ('002', '012', '511')`;

/** Of these, some that nothing else is told of, by their place in their district; house lots have plants of their own. */
const plain = `select c.*, row_number() over (partition by c.district_code order by c.id) as place
  from compared c join property p on p.id = c.id
  where p.benchmark_type is null and not p.handcrafted and not p.crown and not p.heritage and p.area not between 410 and 490
    and not exists (select from sale s where s.property_id = p.id)
    and not exists (select from supp s where s.property_id = p.id)
    and not exists (select from objection o where o.property_id = p.id)
    and not exists (select from verification v where v.property_id = p.id)
    and not exists (select from worksheet w where w.property_id = p.id)
    and not exists (select from s28_member m where m.property_id = p.id)
    and not exists (select from property_value v where v.property_id = p.id
      and (v.method not in ('I', 'F') and v.series = 'LT'
        or num_nonnulls(v.onsite_allowance, v.offsite_allowance, v.subdivider_allowance, v.stratum_allowance, v.heritage_value,
          v.muaf_pct, v.mdaf_pct, v.unutilised_value, v.attributable_part) > 0))`;

/** What they stand at against lots of half to double their area, and against those of their street that are nearly as large. */
const judged = `select l.id, l.district_code, l.rate, k.n as alike, k.rate as alike_rate, s.n as near, s.rate as near_rate,
    abs(ln(l.rate / k.rate)) + abs(ln(l.rate / coalesce(s.rate, k.rate))) as apart
  from plain l
  cross join lateral (select count(*) as n, percentile_cont(0.5) within group (order by c.rate) as rate from compared c
    where c.district_code = l.district_code and c.component_code = l.component_code
      and c.area between l.area / 2 and l.area * 2) k
  cross join lateral (select count(*) as n, percentile_cont(0.5) within group (order by c.rate) as rate from compared c
    where c.district_code = l.district_code and c.component_code = l.component_code and c.suburb = l.suburb
      and c.street_name = l.street_name and c.id <> l.id and c.area between l.area * 0.75 and l.area * 1.25) s
  where l.place between 10 and 150`;

/** The most ordinary ones and how many times their values they get; that of nine like lots is one of too few to be judged. */
const chosen = `select j.id, case w.beside when 'STREET' then j.near_rate else j.alike_rate end * w.times / j.rate as times
  from (values ('STREET', '002', 1, 1.8), ('STREET', '012', 1, 1.8), ('STREET', '511', 1, 1.8),
    ('SIZE', '012', 2, 0.45), ('SIZE', '002', 2, 2.2), ('NINE', '012', 1, 0.45)) w (beside, district, place, times)
  join (select j.*, row_number() over (partition by j.district_code, j.alike = 9 order by j.apart, j.id) as place
    from judged j where j.alike = 9 and j.rate < j.alike_rate or j.alike >= 20 and j.near >= 5) j
    on j.district_code = w.district and j.place = w.place and (j.alike = 9) = (w.beside = 'NINE')`;

/**
 * Values that stand out from those of like lots or of neighbours, which they have done since the first base date: factors,
 * changes and the values in force agree with them.
 */
export async function plantValues(client: OwnerClient): Promise<void> {
  await writeRows(client, {
    action: 'update',
    table: 'property_value',
    fields: {},
    marks: { land_value: 'n.land_value' },
    from: `(with recursive compared as materialized (${compared}), plain as materialized (${plain}),
        judged as materialized (${judged}), chosen as materialized (${chosen}), course as (
        select v.property_id, v.base_date, round_land_value(v.land_value * c.times::numeric)::bigint as land_value
        from chosen c
        join property_value v on v.property_id = c.id and v.series = 'LT'
          and v.base_date = (select min(o.base_date) from property_value o where o.property_id = c.id)
        union all
        select v.property_id, v.base_date, round_land_value(b.land_value * v.factor_applied)::bigint
        from course b
        join property_value v on v.property_id = b.property_id and v.series = 'LT'
          and v.base_date = (b.base_date + interval '1 year')::date)
      select b.property_id, 'LT' as series, b.base_date, b.land_value from course b
      union all
      -- Local government keeps the value of the last general valuation.
      select v.property_id, v.series, v.base_date, b.land_value
      from property_value v
      join course b on b.property_id = v.property_id and b.base_date = coalesce((select max(y.base_date) from district_year y
        where y.synthetic and y.district_code = v.district_code and y.general_valuation and y.base_date <= v.base_date),
        (select min(o.base_date) from course o))
      where v.series = 'LG') n`,
    where: 't.property_id = n.property_id and t.series = n.series and t.base_date = n.base_date',
  });
  // The runs of the year under work were made of the values before: what they wrote, and came to, is these.
  await writeRows(client, {
    action: 'update',
    table: 'factor_run_value',
    fields: {},
    marks: { new_value: 'n.land_value' },
    from: `(select k.id, v.land_value from factor_run_value k join factor_run r on r.id = k.run_id
      join property_value v on v.property_id = k.property_id and v.series = 'LT' and v.base_date = r.base_date
      where k.synthetic and v.method = 'F' and v.land_value::bigint <> k.new_value::bigint
        and v.land_value::bigint = round_land_value((select b.land_value * r.factor from property_value b where b.property_id = v.property_id
          and b.series = 'LT' and b.base_date = (r.base_date - interval '1 year')::date))::bigint) n`,
    where: 't.id = n.id',
  });
  await writeRows(client, {
    action: 'update',
    table: 'factor_run',
    fields: {},
    marks: { sum_before: 'n.sum_before', sum_after: 'n.sum_after' },
    from: `(select r.id, sum(b.land_value::bigint) as sum_before, sum(v.land_value::bigint) as sum_after
      from factor_run r join property_value v on v.district_code = r.district_code and v.series = 'LT' and v.base_date = r.base_date
        and v.factor_component = r.component_code and v.method = 'F' and v.synthetic
      join property_value b on b.property_id = v.property_id and b.series = 'LT' and b.base_date = (v.base_date - interval '1 year')::date
      where r.synthetic group by r.id) n`,
    where: 't.id = n.id and (t.sum_before, t.sum_after) is distinct from (n.sum_before, n.sum_after)',
  });
}
