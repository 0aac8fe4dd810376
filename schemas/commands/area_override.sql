select p.id, p.version, :area::numeric as area, coalesce(:unit::text, p.area_unit) as area_unit,
  coalesce(:dimensions::text, p.dimensions) as dimensions, :reason::text as area_reason
from property p
where p.district_code = any(:districts::text[]) and p.id = any(:ids::bigint[])
order by p.id
