-- Active properties of the districts that have values of the year.
select p.id as item, p.district_code
from property p
where p.status = 'A'
  and p.district_code in (select d.code from unnest(:districts::text[]) d (code)
    where exists (select from property_value v where v.district_code = d.code and v.base_date = :base::date and v.series = 'LT'))
  and (:ids::bigint[] is null or p.id = any (:ids::bigint[]))
