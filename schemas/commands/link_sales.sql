-- A row for each component: what each of its benchmarks gets, or why none does. The sentence counts what would be linked then, by
-- hand or by the run.
with asked as materialized (
  select case when :district::text is null then :districts::text[]
    else array(select d from unnest(:districts::text[]) d where d = :district::text) end as districts
), plan as materialized (
  select p.* from asked, lateral link_plan(asked.districts, :ids::bigint[]) p
), linked as (
  select c.analysis_id, c.benchmark_id
  from asked, lateral link_candidates(asked.districts, :ids::bigint[]) c
  join plan on plan.component_id = c.component_id and plan.refused is null
  where c.chosen
  union
  select l.analysis_id, l.property_id
  from plan
  join property p on p.district_code::text = plan.district_code and p.component_code = plan.component_code and p.synthetic = plan.synthetic
  join analysis_benchmark l on l.property_id = p.id and l.base_date = future_base_date() and l.linked_by = 'HAND'
  where plan.refused is null
)
select plan.component_id as id, plan.version, plan.component_code as code, plan.unchanged as same, plan.refused, plan.note,
  (select link_sentence(count(distinct l.analysis_id), count(distinct l.benchmark_id)) from linked l) as summary
from plan
order by plan.district_code, plan.component_code
