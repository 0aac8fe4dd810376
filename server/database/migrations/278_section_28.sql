-- Section 28 groups: land valued as a whole, whose value is shared among its members by weight. Replaces the text of
-- property.s28_group.

create table s28_group (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  name text not null check (name <> ''),
  base_date base_date not null default future_base_date(),
  value aud check (value >= 0),
  valuer_id bigint,
  reviewed_on date,
  synthetic boolean not null default false,
  constraint s28_group_key unique (district_code, name, base_date, synthetic)
);
select record_table('s28_group');
select record_permission('s28_group', 'propU');

create table s28_member (
  id bigint generated always as identity primary key,
  group_id bigint not null references s28_group (id) on delete cascade,
  property_id bigint not null references property (id) on delete cascade,
  weight numeric check (weight >= 0),
  constraint s28_member_once unique (group_id, property_id)
);
create index s28_member_property on s28_member (property_id);
select child_table('s28_member', 's28_group');

create table s28_line (
  id bigint generated always as identity primary key,
  group_id bigint not null references s28_group (id) on delete cascade,
  seq integer,
  description text,
  qty numeric, unit text, rate numeric,
  value bigint generated always as (round(qty * rate)::bigint) stored
);
select child_table('s28_line', 's28_group');

insert into s28_group (district_code, name, base_date, synthetic)
select distinct district_code, s28_group, lt_base_date(), synthetic from property where coalesce(s28_group, '') <> '';
insert into s28_member (group_id, property_id, weight)
select g.id, p.id, 1 from property p join s28_group g on g.district_code = p.district_code and g.name = p.s28_group
  and g.synthetic = p.synthetic;

create function s28_group_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  select format('/members/%s/property_id', r.n - 1), case
      when p.id is null then 'There is no such property, or you may not see it.'
      when p.district_code::text <> after ->> 'district_code' then format('It lies in district %s. A group lies in one.', p.district_code)
      when r.place > 1 then 'This property stands here twice.'
      else format('It is in the group "%s" of this base date already.', o.name) end
  from (select row, n, row_number() over (partition by row ->> 'property_id' order by n) as place
    from jsonb_array_elements(coalesce(after -> 'members', '[]')) with ordinality e (row, n)) r
  left join property p on p.id = (r.row ->> 'property_id')::bigint
  left join lateral (
    select g.name from s28_member m join s28_group g on g.id = m.group_id
    where m.property_id = p.id and g.base_date = coalesce((after ->> 'base_date')::date, future_base_date())
      and g.id <> coalesce((before ->> 'id')::bigint, 0) limit 1) o on true
  where p.id is null or p.district_code::text <> after ->> 'district_code' or r.place > 1 or o.name is not null
  union all
  select '/base_date', 'A base date is the first of July of a year.'
  where after ->> 'base_date' is not null and to_char((after ->> 'base_date')::date, 'MMDD') <> '0701';
end;

-- Whether a property is valued with a group at a base date, or was at the one before.
create function s28_group_of(of_property bigint, on_date date) returns text
language sql stable parallel safe
return (select g.name from public.s28_member m join public.s28_group g on g.id = m.group_id
  where m.property_id = of_property and g.base_date in (on_date, (on_date - interval '1 year')::date)
  order by g.base_date desc, g.id limit 1);

comment on table s28_group is 'Section 28 groups: land valued as a whole at a base date.';
comment on table s28_member is 'Members of a section 28 group with their weights; s28_share has what each gets.';
comment on table s28_line is 'Lines by which the value of a section 28 group was found.';
