-- Files are their owner's, and those of a record of whoever may see or change the record: a transaction names the record
-- that its caller was found to see or to change, as it names districts and permissions.
create function app_item() returns text
language sql stable parallel safe
return nullif(current_setting('cadastre.item', true), '');

create function app_changed_item() returns text
language sql stable parallel safe
return nullif(current_setting('cadastre.changed_item', true), '');

do $$
declare
  own text := 'user_id = (select public.app_user_id())';
  of_item text := '(item_type || ''/'' || item_id::text) = ';
begin
  drop policy own_rows on attachment;
  perform declare_policy('attachment', 'user', format('%s or %s (select public.app_item())', own, of_item), 'select');
  perform declare_policy('attachment', 'user',
    format('%s and (item_id is null or %s (select public.app_changed_item()))', own, of_item), 'insert');
  perform declare_policy('attachment', 'user', format('%s or %s (select public.app_changed_item())', own, of_item), 'update');
  perform declare_policy('attachment', 'user', format('%s or %s (select public.app_changed_item())', own, of_item), 'delete');
end $$;
