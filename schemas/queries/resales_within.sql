-- Which sales of the window are of property that was sold before?
-- Kept of each district: a pair lies in it when both of its sales do.
-- counts: sales by second_sale_id
-- uses: resold_sales
select * from resold_sales
