-- Test 306, primary benchmarks: rule B4 of the benchmark exceptions, and how far above or below it the nearest linked sale stands. Test
-- 901 is their rule B5, 902 their rule B1.
-- uses: judged_benchmarks, component_benchmarks, audit_limits
with primaries as (
  select b.district_code, b.component_code, b.synthetic, b.property_id, b.address, b.v1, b.expected, b.nearest / 100 as nearest,
    b.valued and b.v1 <> b.expected as off, l.lower_limit, l.upper_limit,
    coalesce(b.nearest / 100 not between l.lower_limit and l.upper_limit, false) as far
  from judged_benchmarks as b
  join audit_limits as l on l.district_code = b.district_code and l.test = 306
  where b.benchmark_type = 'P' and b.active and b.component_code is not null and (b.valued or b.nearest is not null)
)
select * from (
  select distinct on (p.district_code, p.component_code, p.synthetic) 306 as test, p.district_code, p.synthetic, p.component_code as key,
    p.property_id, p.address as about,
    concat_ws('; ', case when p.off then said_amount(p.v1) || ', by the factor ' || said_amount(p.expected) end,
      case when p.nearest is null then 'no comparable sale is linked'
        when p.far then 'the nearest linked sale stands ' || round(p.nearest * 100, 1) || ' % off' end) as detail,
    p.nearest as measured, p.lower_limit, p.upper_limit, p.off or p.far as failed
  from primaries as p
  order by p.district_code, p.component_code, p.synthetic, p.off or p.far desc, p.property_id
) as one
union all
select 901, b.district_code, b.synthetic, b.property_id::text, b.property_id, b.address,
  said_amount(b.v1) || ', by the factor ' || said_amount(b.expected), b.away * 100, l.lower_limit, l.upper_limit, true
from judged_benchmarks as b
join audit_limits as l on l.district_code = b.district_code and l.test = 901
where b.benchmark_type = 'R' and b.valued and abs(b.away) > b.reference
union all
select 902, n.district_code, n.synthetic, n.component_code, null, n.description, 'Properties: ' || n.properties, null, null, null, true
from component_benchmarks as n
where n.primaries = 0
