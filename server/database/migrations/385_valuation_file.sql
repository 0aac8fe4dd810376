-- Valuation files: what the values of a year stand on, as one file of the data folder under one hash.
create table valuation_file (
  id bigint generated always as identity primary key,
  base_date base_date not null,
  dataset text not null check (dataset in ('real', 'synthetic')),
  -- Of the file's list of members, which has the hash of each.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes > 0),
  members integer not null check (members > 0),
  documents integer not null default 0,
  -- Rows of each table.
  counts jsonb not null default '{}',
  -- What the data came to; another one means that something has changed since.
  data_stamp text not null,
  as_at timestamptz not null,
  made_at timestamptz not null default now(), made_by bigint,
  constraint valuation_file_key unique (base_date, dataset, sha256)
);
-- The server's own hands make them.
select record_table('valuation_file', 'all', '{}');

-- The history tells what people change in a district; imports, factors and other sets that are written at once have rows of
-- their own, and so has what all districts share. What says nothing of a value counts for nothing, nor does the locking of a
-- district: a file is made of locked ones. Whoever asks sees the same, also where only this data set is theirs to see.
create function valuation_data_stamp(of_synthetic boolean) returns text
language sql stable
return (
  with told as (
    select a.id from public.audit a
    where a.synthetic = of_synthetic and a.district_code is not null
      and a.table_name <> all (array['attachment', 'audit_result', 'check_result', 'district_year', 'report_count'])),
  last as (select (select t.id from told t order by t.id desc limit 1) as id)
  select concat_ws(' ',
    (select id from last),
    -- Of two that write at once the later number may be kept first: the last ones are counted, too.
    (select count(*) from told, last where told.id between last.id - 10000 and last.id),
    (select concat_ws('-', max(f.id), count(*) filter (where f.state = 'done'), count(*) filter (where f.state = 'undone'))
      from public.import_file f),
    (select concat_ws('-', count(*), count(*) filter (where r.state = 'UNDONE')) from public.factor_run r
      where r.synthetic = of_synthetic),
    (select concat_ws('-', count(*), sum(x.version), round(extract(epoch from max(x.updated_at)) * 1000))
      from public.component x where x.synthetic = of_synthetic),
    (select concat_ws('-', count(*), sum(x.version), round(extract(epoch from max(x.updated_at)) * 1000))
      from public.component_year x where x.synthetic = of_synthetic),
    (select concat_ws('-', count(*), sum(x.version), round(extract(epoch from max(x.updated_at)) * 1000))
      from public.benchmark_year x where x.synthetic = of_synthetic),
    (select concat_ws('-', count(*), sum(x.version), round(extract(epoch from max(x.updated_at)) * 1000))
      from public.analysis_benchmark x where x.synthetic = of_synthetic),
    (select concat_ws('-', count(*), sum(x.version), round(extract(epoch from max(x.updated_at)) * 1000))
      from public.lga_index x where x.synthetic = of_synthetic),
    (select concat_ws('-', count(*), sum(x.version), round(extract(epoch from max(x.updated_at)) * 1000))
      from public.audit_note x where x.synthetic = of_synthetic),
    (select concat_ws('-', count(*), sum(x.version), round(extract(epoch from max(x.updated_at)) * 1000))
      from public.report_text x where x.synthetic = of_synthetic),
    (select concat_ws('-', count(*), sum(i.factor)) from public.regional_index i),
    (select concat_ws('-', count(*), sum(x.version), round(extract(epoch from max(x.updated_at)) * 1000))
      from public.setting x),
    (select concat_ws('-', count(*), sum(x.version), round(extract(epoch from max(x.updated_at)) * 1000))
      from public.reference_item x),
    (select concat_ws('-', count(*), sum(x.version), round(extract(epoch from max(x.updated_at)) * 1000))
      from public.audit_test x),
    (select concat_ws('-', count(*), sum(x.version), round(extract(epoch from max(x.updated_at)) * 1000))
      from public.improvement_schedule x),
    (select string_agg(s.value, '-' order by s.name) from public.sysparam s where s.name in ('COMPNAME', 'CURRBASE'))));

-- Why a year is not frozen as it stands; null where it is.
create function valuation_file_refusal(of_base_date date, of_synthetic boolean) returns text
language sql stable
return (
  select case
    when f.n = 0 then format('Make the valuation file of %s first.', extract(year from of_base_date))
    when not f.current then
      format('Values changed since the valuation file of %s was made. Make it again.', extract(year from of_base_date))
  end
  from (select count(*) as n, coalesce(bool_or(v.data_stamp = stamp.now), false) as current
    from (select public.valuation_data_stamp(of_synthetic) as now) stamp
    left join public.valuation_file v on v.base_date = of_base_date and v.dataset = case when of_synthetic then 'synthetic' else 'real' end
    where v.id is not null) f);

comment on table valuation_file is 'Valuation files: what the values of a year stand on, kept as a file under one hash.';
comment on column valuation_file.base_date is 'The base date whose values it is of: the year under work when it was made.';
comment on column valuation_file.dataset is 'Whether it is of real data or of those of the demo.';
comment on column valuation_file.sha256 is 'Hash of the list of its members, by which the file is named in the data folder.';
comment on column valuation_file.size_bytes is 'Bytes of the file.';
comment on column valuation_file.members is 'Tables, definitions and documents in it.';
comment on column valuation_file.documents is 'Documents in it.';
comment on column valuation_file.counts is 'Rows of each table.';
comment on column valuation_file.data_stamp is 'What the data came to when it was made; another one means a change since.';
comment on column valuation_file.as_at is 'The last change of what is in it.';
comment on column valuation_file.made_at is 'When it was made, or made again with nothing changed.';
comment on column valuation_file.made_by is 'Who made it.';
comment on function valuation_data_stamp is 'Another text whenever something has changed that a valuation file holds.';
comment on function valuation_file_refusal is 'Why a year is not frozen as it stands, as a sentence; null where it is.';
