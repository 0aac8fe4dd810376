-- A property, and a component, is of one district, so what each district has is added up.
-- uses: verification_status
select count(*) filter (where outstanding)::integer as to_verify,
  count(*) filter (where outstanding and level = 1)::integer as to_verify_1,
  count(distinct district_code) filter (where outstanding)::integer as districts_behind,
  count(distinct (district_code, component_code)) filter (where outstanding)::integer as components_behind
from verification_status
