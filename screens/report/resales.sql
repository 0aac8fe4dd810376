-- Resales: consecutive sales of the same property (and strata lot), the second one in the window. Part interests,
-- dealings over several properties and pairs less than a month apart are left out. The monthly rate is compound.
-- counts: sales by second_sale_id
-- uses: resales
select t.*
from resales as t
where (:zones::text[] is null or t.zone_code = any(:zones::text[]))
  and (:components::text[] is null or t.component_code = any(:components::text[]))
  and (:natures::text[] is null or t.second_nature = any(:natures::text[]))
