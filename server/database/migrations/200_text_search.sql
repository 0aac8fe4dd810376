-- Searches by words keep their indexes under row security: docs/decisions/0105.

-- Equality of texts is equality: `"suburb" collate case_insensitive = $1` is leakproof, `ilike` is not. An accent tells
-- two words apart, case does not.
create collation case_insensitive (provider = icu, locale = 'und-u-ks-level2', deterministic = false);

drop index property_place;
create index property_suburb on property (suburb collate case_insensitive);
drop index sale_suburb;
create index sale_suburb on sale (suburb collate case_insensitive);
-- The import joins by the number as it is written, people search for it in either case.
create index sale_dealing_number on sale (dealing_number collate case_insensitive);

-- Which column's trigram index finds the texts of a list's field: its own, or one that holds its text as well, as an
-- address holds its suburb; of the records themselves, or of those that `key` refers to.
create table search_text (
  list_view text not null,
  field text not null,
  table_name text not null,
  column_name text not null,
  key text not null,
  equality boolean not null,
  primary key (list_view, field)
);
comment on table search_text is 'Which column''s trigram index finds the texts of a list''s field';
comment on column search_text.list_view is 'View that the list reads';
comment on column search_text.field is 'Column of the view';
comment on column search_text.table_name is 'Table with the index';
comment on column search_text.column_name is 'Column that holds the field''s text, perhaps among other text';
comment on column search_text.key is 'Column of the view that holds the number of the row found';
comment on column search_text.equality is 'Whether equality is found by it too: false where the field has an index of its own for that';
alter table search_text enable row level security;

-- select search_text('inspection_record', 'notes', 'inspection') is all that a field needs; the index is made with it.
create function search_text(
  list_view text, field text, target text, target_column text default null, key text default 'id', equality boolean default true
) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  found_in text := coalesce(target_column, field);
  relation regclass := to_regclass(format('public.%I', target));
begin
  if relation is null or not exists (
    select from pg_attribute where attrelid = relation and attname = found_in and attnum > 0 and not attisdropped
  ) then
    raise exception 'There is no column "%" of a table "%" to search in.', found_in, target;
  end if;
  if not trigrams_of(relation, found_in) then
    execute format('create index %I on %I using gin (%I gin_trgm_ops)', target || '_' || found_in || '_words', target, found_in);
  end if;
  insert into search_text values (list_view, field, target, found_in, key, equality)
  on conflict on constraint search_text_pkey do update
    set table_name = excluded.table_name, column_name = excluded.column_name, key = excluded.key,
      equality = excluded.equality;
end $$;

create function trigrams_of(relation regclass, of_column text) returns boolean
language sql stable
begin atomic
  select exists (
    select from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam and m.amname = 'gin'
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    join pg_opclass o on o.oid = i.indclass[0] and o.opcname = 'gin_trgm_ops'
    where i.indrelid = relation and i.indnatts = 1 and i.indpred is null and a.attname = of_column);
end;

-- Rows whose text holds all of the pieces, looked up by the index with the owner's rights, and only those that the
-- table's own policy shows to this request, so that neither rows nor their number tell of others. The statement that
-- asks compares again, under row security. No row where no index serves or more than `most` are found.
create function rows_with_text(of_view text, of_field text, patterns text[], exact boolean, most integer)
returns table (key text, ids bigint[]) language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  known search_text;
  visible text;
  compared text;
begin
  select * into known from search_text s where s.list_view = of_view and s.field = of_field;
  if not found or most > 20000 or (exact and not known.equality) then return; end if;
  -- What a pattern asks is told by its letters and %; an unfinished escape would be an error that some rows raise and
  -- others do not.
  -- Without three letters in a row the index has nothing to go by.
  if exists (select from unnest(patterns) p where p is null or p ~ '(^|[^\\])(\\\\)*\\$')
    or not exists (select from unnest(patterns) p where p ~ '[[:alnum:]]{3}') then
    return;
  end if;
  select string_agg(format('%I ilike $1[%s]', known.column_name, n), ' and ') into compared
  from generate_subscripts(patterns, 1) as n;
  select string_agg(format('(%s)', pg_get_expr(p.polqual, p.polrelid)), ' or ') into visible
  from pg_policy p where p.polrelid = format('public.%I', known.table_name)::regclass and p.polpermissive and p.polcmd in ('*', 'r');
  if visible is null or exists (
    select from pg_policy p where p.polrelid = format('public.%I', known.table_name)::regclass and not p.polpermissive
      and p.polcmd in ('*', 'r')
  ) then return; end if;
  key := known.key;
  execute format('select array_agg(id) from (select id from %I where %s and (%s) limit $2) of_them',
    known.table_name, compared, visible) into ids using patterns, most + 1;
  if cardinality(ids) > most then return; end if;
  ids := coalesce(ids, '{}');
  return next;
end $$;
revoke execute on function search_text, trigrams_of, rows_with_text from public;
grant execute on function rows_with_text to cadastre_reader, cadastre_writer;

select search_text('property_record', 'address', 'property');
select search_text('property_record', field, 'property', 'address', equality => field <> 'suburb')
from unnest(array['unit_number', 'street_name', 'suburb', 'postcode']) as field;
select search_text('property_record', 'prop_name', 'property');
select search_text('property_record', 'legal_description', 'property');
select search_text('sale_record', 'address', 'sale');
select search_text('sale_record', field, 'sale', 'address', equality => field <> 'suburb')
from unnest(array['unit_number', 'house_number', 'street_name', 'suburb', 'postcode']) as field;
select search_text('analysis_record', field, 'property', 'address', 'property_id', field <> 'suburb')
from unnest(array['address', 'suburb']) as field;
