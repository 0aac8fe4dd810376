import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/** A number of one row and year, the same whenever the demo is made. */
const drawn = (seed: string) => `(hashtextextended(${seed}, 0) & 2147483647)`;

/**
 * Texts of the yearly reports, what the audit measured, the notes that explain it, and land values as the files of two
 * years brought them, made of the rows that are loaded. The year in force is closed, the one under work begun.
 */
export async function plantTexts(
  client: OwnerClient,
  today: string,
): Promise<Readonly<Record<string, number>>> {
  const text = await writeRows(client, {
    action: 'insert',
    table: 'report_text',
    columns: {
      report: 't.report',
      district_code: 't.district_code',
      base_date: 't.base_date',
      section: 't.section',
      part: 't.part',
      text: 'rich_text_of(t.text)',
      status: `case when t.base_date = lt_base_date() then 'DONE' when t.section = 'ISSUES' then 'REVIEW' else 'DRAFT' end`,
      carried_from: `case when t.base_date > lt_base_date() then lt_base_date() end`,
      synthetic: 'true',
    },
    from: `(
      with d as (
        select y.district_code, y.base_date, d.name from district_year y join district d on d.code = y.district_code
        where y.synthetic and y.base_date in (lt_base_date(), future_base_date())),
      changed as (
        select p.district_code, v.base_date, p.zone_code, p.benchmark_property_type as type, count(*) as n,
          sum(v.land_value::bigint)::numeric / sum(b.land_value::bigint) - 1 as change,
          percentile_cont(0.5) within group (order by v.land_value::double precision / b.land_value - 1)::numeric as typical
        from property p
        join property_value v on v.property_id = p.id and v.series = 'LT' and v.land_value > 0
        join property_value b on b.property_id = p.id and b.series = 'LT' and b.land_value > 0
          and b.base_date = v.base_date - interval '1 year'
        where p.synthetic and p.status = 'A' and v.base_date in (lt_base_date(), future_base_date())
        group by grouping sets ((p.district_code, v.base_date, p.zone_code), (p.district_code, v.base_date, p.benchmark_property_type))),
      said as (
        select c.*, case when abs(change) < 0.02 then 'were steady' when change > 0 then 'rose' else 'fell' end as went from changed c)
      select 'distfinal' as report, d.district_code, d.base_date, 'ISSUES' as section, null as part,
        'Sales were fewer than the year before in the older streets of ' || initcap(d.name) || e'.\\n'
          || 'New lots sold above the pattern of the component and were reviewed one by one.' as text
      from d
      union all
      select 'distfinal', s.district_code, s.base_date, 'MARKET', s.zone_code,
        format('Values in %s %s by %s %% over the year. Well placed lots kept their buyers; the others took longer to sell.',
          s.zone_code, s.went, round(abs(s.change) * 100, 1))
      from (select *, row_number() over (partition by district_code, base_date order by n desc, zone_code) as place
        from said where zone_code is not null) s
      where s.place <= 3
      union all
      select 'mediarel', s.district_code, s.base_date, 'SENTENCE', s.type, media_sentence(s.type, s.change, s.typical)
      from said s where s.type is not null and s.n >= 5 and s.base_date = lt_base_date()
      order by 3, 2, 1, 4, 5) t`,
  });
  const result = await writeRows(client, {
    action: 'insert',
    table: 'audit_result',
    columns: {
      district_code: 'm.district_code',
      base_date: 'm.base_date',
      test: 'm.test',
      key: 'm.key',
      measured: 'm.measured',
      lower_limit: 't.lower_in_force',
      upper_limit: 'coalesce(t.upper_in_force, case m.test when 301 then 10 when 302 then 15 end)',
      about: `case when m.test < 900 then zone_name(m.key)
        else (select p.address from property p where p.id = m.key::bigint) end`,
      failed: `case m.test when 302 then m.measured >= 15 when 301 then m.measured >= 10
        when 903 then true when 905 then true else m.measured < t.lower_in_force or m.measured > t.upper_in_force end`,
      measured_at: `(least(m.base_date + 130, $1::date) + time '18:30') at time zone 'Australia/Sydney'`,
      synthetic: 'true',
    },
    from: `(
      with studied as (
        select r.district_code, r.zone_code, z.cod_limit,
          ratio_study(array_agg(r.v0::double precision order by r.analysis_id), array_agg(r.alv_lt::double precision order by r.analysis_id)) as s
        from ratio_sample(extract(year from lt_base_date())::integer) r
        join analysis a on a.id = r.analysis_id and a.synthetic
        join lateral (select z.cod_limit from zone z where z.code = r.zone_code and z.cod_limit is not null
            and coalesce(z.valid_from, '-infinity') <= lt_base_date() and coalesce(z.valid_to, 'infinity') >= lt_base_date()
          limit 1) z on true
        where r.in_standard and r.v0 > 0 and r.alv_lt > 0
        group by 1, 2, 3 having count(*) >= 5)
      select district_code, lt_base_date() as base_date, case cod_limit when 10 then 301 else 302 end as test, zone_code as key,
        round((s).cod::numeric, 4) as measured from studied
      union all
      select district_code, lt_base_date(), 303, zone_code, round((s).mvp::numeric, 4) from studied
      union all
      select district_code, lt_base_date(), 304, zone_code, round((s).prd::numeric, 4) from studied
      union all
      select p.district_code, d.base_date, 903, p.id::text, null
      from property p cross join (values (lt_base_date()), (future_base_date())) d (base_date)
      join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = d.base_date
      where p.synthetic and p.status = 'A' and p.benchmark_type is null and v.method = 'H' and p.values_rationale is null
      union all
      select p.district_code, future_base_date(), 905, p.id::text, null
      from property p left join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = future_base_date()
      where p.synthetic and p.status = 'A' and coalesce(v.land_value, 0) = 0
      order by 1, 2, 3, 4) m
      join audit_test_record t on t.number = m.test`,
    values: [today],
  });
  const note = await writeRows(client, {
    action: 'insert',
    table: 'audit_note',
    columns: {
      district_code: 'r.district_code',
      base_date: 'r.base_date',
      test: 'r.test',
      key: 'r.key',
      text: `case when r.test in (301, 302) then 'Few sales of very different lots; the components are inside their limits.'
        when r.test = 303 then 'The level follows the sales of the last quarter, which were higher.'
        when r.test = 304 then 'Large lots sold for less than their size suggests.'
        else 'Valued by hand after an inspection; the reason stands in the worksheet.' end`,
      synthetic: 'true',
    },
    // What was wrong in the closed year is explained; of the year under work one in three is.
    from: `audit_result r where r.synthetic and r.failed
      and (r.base_date = lt_base_date() or ${drawn("r.test || ' ' || r.key")} % 3 = 0)
      order by r.district_code, r.base_date, r.test, r.key`,
  });
  const value = await writeRows(client, {
    action: 'insert',
    table: 'value_import',
    columns: {
      property_id: 'v.property_id',
      district_code: 'v.district_code',
      synthetic: 'true',
      base_date: 'v.base_date',
      // One in four hundred came otherwise than it stands now.
      land_value: `case when ${drawn("v.property_id || ' ' || v.base_date")} % 400 = 0
        then round_land_value(v.land_value::bigint * 1.08) else v.land_value::bigint end`,
      authority_code: "'14A'",
      basis_code: "'6A(1)'",
    },
    from: `property_value v join property p on p.id = v.property_id
      where v.synthetic and v.series = 'LT' and v.land_value > 0 and p.status = 'A'
        and v.base_date in (lt_base_date(), (lt_base_date() - interval '1 year')::date) and v.property_id % 3 = 1
      order by v.base_date, v.property_id`,
  });
  return { report_text: text, audit_result: result, audit_note: note, value_import: value };
}
