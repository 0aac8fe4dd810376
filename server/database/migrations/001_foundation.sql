-- What every table stands on: money, base dates, addresses, and who may see which row.
-- The roles cadastre_reader and cadastre_writer exist before the first migration (server/database/roles.ts).

create extension if not exists pg_trgm;

-- Whole Australian dollars. Below 2^53, so that a JSON number holds every amount exactly.
create domain aud as bigint check (value > -9007199254740992 and value < 9007199254740992);
create domain base_date as date
  check (extract(month from value) = 7 and extract(day from value) = 1);
create domain district_code as text check (value ~ '^[0-9]{3}$');

create function base_date_of(year integer) returns date
language sql immutable parallel safe as $$ select make_date(year, 7, 1) $$;

-- null: every district; an empty array: none. A connection that says nothing sees nothing.
create function app_districts() returns text[]
language sql stable parallel safe as $$
  select case coalesce(current_setting('cadastre.districts', true), '')
    when '*' then null
    else string_to_array(coalesce(current_setting('cadastre.districts', true), ''), ',')
  end
$$;

-- real, synthetic or both.
create function app_dataset() returns text
language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('cadastre.dataset', true), ''), 'both')
$$;

create function app_user_id() returns bigint
language sql stable parallel safe as $$
  select nullif(current_setting('cadastre.user_id', true), '')::bigint
$$;

-- One line: PROP NAME, UNIT/HOUSE STREET, SUBURB NSW POSTCODE. Pass null as prop_name to leave it out.
create function address_line(
  prop_name text, unit_number text, house text, street_name text, suburb text, postcode text
) returns text language sql immutable parallel safe as $$
  select trim(both ' ,' from
    coalesce(nullif(trim(prop_name), '') || ', ', '')
    || trim(
      coalesce(nullif(trim(unit_number), '') || case when nullif(trim(house), '') is null then ' ' else '/' end, '')
      || coalesce(nullif(trim(house), '') || ' ', '')
      || coalesce(trim(street_name), ''))
    || case when nullif(trim(suburb), '') is null and nullif(trim(postcode), '') is null then ''
       else ', ' || trim(coalesce(trim(suburb), '') || ' NSW ' || coalesce(trim(postcode), '')) end)
$$;

-- 12A, or 12A-14 when there is a second number.
create function house_number_of(
  hnum1_prefix text, hnum1 integer, hnum1_suffix text, hnum2_prefix text, hnum2 integer, hnum2_suffix text
) returns text language sql immutable parallel safe as $$
  select coalesce(hnum1_prefix, '') || coalesce(hnum1::text, '') || coalesce(hnum1_suffix, '')
    || case when hnum2 is null then ''
       else '-' || coalesce(hnum2_prefix, '') || hnum2::text || coalesce(hnum2_suffix, '') end
$$;

create function address_of(
  prop_name text, unit_number text,
  hnum1_prefix text, hnum1 integer, hnum1_suffix text, hnum2_prefix text, hnum2 integer, hnum2_suffix text,
  street_name text, suburb text, postcode text
) returns text language sql immutable parallel safe as $$
  select address_line(prop_name, unit_number,
    house_number_of(hnum1_prefix, hnum1, hnum1_suffix, hnum2_prefix, hnum2, hnum2_suffix),
    street_name, suburb, postcode)
$$;

-- The save that changes nothing but the stamp is the caller's business; this keeps the stamp honest.
create function stamp_update() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  new.updated_by := coalesce(app_user_id(), new.updated_by);
  return new;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed or removed.', tg_table_name using errcode = 'insufficient_privilege';
end $$;
