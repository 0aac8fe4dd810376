-- A row for each sale to be marked; one that an analysis found suitable is named with its reason, and stays.
select s.id, s.version, false as suitable,
  case when exists (select from analysis a where a.sale_id = s.id and a.suitability in ('IN', 'OUT'))
    then 'An analysis found this sale suitable. Change the analysis first.' end as refused
from sale s
where s.district_code = any(:districts::text[])
  and (:ids::bigint[] is null or s.id = any(:ids::bigint[]))
  and s.suitable is distinct from false
  and (s.purchase_price < :below::bigint
    or (coalesce(:part::boolean, false) and s.interest_pct < 100)
    or (coalesce(:several::boolean, false) and s.multi_property))
