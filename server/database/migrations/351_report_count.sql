-- How many rows a report of exceptions has in a district, and how many of them are errors and warnings, as counted last.
create table report_count (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  base_date base_date not null,
  -- The id of the report's page.
  report text not null,
  synthetic boolean not null default false,
  found integer,
  errors integer,
  warnings integer,
  -- Why it could not be counted.
  problem text,
  -- What the count stands on; another one means that something has changed since.
  stamp text not null,
  counted_at timestamptz not null default now(),
  constraint report_count_key unique (district_code, base_date, report, synthetic)
);
-- The server's own hands count.
select record_table('report_count', 'district', '{}');

-- The last change of a district, in one look.
create index audit_district on audit (district_code, id);
