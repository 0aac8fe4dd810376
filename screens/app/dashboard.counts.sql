select
  (select count(*) from property where status = 'A') as properties,
  (select count(*) from sale) as sales,
  (select count(*) from analysis) as analyses,
  (select count(*) from sale_conflict where state = 'open') as conflicts,
  (select max(contract_date) from sale) as latest_contract
