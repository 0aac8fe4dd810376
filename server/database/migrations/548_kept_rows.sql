-- What is kept of each district (545) of a named query, as one table: a report that compares across districts reads these rows
-- instead of computing them anew.

-- Of the series that the transaction may read, and no other: rows of people with other rights lie beside them. The caller names
-- the columns and says of how many districts it wants rows. CA001: so many are not kept any more, since a sweep or new views took
-- parts away.
create function kept_rows(of_series text, districts integer) returns setof record
language plpgsql stable security definer set search_path = pg_catalog rows 20000 as $$
declare
  of_table text;
  names text;
begin
  if of_series <> all (string_to_array(coalesce(current_setting('cadastre.kept', true), ''), ',')) then
    raise exception 'These rows are kept for others.' using errcode = 'insufficient_privilege';
  end if;
  select s.table_name into of_table
  from report_runs.series as s
  where s.key = of_series and (select count(*) from report_runs.part as p where p.series = s.key) >= districts;
  if of_table is null then
    raise exception 'These rows are not kept any more.' using errcode = 'CA001';
  end if;
  select string_agg(quote_ident(attname), ', ' order by attnum) into names
  from pg_attribute
  where attrelid = ('report_runs.' || of_table)::regclass and attnum > 0 and not attisdropped and attname not in ('#', '#group');
  return query execute format('select %s from report_runs.%I', names, of_table);
end $$;
revoke execute on function kept_rows(text, integer) from public;
grant execute on function kept_rows(text, integer) to cadastre_reader;
comment on function kept_rows is 'The rows that are kept of each district of a named query, where the transaction may read them.';
