-- The same by what the pairs differ in, as their item is typed: the middle of what it is worth.
-- uses: paired_sales
select pair_kind, pair_item, count(*)::integer as pairs_n, count(*) filter (where pair_amount <= 0)::integer as pairs_below,
  percentile_cont(0.5) within group (order by pair_amount) as middle_worth,
  percentile_cont(0.5) within group (order by pair_share) as middle_share,
  percentile_cont(0.5) within group (order by check_ratio) as middle_check
from paired_sales
group by pair_kind, pair_item
