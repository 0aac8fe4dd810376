-- A row for each component: what each of its benchmarks gets, or why none does. The sentence counts what would be linked then, by
-- hand or by the run.
with asked as materialized (
  select case when :district::text is null then :districts::text[]
    else array(select d from unnest(:districts::text[]) d where d = :district::text) end as districts
), plan as materialized (
  select p.* from asked, lateral link_plan(asked.districts, :ids::bigint[]) p
)
select plan.component_id as id, plan.version, plan.component_code as code, plan.unchanged as same, plan.refused, plan.note,
  (select link_sentence((select count(distinct s) from plan cross join lateral unnest(plan.sales) as s where plan.refused is null),
    (select count(distinct b) from plan cross join lateral unnest(plan.benchmarks) as b where plan.refused is null))) as summary
from plan
order by plan.district_code, plan.component_code
