-- Everybody sees where they are signed in, and ends it: their own sessions, and nothing of them but the end.
select declare_policy('session', 'user', 'user_id = (select public.app_user_id())');
select grant_rows('session', '{}', false);
grant update (revoked_at) on session to cadastre_writer;
