-- A sale is of one district, so how many were made at a price is added up.
-- uses: counted_sales
select purchase_price, count(*)::integer as n
from counted_sales
where year = :year::integer
group by purchase_price
