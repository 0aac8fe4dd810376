-- Each sale of the component foretold from the others: how far off are the weights?
select analysis_id, sale_id, address, contract_date, s1, comparables, foretold, error as foretold_error
from comparable_errors(:property::bigint, :analysis::bigint)
where foretold is not null
