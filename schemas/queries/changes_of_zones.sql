-- What salesratio.coavc answers, out of the sums of each district.
-- uses: zone_changes
with compared as (
  select zone_code, n_analysed, n_rest, analysed_change / nullif(n_analysed, 0) as change_analysed,
    rest_change / nullif(n_rest, 0) as change_rest
  from zone_changes
)
select zone_code, case when zone_code = '' then 'No zone' else zone_name(zone_code) end as zone_name, n_analysed, n_rest, change_analysed,
  change_rest, abs(change_analysed - change_rest) as coavc, abs(change_analysed - change_rest) <= 0.05 as pass, n_analysed < 5 as small_sample
from compared
