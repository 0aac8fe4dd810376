-- Where do the analysed properties of a ratio study lie?
-- Kept of each district by itself: of the state they would be looked up one by one.
-- uses: ratio_analyses
select a.analysis_id, p.lat, p.lon
from ratio_analyses as a
join property as p on p.id = a.property_id
where p.lat is not null and p.lon is not null
