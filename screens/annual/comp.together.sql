-- All that is typed together, and the tests of the audit that would come out otherwise.
with typed as materialized (
  select l.component_code, l.factor
  from factor_lines(:tried::text) as l
  where l.component_code in (
    select b.component_code from json_to_recordset(:over::json) as b (kind text, component_code text) where b.kind = 'values')
), figures as materialized (
  select f.* from factor_figures_of(:over::json, :tried::text, :districts::text[], array(select component_code from typed)) as f
), tests as (
  select count(*) filter (where t.before is distinct from t.after)::integer as n_turned, count(*) filter (where t.before = 'fail')::integer as n_failed_before,
    count(*) filter (where t.after = 'fail')::integer as n_failed_after
  from figures as f
  cross join lateral (values (2, f.test_300_before, f.test_300_after), (2, f.test_301_before, f.test_301_after), (2, f.test_303_before, f.test_303_after),
    (2, f.test_304_before, f.test_304_after), (1, f.test_305_before, f.test_305_after)) as t (level, before, after)
  where f.level = t.level
)
select (select count(*)::integer from typed) as n_tried,
  (select string_agg(component_code || ' ' || to_char(factor, 'FM90.0000'), ', ' order by component_code) from typed) as factors, f.n_moved, f.sum_after, f.sums_change, f.n_beyond_before, f.n_beyond_after, f.n_leave, f.n_far_before,
  f.n_far_after, f.mvp_before, f.mvp_after, t.n_turned, t.n_failed_before, t.n_failed_after,
  (select min(c.closed) from figures as c) as closed
from tests as t
left join figures as f on f.level = 3
