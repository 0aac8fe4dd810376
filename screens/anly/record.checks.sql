with of_leases as (
  select round(sum((l.rent::bigint - coalesce(l.outgoings::bigint, 0)) * 100 / l.cap_rate))::bigint as found
  from analysis_lease l where l.analysis_id = :id::bigint
), of_classes as (
  select round(sum(r.area * r.rate))::bigint as found from analysis_rural r where r.analysis_id = :id::bigint
), of_costs as (
  select sum(c.amount::bigint)::bigint as found from analysis_cost c where c.analysis_id = :id::bigint
), price as (
  select s.result::bigint as found from analysis_steps(:id::bigint) s where s.posn = 1
)
select v.posn, v.what, v.found, v.beside_what, v.beside, v.found::double precision / nullif(v.beside, 0) - 1 as difference
from analysis a
cross join lateral (values
  (1, 'Leases: net rent ÷ capitalisation rate', (select found from of_leases), 'Price of the whole (A)', (select found from price)),
  (2, 'Rural classes: area × rate', (select found from of_classes), 'Analysed land value (D)', a.analysed_lv::bigint),
  (3, 'Replacement cost', (select found from of_costs), 'Adjusted value of improvements', a.adjusted_value::bigint)
) v (posn, what, found, beside_what, beside)
where a.id = :id::bigint and v.found is not null
order by v.posn
