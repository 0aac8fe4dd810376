-- What the tiles of the management hub say of the district: figures of their reports.
-- uses: verification_backlog, month_verifications, working_people
with worked as (
  select count(distinct person_id)::integer as people from working_people
)
select b.*, v.verified_in_month, w.people
from verification_backlog as b, month_verifications as v, worked as w
