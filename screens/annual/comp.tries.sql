-- What is typed, component by component: what it would change there, and the level as it stands and as it would be.
-- uses: factor_trial
with proposed as materialized (
  select b.component_code, max(b.proposed) as proposed
  from json_to_recordset(:over::json) as b (kind text, component_code text, proposed numeric)
  where b.kind = 'values'
  group by b.component_code
)
select f.code, f.district_code, k.description, k.zone_code, f.properties, f.in_force, p.proposed, f.factor is not null as is_tried,
  case when f.factor is not null then f.n_moved end as n_moved, case when f.factor is not null then f.sum_after end as sum_after,
  case when f.factor is not null then f.sums_change end as sums_change, case when f.factor is not null then f.n_beyond_after else f.n_beyond_before end as n_beyond,
  f.n_beyond_before, case when f.factor is not null then f.n_leave end as n_leave,
  f.n_after as sales, f.mvp_before, case when f.factor is not null then f.mvp_after end as mvp_after,
  case when f.factor is not null then f.cod_after else f.cod_before end as cod, case when f.factor is not null then f.prd_after else f.prd_before end as prd,
  f.implied_before, case when f.factor is not null then f.implied_after else f.implied_before end as implied, f.test_305_before, f.test_305_after
from factor_trial as f
left join proposed as p on p.component_code = f.code
left join component as k on k.district_code = f.district_code and k.code = f.code and k.synthetic = f.synthetic
where f.level = 1 and f.code <> ''
order by f.code
