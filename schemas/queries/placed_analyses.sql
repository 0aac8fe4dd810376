-- The analyses of a ratio study that have both sides of a ratio, and where their properties lie.
-- Kept of each district by itself: of the state they would be looked up one by one.
-- uses: ratio_analyses
select a.analysis_id, a.sale_id, a.property_id, a.suburb, a.v, a.s, p.lat, p.lon
from ratio_analyses as a
left join property as p on p.id = a.property_id
where a.v > 0 and a.s > 0
