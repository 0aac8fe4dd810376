-- What the night looks for, found by an index: the tables that grow by the million are never read as a whole for it. That of
-- hit_log is there already.
create index session_expires on session (expires_at);
create index notification_archived on notification (updated_at) where is_archived;
create index job_finished on job (finished_at);
