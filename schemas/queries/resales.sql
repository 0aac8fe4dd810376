-- Which sales of the window are of property that was sold before?
-- counts: sales by second_sale_id
-- uses: resold_sales
select * from resold_sales
