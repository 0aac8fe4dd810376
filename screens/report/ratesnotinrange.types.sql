-- How many analysed sales have improvements of each type that are judged, and that are not?
-- uses: judged_rates
with told as (
  select analysis_id, type, bool_or(verdict = 'OUT') as outside, bool_or(verdict in ('IN', 'OUT')) as judged, bool_or(verdict = 'LUMP') as lump,
    bool_or(verdict = 'NONE') as unlisted
  from judged_rates
  group by analysis_id, type
)
select type as improvement_type, count(*)::integer as n, count(*) filter (where judged)::integer as judged,
  count(*) filter (where outside)::integer as outside, count(*) filter (where lump)::integer as lump_sums,
  count(*) filter (where unlisted)::integer as without_schedule
from told
group by type
