-- What is decided of two versions of a sale, field by field, and taken back. A decision is a move of the conflict; what it does
-- to the sale is done here, in the same transaction, as the caller and under row security: docs/decisions/0160.

-- Nobody else reads or writes conflicts by hand: those of a district who may import.
select record_permission('sale_conflict', 'trxiU');

alter table sale_conflict
  -- Of each field in conflict whether the earlier version was kept or the later one taken.
  add column chosen jsonb,
  -- What the decision changed in the sale: of each field what stood before and what was written.
  add column wrote jsonb,
  -- The received record that the sale stood on then; where it stands on another, an import came since.
  add column decided_file_id bigint references import_file (id),
  add column decided_line_no integer;
create index sale_conflict_decided_file on sale_conflict (decided_file_id) where decided_file_id is not null;

comment on column sale_conflict.chosen is 'Of each field in conflict whether the earlier version was kept or the later one taken.';
comment on column sale_conflict.wrote is 'What the decision changed in the sale: of each field what stood before and what was written.';
comment on column sale_conflict.decided_file_id is 'File of the received record that the sale stood on when it was decided.';
comment on column sale_conflict.decided_line_no is 'Line of the received record that the sale stood on when it was decided.';

-- By whom and when follows the state, whatever led to it.
create function sale_conflict_decided() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.state = 'open' then
    new.decided_by := null; new.decided_at := null;
  else
    new.decided_by := app_user_id(); new.decided_at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger sale_conflict_decided before update on sale_conflict for each row
  when (new.state is distinct from old.state) execute function sale_conflict_decided();

-- What the decided conflicts of a sale come to: the record received last, and behind it, field by field, the version before for as
-- long as the later one was not taken. The order in which people decide does not matter.
create function sale_conflict_values(of_sale bigint) returns jsonb
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v jsonb;
  k record;
  f text;
begin
  select to_jsonb(r) || jsonb_build_object('area_unit', coalesce(r.area_unit, 'M')) into v
  from sale s join sale_received r on r.file_id = s.file_id and r.line_no = s.line_no where s.id = of_sale;
  if v is null then select to_jsonb(s) into v from sale s where s.id = of_sale; end if;
  for k in select c.fields, c.chosen, c.existing, c.incoming from sale_conflict c
    where c.sale_id = of_sale and c.chosen is not null order by c.download_at desc nulls last, c.line_no desc, c.id desc
  loop
    foreach f in array k.fields loop
      continue when k.chosen ->> f is distinct from 'keep' or v -> f is distinct from k.incoming -> f;
      v := jsonb_set(v, array[f], k.existing -> f);
      if f = 'area' then v := jsonb_set(v, '{area_unit}', k.existing -> 'area_unit'); end if;
    end loop;
  end loop;
  return v;
end $$;

-- One sale as it becomes, with its history, and whether anything is open of it still; answers what changed.
create function sale_conflict_write(of_id bigint, becomes jsonb) returns jsonb
language plpgsql set search_path = public, pg_temp as $$
declare
  s sale;
  n sale;
  changed jsonb;
begin
  select * into s from sale t where t.id = of_id for update;
  n := jsonb_populate_record(s, becomes);
  select coalesce(jsonb_object_agg(b.key, jsonb_build_object('old', to_jsonb(s) -> b.key, 'new', b.value)), '{}') into changed
  from jsonb_each(becomes) b where to_jsonb(s) -> b.key is distinct from b.value;
  n.conflict := exists (select from sale_conflict k where k.sale_id = of_id and k.state = 'open');
  if changed = '{}' and n.conflict = s.conflict then return changed; end if;
  update sale t set purchase_price = n.purchase_price, contract_date = n.contract_date, settlement_date = n.settlement_date,
    interest_pct = n.interest_pct, area = n.area, area_unit = n.area_unit, conflict = n.conflict,
    version = t.version + case when changed = '{}' then 0 else 1 end
  where t.id = of_id;
  if not found then raise exception 'You may not change sale %.', of_id; end if;
  if changed <> '{}' then
    insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
    values (app_user_id(), 'sale', of_id, 'update', s.version, changed, s.district_code, s.synthetic);
  end if;
  return changed;
end $$;

-- The sale of a conflict, held until the decision is through.
create function sale_conflict_sale(of_id bigint) returns sale
language plpgsql set search_path = public, pg_temp as $$
declare
  s sale;
begin
  select * into s from sale t where t.id = of_id for update;
  if s.id is null then raise exception 'Sale % of this conflict is gone. There is nothing left to decide.', of_id; end if;
  return s;
end $$;

-- Keep, replace and merge: the state is written already, and of a merge what was chosen.
create function sale_conflict_decide(id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  k sale_conflict;
  s sale;
  becomes jsonb;
begin
  select * into k from sale_conflict c where c.id = sale_conflict_decide.id;
  s := sale_conflict_sale(k.sale_id);
  if k.state <> 'merge' then
    select jsonb_object_agg(f, k.state) into k.chosen from unnest(k.fields) f;
  end if;
  update sale_conflict c set chosen = k.chosen, decided_file_id = s.file_id, decided_line_no = s.line_no where c.id = k.id;
  select jsonb_object_agg(v.key, v.value) into becomes from jsonb_each(sale_conflict_values(s.id)) v
  where v.key = any (k.fields) or v.key = 'area_unit' and 'area' = any (k.fields);
  update sale_conflict c set wrote = sale_conflict_write(s.id, becomes) where c.id = k.id;
end $$;

-- Back to open: the sale says again what it said, as long as nothing came over it.
create function sale_conflict_reopen(id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  k sale_conflict;
  s sale;
  decided jsonb;
  becomes jsonb;
  changed text;
begin
  select * into k from sale_conflict c where c.id = sale_conflict_reopen.id;
  s := sale_conflict_sale(k.sale_id);
  if s.file_id is distinct from k.decided_file_id or s.line_no is distinct from k.decided_line_no then
    raise exception 'A file was imported or taken back since that concerns this sale%. The decision stands.',
      coalesce((select ': ' || f.name from import_file f where f.id = s.file_id), '');
  end if;
  decided := sale_conflict_values(s.id);
  update sale_conflict c set chosen = null, wrote = null, decided_file_id = null, decided_line_no = null where c.id = k.id;
  select jsonb_object_agg(w.key, w.value -> 'old') into becomes from jsonb_each(k.wrote) w;
  select string_agg(w.key, ', ' order by w.key) into changed from jsonb_each(k.wrote) w
  where to_jsonb(s) -> w.key is distinct from w.value -> 'new';
  if changed is not null then
    raise exception 'Sale % was changed since: %. Take that back first, or change the sale.', s.id, replace(changed, '_', ' ');
  end if;
  -- What this decision did not write itself, but a later one because of it.
  select coalesce(becomes, '{}') || coalesce(jsonb_object_agg(v.key, v.value), '{}') into becomes
  from jsonb_each(sale_conflict_values(s.id)) v
  where v.key = any (k.fields) and not coalesce(becomes, '{}') ? v.key
    and decided -> v.key is distinct from v.value and decided -> v.key is not distinct from to_jsonb(s) -> v.key;
  perform sale_conflict_write(s.id, becomes);
end $$;

comment on function sale_conflict_values is 'What a sale says by the files and by what was decided of their contradictions.';

-- A field in conflict in words, and what a version says of it, for a list.
create function conflict_word(field text) returns text
language sql immutable parallel safe
return case field when 'purchase_price' then 'purchase price' when 'contract_date' then 'contract date'
  when 'settlement_date' then 'settlement date' when 'interest_pct' then 'interest' else field end;

create function conflict_value(field text, said jsonb) returns text
language sql stable parallel safe
return case
  when said ->> field is null then case field when 'interest_pct' then 'whole' else 'none' end
  when field = 'purchase_price' then to_char((said ->> field)::numeric, 'FM$999,999,999,999')
  when field like '%date' then to_char((said ->> field)::date, 'DD-Mon-YYYY')
  when field = 'interest_pct' then (said ->> field)::float || ' %'
  when field = 'area' then case when said ->> 'area_unit' = 'H' then ((said ->> field)::numeric / 10000)::float || ' ha'
    else rtrim(to_char(round((said ->> field)::numeric, 1), 'FM999,999,990.9'), '.') || ' m²' end
  else said ->> field end;
