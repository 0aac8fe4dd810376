-- What handlers write for whoever asks is written with the rights of whoever asks: tables that only the server's own
-- hands reached get the policies for it. Reports have no use for any of them.
do $$
declare
  signed_in text := '(select public.app_user_id()) is not null';
  -- The company's (no user) and one's own.
  phrases text := 'company = (select public.app_company()) '
    || 'and (user_id = (select public.app_user_id()) or (user_id is null and (select public.app_user_id()) is not null))';
begin
  -- A journey is handed over by whoever has it; who takes it has the code, which the server alone looks up.
  perform declare_policy('journey_handover', 'user',
    'exists (select from public.journey j where j.id = journey_id and j.user_id = (select public.app_user_id()))');
  perform grant_rows('journey_handover', '{insert,delete}', false);
  -- What the code comes to is read by the server alone.
  revoke select on journey_handover from cadastre_writer;
  grant select (id, journey_id, expires_at) on journey_handover to cadastre_writer;

  drop policy own_rows_select on phrase_list;
  drop policy own_rows_select on phrase;
  perform declare_policy('phrase_list', 'user', phrases);
  perform declare_policy('phrase', 'user', 'exists (select from public.phrase_list l where l.id = list_id)');
  perform grant_rows('phrase_list', '{insert,update}', false);
  perform grant_rows('phrase', '{insert,update,delete}', false);

  -- Drafts are shared by all who may write definitions; a version is never changed.
  perform declare_policy('definition_draft', 'all', signed_in);
  perform declare_policy('definition_version', 'all', signed_in);
  perform grant_rows('definition_draft', '{insert,update,delete}', false);
  perform grant_rows('definition_version', '{insert}', false);
end $$;
