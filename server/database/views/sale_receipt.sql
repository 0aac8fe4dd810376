-- Every record received of a sale, file by file.

select r.file_id, r.line_no, s.id as sale_id, r.district_code, r.property_id, r.suburb, r.zone_code,
  r.component_code, r.nature, r.purpose, r.contract_date, r.purchase_price, r.interest_pct, r.dealing_number,
  r.download_at::date as received_on, r.synthetic
from sale_received r left join sale s on s.natural_key = r.natural_key
