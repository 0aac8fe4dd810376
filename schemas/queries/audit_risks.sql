-- Tests 311 to 316: the mean value-price ratio of analysed properties of risk 1 and 2, of all, of those with a worksheet of the year and
-- of those without one; fewer than five sales are told and not judged.
-- uses: ratio_analyses, audit_limits
with rated as (
  select a.district_code, p.synthetic, a.r1, coalesce((i.extra ->> 'level')::integer, risk_level(p.risk_rating)) as level,
    exists (select from worksheet as w where w.property_id = p.id and w.base_date = base_date_of(:year::integer + 1)) as worked
  from ratio_analyses as a
  join property as p on p.id = a.property_id
  left join reference_item as i on i.list = 'riskrating' and i.code = p.risk_rating
  where a.r1 is not null
), levels as (
  select l.test, l.district_code, bool_or(r.synthetic) as synthetic, count(*)::integer as n, avg(r.r1) * 100 as mvp, min(l.lower_limit) as lower_limit,
    min(l.upper_limit) as upper_limit
  from audit_limits as l
  join (values (311, 1, null::boolean), (312, 1, true), (313, 1, false), (314, 2, null), (315, 2, true), (316, 2, false))
    as t (test, level, worked) on t.test = l.test
  join rated as r on r.district_code = l.district_code and r.level = t.level and (t.worked is null or r.worked = t.worked)
  group by l.test, l.district_code
)
select v.test, v.district_code, v.synthetic, v.district_code as key, null::bigint as property_id, d.name as about,
  'Sales: ' || v.n || case when v.n < 5 then ': too few to judge' else '' end as detail, v.mvp::numeric as measured, v.lower_limit, v.upper_limit,
  v.n >= 5 and round(v.mvp::numeric, 9) not between v.lower_limit and v.upper_limit as failed, v.n >= 5 as judged
from levels as v
join district as d on d.code = v.district_code
