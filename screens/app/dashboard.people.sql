-- Accounts, for who manages them: those that may sign in, those that never have, and those whose password is failing.
select count(*) filter (where u.active)::integer as active_people,
  count(*) filter (where u.active and a.last_active is null)::integer as never_signed_in,
  count(*) filter (where u.active and a.failed_logins > 2)::integer as failing_people
from app_user as u
left join user_activity as a on a.user_id = u.id
