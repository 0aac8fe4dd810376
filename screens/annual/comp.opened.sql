-- The scenario that is open.
select s.id, s.name, s.comment, s.tried, s.updated_name, s.version as version_now
from factor_scenario_record as s
where s.id = :scenario::bigint and s.district_code = :district::text and s.base_date = base_date_of(:year::integer)
  and s.district_code = any(:districts::text[])
