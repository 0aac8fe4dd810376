-- What are the benchmarks worth, and which sales stand behind them?
-- Active properties that are a benchmark, with the sales that were linked to them for the year after the base year. Change is V1 ÷ V0 − 1,
-- none without V0; the rate is V1 ÷ area, none without an area.
-- counts: properties by property_id
-- uses: benchmarks
select b.property_id, b.district_code, b.component_code, b.benchmark_type, b.address, b.area, b.area_unit, b.zone_code, b.v0, b.v1, b.comment,
  b.v1::double precision / nullif(b.v0, 0) - 1 as value_change, b.v1 / nullif(b.area, 0) as future_rate,
  concat_ws(' ', b.component_code, b.benchmark_type, b.property_id) as benchmark,
  (select count(*) from analysis_benchmark as l where l.property_id = b.property_id and l.base_date = base_date_of(:year::integer + 1))::integer
    as linked_sales
from benchmarks as b
where b.status = 'A'
  and (:benchmarks::text[] is null or b.benchmark_type = any(:benchmarks::text[]))
