-- Of active properties with both values; of the components that are tried, or of all while none is. Far ends are one bar each.
with vals as materialized (
  select v.*, max(v.factor) over () is not null as any_tried from factor_trial_values(:over::json, :tried::text) as v
), binned as materialized (
  select least(greatest(floor(round((v1 - v0)::numeric / v0, 9) * 20), -10), 20)::integer as bin, 0 as tried, sum(n) as n from vals
  where v0 > 0 and v1 > 0 and (factor is not null or not any_tried)
  group by 1
  union all
  select least(greatest(floor(round((after - v0)::numeric / v0, 9) * 20), -10), 20)::integer, 1, sum(n) from vals
  where v0 > 0 and after > 0 and factor is not null
  group by 1
)
select b.bin, case b.bin when -10 then 'under −45 %' when 20 then 'from +100 %'
    else case when b.bin < 0 then '−' else '+' end || abs(b.bin * 5) || ' %' end as step,
  s.series, coalesce(d.n, 0)::integer as properties
from (select distinct bin from binned) as b
cross join (values (0, 'Now'), (1, 'Tried')) as s (tried, series)
left join binned as d on d.bin = b.bin and d.tried = s.tried
where s.tried = 0 or exists (select from binned where tried = 1)
order by b.bin, s.tried
