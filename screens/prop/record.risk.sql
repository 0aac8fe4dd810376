select p.risk_rating, r.rating as default_rating, risk_reason(r.reason) as reason
from property p, lateral default_risk(p.id, extract(year from future_base_date())::integer) r
where p.id = :id::bigint
