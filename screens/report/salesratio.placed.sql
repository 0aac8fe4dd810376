-- What of the study has a place, and what the clusters are told of.
-- counts: sales by sale_id
-- uses: placed_ratios
select count(*) filter (where not trimmed and cell_column is not null)::integer as placed_sales,
  avg(ratio) filter (where not trimmed and cell_column is not null) as mean,
  count(*) filter (where trimmed)::integer as trimmed_sales,
  count(*) filter (where not trimmed and cell_column is null)::integer as without_place
from placed_ratios
having count(*) > 0
