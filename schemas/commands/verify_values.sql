select p.id as property_id, :type::text as verification_type, coalesce(:verified_on::date, current_date)::text as verified_on,
  nullif(:note::text, '') as note,
  case when p.status <> 'A' then 'Property ' || p.id || ' is not active.'
    when not exists (select from property_value v where v.property_id = p.id and v.series = 'LT' and v.base_date = future_base_date())
      then 'Property ' || p.id || ' has no land value at the base date under work.' end as refused
from property p
where p.district_code = any(:districts::text[]) and p.id = any(:ids::bigint[])
order by p.id
