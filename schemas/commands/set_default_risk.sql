-- The rating at the base date under work; one that an event gave is replaced as well.
select p.id, p.version, r.rating as risk_rating,
  case when p.status <> 'A' then 'It is not active.' end as refused
from property p, lateral default_risk(p.id, extract(year from future_base_date())::integer) r
where p.district_code = any(:districts::text[]) and p.id = any(:ids::bigint[])
order by p.id
