-- Of active properties with both values; of the components that are tried, or of all while none is. Far ends are one bar each.
with vals as materialized (
  select v.*, max(v.factor) over () is not null as any_tried from factor_trial_values(:over::json, :tried::text) as v
), binned as (
  select least(greatest(floor(round((v1 - v0)::numeric / v0, 9) * 20), -10), 20)::integer as bin, n, 0 as tried from vals
  where v0 > 0 and v1 > 0 and (factor is not null or not any_tried)
  union all
  select least(greatest(floor(round((after - v0)::numeric / v0, 9) * 20), -10), 20)::integer, n, 1 from vals
  where v0 > 0 and after > 0 and factor is not null
)
select b.bin, case b.bin when -10 then 'under −45 %' when 20 then 'from +100 %'
    else case when b.bin < 0 then '−' else '+' end || abs(b.bin * 5) || ' %' end as step,
  s.series, coalesce(sum(n) filter (where d.tried = s.tried), 0)::integer as properties
from (select distinct bin from binned) as b
cross join (values (0, 'Now'), (1, 'Tried')) as s (tried, series)
join binned as d on d.bin = b.bin
where s.tried = 0 or exists (select from binned where tried = 1)
group by b.bin, s.tried, s.series
order by b.bin, s.tried
