select v.id, v.base_date, extract(year from v.base_date)::integer as base_year, v.land_value, w.id as worksheet_id, w.stage, w.total,
       w.adopted, w.is_adopted, w.updated_name, w.updated_at, s.property_id, s.district_code, s.transmit_status
from supp s
join supp_value v on v.supp_id = s.id and v.series = 'LT'
left join worksheet_record w on w.supp_id = s.id and w.base_date = v.base_date
where s.id = :id::bigint
order by v.base_date desc
