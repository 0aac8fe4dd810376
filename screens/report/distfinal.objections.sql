-- What became of the objections to the values in force, and by how much did they change?
with decided as (
  select o.id, o.outcome, o.lv_before::bigint as before, o.lv_after::bigint as after
  from objection as o
  where o.district_code = any(:districts::text[]) and o.base_date = base_date_of(:year::integer)
)
select outcome, count(*)::integer as objection_n, sum(before) filter (where after is not null)::bigint as sum_before,
  sum(after)::bigint as sum_after,
  sum(after)::numeric / nullif(sum(before) filter (where after is not null), 0) - 1 as sum_change
from decided
group by outcome
