-- The level of the values under work: the mean of value over adjusted land value of the analysed sales of a base year that
-- the office's standard lets count.
-- counts: sales by sale_id
-- uses: ratio_analyses
select avg(a.v1::double precision / a.alv_future) as mean_ratio
from ratio_analyses as a
where a.v1 > 0 and a.alv_future > 0
