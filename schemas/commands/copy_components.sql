-- A component for each code of the source that the target lacks.
select distinct on (c.code) :target::text as district_code, c.code, c.description, c.zone_code, c.property_type, c.non_homogeneous,
  c.crown, c.crown_class, c.financial
from component as c
where c.district_code::text = :source::text and :source::text = any(:districts::text[]) and :target::text = any(:districts::text[]) and c.active
  and :source::text <> :target::text
  and not exists (select from component as t where t.district_code::text = :target::text and t.code = c.code)
order by c.code, c.id
