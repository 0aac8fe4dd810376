-- Tests 300 to 304, zone by zone, of the values under work as the report of the level has them: a figure of fewer than five sales, or
-- of a zone without a limit, is told and not judged.
-- uses: ratio_analyses, level_groups, audit_limits
with studied as (
  select district_code, coalesce(zone_code, 'none') as zone_code,
    ratio_study(array_agg(v1::double precision order by analysis_id), array_agg(alv_future::double precision order by analysis_id)) as st
  from ratio_analyses
  where v1 is not null and alv_future is not null
  group by 1, 2
), groups as (
  select district_code, group_code as zone_code, synthetic, n_analysed, coavc from level_groups where row_level = 1
), judged as (
  select district_code, zone_code, coalesce(g.synthetic, false) as synthetic, g.n_analysed, g.coavc, (s.st).n, (s.st).cod, (s.st).mvp, (s.st).prd,
    z.legacy_letter, z.cod_limit, zone_name(zone_code) as name, t.*
  from groups as g
  full join studied as s using (district_code, zone_code)
  left join zone as z on z.code = zone_code and base_date_of(:year::integer) between z.valid_from and z.valid_to
  cross join lateral level_tests(z.legacy_letter, z.cod_limit, (s.st).n, (s.st).cod, (s.st).mvp, (s.st).prd, g.n_analysed, g.coavc) as t
)
select l.test, j.district_code, j.synthetic, j.zone_code as key, null::bigint as property_id, j.name as about,
  case when m.verdict is null then m.counted || ': too few to judge' else m.counted end as detail, m.measured::numeric as measured,
  l.lower_limit, coalesce(m.most, l.upper_limit) as upper_limit, coalesce(m.verdict = 'fail', false) as failed,
  m.verdict is not null as judged
from judged as j
cross join lateral (values
  (300, j.coavc, null::numeric, j.test_300, 'Analysed properties: ' || coalesce(j.n_analysed, 0)),
  (case when j.legacy_letter in ('A', 'Z') then 301 else 302 end, case when j.cod_limit is not null then j.cod end, j.cod_limit, j.test_301,
    'Sales: ' || j.n),
  (303, case when j.legacy_letter in ('A', 'B', 'C', 'D', 'I', 'M', 'R', 'T', 'Z') then j.mvp end, null, j.test_303, 'Sales: ' || j.n),
  (304, j.prd, null, j.test_304, 'Sales: ' || j.n)) as m (test, measured, most, verdict, counted)
join audit_limits as l on l.district_code = j.district_code and l.test = m.test
where m.measured is not null
