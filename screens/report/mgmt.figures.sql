-- What the tiles of the management hub say of the district: figures of their reports.
-- uses: contract_years, verification_status
select count(*) filter (where outstanding)::integer as to_verify,
  count(*) filter (where outstanding and level = 1)::integer as to_verify_1
from verification_status
