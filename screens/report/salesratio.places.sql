-- The ratios of the study by place: cells of the map that are alike in size, with the sales of the trimmed study that lie in each.
-- A cluster is told by Gi* of Getis and Ord (1995): the sum of the ratios in the cell and the eight around it, against what as many
-- ratios drawn at random from the whole study would come to, in standard deviations (normal approximation). Judged are cells with
-- five sales or more, where five or more lie outside the nine. Many cells are judged at once, so their probabilities are corrected
-- (Benjamini and Hochberg, 1995): of the cells that are marked, one in twenty is expected to be marked by chance.
-- counts: sales by sale_id
-- uses: placed_ratios
with placed as materialized (
  select * from placed_ratios where cell_column is not null and cell_row is not null and not trimmed
), study as materialized (
  select count(*) as n, avg(ratio) as mean, var_pop(ratio) as variance from placed
), cell as (
  select cell_column, cell_row, zoom, count(*)::integer as sales, percentile_cont(0.5) within group (order by ratio) as median,
    min(ratio) as lowest, max(ratio) as highest, mode() within group (order by suburb) as suburb, sum(ratio) as total
  from placed
  group by cell_column, cell_row, zoom
), around as (
  -- Each cell is told to the nine that it is near to, itself included; cells are not held against one another.
  select c.*, x, y, cell_column + x as of_column, cell_row + y as of_row
  from cell as c
  cross join generate_series(-1, 1) as x
  cross join generate_series(-1, 1) as y
), summed as (
  select a.*, (sum(sales) over nine)::bigint as n, sum(total) over nine as near_total
  from around as a
  window nine as (partition by of_column, of_row)
), judged as (
  select c.*, w.mean, case when c.sales >= 5 and w.n - c.n >= 5 then getis_ord(c.near_total, c.n, w.mean, w.variance, w.n) end as gi
  from summed as c
  cross join study as w
  where c.x = 0 and c.y = 0
), tested as (
  select j.*, 2 * normal_cdf(-abs(gi)) as p from judged as j
), ranked as (
  select t.*, p * count(*) filter (where p is not null) over () / count(*) filter (where p is not null) over (order by p) as corrected
  from tested as t
), known as (
  select r.*, least(1, min(corrected) over (order by p desc nulls last)) as chance from ranked as r
)
select zoom || '/' || cell_column || '/' || cell_row as key, cell_column, cell_row, zoom, zoom || ' ' || cell_column || ',' || cell_row as cells,
  suburb, sales, median, lowest, highest, n::integer as near_sales, gi, case when gi is not null then chance end as chance,
  case when gi is null then 'FEW' when chance > 0.05 then 'NONE' when gi > 0 then 'HIGH' else 'LOW' end as cluster,
  case when gi is null or chance > 0.05 then '' when gi > 0 then ' ▲' else ' ▼' end as mark
from known
