-- Which properties were sold in a district in which they do not lie?
-- Only of these can two sales lie in two districts.
select distinct s.property_id
from sale as s
where s.property_id is not null and s.district_code = any(:districts::text[])
  and not exists (select from property as p where p.id = s.property_id and p.district_code = s.district_code)
