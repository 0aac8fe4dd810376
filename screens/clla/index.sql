-- LAMC valuations of the chosen status, district and valuer that are due within the range.
select l.id, l.asset_name, l.status, l.district_code, l.suburb, l.parcel_names, l.purpose, l.valuer_id, l.requested_on, l.due_on,
  l.overdue, l.completed_on, l.value_date, l.method, l.assessed_value
from lamc_valuation_record l
where l.district_code = any(:districts::text[])
  and (:status::text[] is null or l.status = any(:status::text[]))
  and (:district::text[] is null or l.district_code = any(:district::text[]))
  and (:valuer::bigint[] is null or l.valuer_id = any(:valuer::bigint[]))
  and (:from::date is null or l.due_on >= :from::date)
  and (:to::date is null or l.due_on <= :to::date)
order by l.due_on, l.id
