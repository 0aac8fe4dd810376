-- Exceptions of the Valuer General's checker (VAT): the file as it came, and each of its lines that asks for an explanation.

create table vat_file (
  id bigint generated always as identity primary key,
  name text not null,
  sha256 text not null,
  -- As they came, so that what goes back differs in the explanations alone.
  bytes bytea not null,
  encoding text not null default 'LATIN1' check (encoding in ('LATIN1', 'UTF8')),
  districts text[] not null,
  lines integer not null check (lines > 0),
  synthetic boolean not null default false,
  uploaded_at timestamptz not null default now(),
  uploaded_by bigint default app_user_id(),
  constraint vat_file_once unique (sha256)
);
alter table vat_file enable row level security;
-- A file covers several districts: who sees all of them sees it. Lines of single districts are seen by themselves.
select declare_policy('vat_file', 'district',
  '(select public.app_user_id()) is not null and ((select public.app_districts()) is null or districts <@ (select public.app_districts())::text[])'
  || ' and ((select public.app_dataset()) = ''both'' or synthetic = ((select public.app_dataset()) = ''synthetic''))');
select grant_rows('vat_file', '{insert}');
select record_permission('vat_file', 'avalU');

create table vat_exception (
  id bigint generated always as identity primary key,
  file_id bigint not null references vat_file (id) on delete cascade,
  line_no integer not null check (line_no > 0),
  district_code district_code not null references district (code),
  base_date base_date not null,
  level text not null check (level in ('ZONE', 'COMP', 'PID')),
  key text not null,
  test text,
  test_number integer generated always as (substring(test from '[0-9]{3}')::integer) stored,
  message text,
  -- What the last text field held when it came; null where it was empty.
  given text,
  explanation text check (explanation <> ''),
  synthetic boolean not null default false,
  constraint vat_exception_line unique (file_id, line_no)
);
create index vat_exception_about on vat_exception (district_code, base_date, level, key);
select record_table('vat_exception');
select record_permission('vat_exception', 'avalU');

-- Of which data set a file and its lines are: the one that its uploader works with, else the one that its districts have.
create function vat_file_data() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  chosen text := (select o.value #>> '{}' from user_option o where o.user_id = app_user_id() and o.name = 'workspace.dataset');
begin
  new.synthetic := case chosen when 'synthetic' then true when 'real' then false
    else not exists (select from property p where p.district_code = any (new.districts) and not p.synthetic)
      and exists (select from property p where p.district_code = any (new.districts) and p.synthetic) end;
  return new;
end $$;
create trigger vat_file_data before insert on vat_file for each row
  when (not new.synthetic and app_user_id() is not null) execute function vat_file_data();

-- A text as the file can hold it: a line is one line, and Latin-1 has no letters of a typesetter.
create function vat_plain(text text, encoding text default 'LATIN1') returns text
language sql immutable parallel safe
return btrim(regexp_replace(case encoding when 'UTF8' then text
  else replace(translate(text, '–—‒−‘’‚“”„•', '----''''''"""-'), '…', '...') end, '[\s\u0001-\u001f\u007f]+', ' ', 'g'));

-- What Latin-1 has no letter for, first of all; null where it has.
create function vat_foreign_letter(text text, encoding text) returns text
language sql immutable parallel safe
return case when encoding = 'LATIN1' then substring(vat_plain(text, encoding) from '[^\u0001-\u00ff]') end;

-- Only the explanation is a person's. A year that is rolled over is history.
create function vat_exception_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  with x as (
    select public.vat_foreign_letter(after ->> 'explanation', coalesce(f.encoding, 'LATIN1')) as letter,
      public.district_closed(coalesce(after, before) ->> 'district_code', (coalesce(after, before) ->> 'base_date')::date,
        (coalesce(after, before) ->> 'synthetic')::boolean) as closed
    from (select) one left join public.vat_file f on f.id = (after ->> 'file_id')::bigint)
  select r.pointer, r.message from x cross join lateral (values
    ('', 'Lines of a VAT file come and go with their file. Upload the file.', before is null or after is null),
    ('/explanation', format('The file cannot hold “%s”: it is written in Latin-1. Write it otherwise.', x.letter), x.letter is not null),
    ('', format('The year of this line was rolled over. %s', x.closed), x.closed like '%rolled over%')
  ) r (pointer, message, wrong) where r.wrong;
end;

comment on table vat_file is 'Files of exceptions of the Valuer General''s checker (VAT), as they came.';
comment on column vat_file.bytes is 'The whole file as it came.';
comment on column vat_file.districts is 'The districts of its lines.';
comment on column vat_file.lines is 'Lines that ask for an explanation.';
comment on table vat_exception is 'Lines of VAT files: what the checker found, and how the office explains it.';
comment on column vat_exception.line_no is 'Line of the file, from 1.';
comment on column vat_exception.level is 'What the line is about: ZONE, COMP or PID.';
comment on column vat_exception.key is 'Zone code, component code or PID.';
comment on column vat_exception.test is 'The test as the file names it.';
comment on column vat_exception.test_number is 'The three digits in it, by which notes of the audit are found.';
comment on column vat_exception.message is 'The text that the file says of it.';
comment on column vat_exception.given is 'The explanation that the file came with.';
comment on column vat_exception.explanation is 'The explanation that somebody saved.';
comment on function vat_plain is 'A text as one line of a VAT file holds it.';
