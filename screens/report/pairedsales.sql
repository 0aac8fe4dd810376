-- What is a feature, or are improvements, worth by pairs of sales that differ in nothing else?
-- uses: paired_sales
select * from paired_sales
