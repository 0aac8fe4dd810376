-- Which sales of the window are of property that was sold before?
-- counts: sales by second_sale_id
-- uses: resold_sales, resales_within, moved_sales
with moved as materialized (
  select distinct property_id from moved_sales
)
select * from resales_within as k where not exists (select from moved as m where m.property_id = k.property_id)
union all
select * from resold_sales where property_id = any(array(select property_id from moved))
