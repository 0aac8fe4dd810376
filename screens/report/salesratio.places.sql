-- The ratios of the study by place: cells of the map that are alike in size, with the sales of the trimmed study that lie in each.
-- A cluster is told by Gi* of Getis and Ord (1995): the sum of the ratios in the cell and the eight around it, against what as many
-- ratios drawn at random from the whole study would come to, in standard deviations (normal approximation). Judged are cells with
-- five sales or more, where five or more lie outside the nine. Many cells are judged at once, so their probabilities are corrected
-- (Benjamini and Hochberg, 1995): of the cells that are marked, one in twenty is expected to be marked by chance.
-- counts: sales by sale_id
-- uses: placed_ratios
with placed as materialized (
  select * from placed_ratios where cell_column is not null and cell_row is not null and not trimmed
), study as (
  select count(*) as n, avg(ratio) as mean, var_pop(ratio) as variance from placed
), cell as (
  select cell_column, cell_row, zoom, count(*)::integer as sales, percentile_cont(0.5) within group (order by ratio) as median,
    min(ratio) as lowest, max(ratio) as highest, mode() within group (order by suburb) as suburb, sum(ratio) as total
  from placed
  group by cell_column, cell_row, zoom
), judged as (
  select c.*, a.n, w.mean, case when c.sales >= 5 and w.n - a.n >= 5 then getis_ord(a.total, a.n, w.mean, w.variance, w.n) end as gi
  from cell as c
  cross join study as w
  cross join lateral (
    select sum(o.sales)::bigint as n, sum(o.total) as total
    from cell as o
    where o.cell_column between c.cell_column - 1 and c.cell_column + 1 and o.cell_row between c.cell_row - 1 and c.cell_row + 1
  ) as a
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
