-- The life of an analysis: what it must hold before it is exportable, what follows from its moves, and its summary.

insert into setting_kind (group_code, posn, key, title, help, kind, default_flag, by_region) values
('ANLY', 6, 'anly.untick.exported', 'Back to draft clears exported', 'An analysis that goes back to draft counts as never exported; otherwise the day of its export stays.', 'flag', false, true),
('ANLY', 7, 'anly.verify.inspected', 'An inspection verifies the property', 'The inspection of an analysis that becomes exportable is written as a verification of its property.', 'flag', true, true),
('ANLY', 8, 'anly.propagate.code', 'The sale code goes to the sale', 'A sale code that was changed in the analysis is written to its sale when the analysis becomes exportable.', 'flag', false, true);
insert into setting (key) values ('anly.untick.exported'), ('anly.verify.inspected'), ('anly.propagate.code');

insert into reference_item (list, code, name, posn, extra)
select 'summaryquestion', v.code, v.name, v.posn, v.extra::jsonb from (values
  ('LAND', 'What land was sold?', 1, '{"type": "SE", "choices": ["regular inside lot", "corner lot", "battle-axe lot", "irregular lot"], "append": "NS", "join": "CA"}'),
  ('SLOPE', 'How does it lie?', 2, '{"type": "SE", "choices": ["level", "gentle slope", "steep slope"], "append": "CO", "join": "SP"}'),
  ('SERVICES', 'Which services are there?', 3, '{"type": "TE", "append": "NS", "join": "CA"}'),
  ('BUILDINGS', 'What stands on it?', 4, '{"type": "TA", "append": "PA", "join": "SA"}'),
  ('ADDED', 'What do the improvements add?', 5, '{"type": "VA", "append": "SE", "join": "CO"}'),
  ('SEEN', 'When was it inspected?', 6, '{"type": "DA", "append": "NS", "join": "CO"}')
) v (code, name, posn, extra) where exists (select from reference_item);

create table analysis_answer (
  id bigint generated always as identity primary key,
  analysis_id bigint not null references analysis (id) on delete cascade,
  posn integer,
  question text not null,
  answer text not null
);
select child_table('analysis_answer', 'analysis');
comment on table analysis_answer is 'Answers to the questions of the sale summary; several of one question are parted by semicolons.';

create function capital(value text) returns text
language sql immutable
return upper(left(value, 1)) || substr(value, 2);

-- Several answers to one question as one text.
create function joined_answers(parts text[], how text) returns text
language sql immutable
return case
  when cardinality(parts) = 0 then ''
  when how = 'NS' then (select string_agg(capital(p), '. ' order by n) from unnest(parts) with ordinality u (p, n))
  when how in ('CA', 'SA') and cardinality(parts) > 1 then
    array_to_string(parts[:cardinality(parts) - 1], case how when 'CA' then ', ' else '; ' end) || ' and ' || parts[cardinality(parts)]
  when how = 'CO' then array_to_string(parts, ', ')
  when how in ('SE', 'SA') then array_to_string(parts, '; ')
  else array_to_string(parts, ' ')
end;

-- An answer as it is written: a day, an amount, or the words.
create function said_answer(answer text, kind text) returns text
language sql immutable
return case
  when kind = 'DA' and answer ~ '^\d{4}-\d\d-\d\d$' then to_char(answer::date, 'FMDD-Mon-YYYY')
  when kind = 'VA' and answer ~ '^-?[\d,]+(\.\d+)?$' then said_amount(replace(answer, ',', '')::numeric)
  else answer
end;

create function closed_sentence(value text) returns text
language sql immutable
return case when value = '' or value ~ '[.!?]$' then value else value || '.' end;

-- The summary that the answers make, in their order; each is appended as its question says.
create function summary_text(answers jsonb) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  made text := '';
  one record;
  joined text;
begin
  for one in
    select a.row ->> 'answer' as answer, coalesce(q.extra ->> 'append', 'NS') as append, coalesce(q.extra ->> 'join', 'CO') as how,
      coalesce(q.extra ->> 'type', 'TE') as kind
    from jsonb_array_elements(answers) with ordinality a (row, n)
    left join reference_item q on q.list = 'summaryquestion' and q.code = a.row ->> 'question'
    order by a.n
  loop
    joined := joined_answers(array(select said_answer(trim(p), one.kind)
      from unnest(string_to_array(one.answer, ';')) with ordinality u (p, n) where trim(p) <> '' order by n), one.how);
    continue when joined = '';
    made := case
      when made = '' then capital(joined)
      when one.append = 'NS' then closed_sentence(made) || ' ' || capital(joined)
      when one.append = 'PA' then closed_sentence(made) || E'\n\n' || capital(joined)
      when one.append = 'CO' then made || ', ' || joined
      when one.append = 'SE' then made || '; ' || joined
      else made || ' ' || joined
    end;
  end loop;
  return closed_sentence(made);
end $$;

create function office_today() returns date
language sql stable
return (now() at time zone 'Australia/Sydney')::date;

-- What follows from a change, written with it: while it is a draft always, later only where the change goes into it.
create function analysis_values(before jsonb, after jsonb) returns jsonb
language plpgsql stable set search_path = public, pg_temp as $$
declare
  inputs text[] := '{purchase_price,interest_pct,area,contract_date,time_method,monthly_pct,zone_code,component_code,plant,adjustments,improvements}';
  was text := coalesce(before ->> 'state', 'DRAFT');
  now_is text := coalesce(after ->> 'state', 'DRAFT');
  found jsonb := '{}';
begin
  if after is null then return found; end if;
  if now_is <> was then
    found := jsonb_build_object('exportable', now_is <> 'DRAFT',
      'exportable_on', case when now_is = 'EXPORTABLE' then to_jsonb(office_today()) when now_is = 'DRAFT' then 'null' else after -> 'exportable_on' end);
    if now_is = 'EXPORTED' then
      found := found || jsonb_build_object('exported', true, 'exported_on', office_today());
    elsif now_is = 'DRAFT' and setting_flag('anly.untick.exported', contract_region_of(after ->> 'district_code')) then
      found := found || '{"exported": false, "exported_on": null}';
    end if;
  end if;
  -- Its words follow the answers only where these change: it is edited afterwards.
  if after -> 'answers' is distinct from before -> 'answers' and jsonb_array_length(coalesce(after -> 'answers', '[]')) > 0 then
    found := found || jsonb_build_object('sale_summary', left(summary_text(after -> 'answers'), 4000));
  end if;
  if after ->> 'purchase_price' is null or (before is not null and now_is <> 'DRAFT'
    and not exists (select from unnest(inputs) i where before -> i is distinct from after -> i))
  then
    return found;
  end if;
  return found || (
    select jsonb_build_object(
      'chattels', max(result) filter (where posn = 1) - max(result) filter (where posn = 2),
      'circumstances_adjustment', max(result) filter (where posn = 2) - max(result) filter (where posn = 3),
      'added_value', max(result) filter (where posn = 3) - max(result) filter (where posn = 4),
      'analysed_lv', max(result) filter (where posn = 4 and problem is null),
      'analysed_rate', max(result) filter (where posn = 5),
      'alv_lt', max(result) filter (where step = 'S0'),
      'alv_future', max(result) filter (where step = 'S1'))
    from analysis_calculation(after));
end $$;

-- What an analysis lacks while it is, or is to be, exportable.
create function analysis_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  region bigint := contract_region_of(after ->> 'district_code');
  share numeric;
begin
  if after is null then
    if before ->> 'state' <> 'DRAFT' then
      return query select '', 'Only a draft is deleted. Take it back to draft first.';
    end if;
    return;
  end if;
  return query
    select format('/sold_with/%s/property_id', r.n - 1),
      case when r.property = after ->> 'property_id' then 'This is the property that is analysed.' else 'It stands here twice.' end
    from (select t.n, t.row ->> 'property_id' as property, row_number() over (partition by t.row ->> 'property_id' order by t.n) as place
      from jsonb_array_elements(coalesce(after -> 'sold_with', '[]')) with ordinality t (row, n)) r
    where r.property = after ->> 'property_id' or r.place > 1 order by r.n;
  if after ->> 'state' is distinct from 'EXPORTABLE' then return; end if;
  return query
    select v.pointer, v.message from (values
      ('/valuer_id', 'Name the valuer.', after ->> 'valuer_id'),
      ('/inspection_date', 'Say when the property was inspected.', after ->> 'inspection_date'),
      ('/analysis_date', 'Say when the sale was analysed.', after ->> 'analysis_date'),
      ('/suitability', 'Say whether the sale is suitable.', after ->> 'suitability'),
      ('/alv_lt', 'There is no land value at the LT date. See Calculation for what is missing.', after ->> 'alv_lt')
    ) v (pointer, message, value) where v.value is null;
  if after ->> 'suitability' = 'NO' and coalesce(after ->> 'suitability_reason', '') = '' then
    return query select '/suitability_reason', 'Say why the sale is unsuitable.';
  end if;
  share := coalesce((after ->> 'added_value')::numeric, 0) * 100 / nullif((after ->> 'purchase_price')::numeric, 0);
  if after ->> 'suitability' = 'IN' and coalesce(share, 0) <= setting_number('lightly.share', region)
    and not coalesce((after ->> 'has_photo')::boolean, false)
    and not exists (select from attachment f where f.item_type = 'AN' and f.item_id = (after ->> 'id')::bigint
      and f.type in ('image/jpeg', 'image/png'))
  then
    return query select '/has_photo', 'A sale in line that is vacant or lightly improved needs a photo. Attach one, or tick that it was taken.';
  end if;
  return query
    select '/alv_lt', c.problem from analysis_calculation(after) c where c.problem is not null and after ->> 'alv_lt' is not null;
end $$;

-- A change that follows from another, of one row of a table with a version: with its entry in the history.
create function follow_change(target text, which bigint, wanted jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  held jsonb;
  changed jsonb;
begin
  execute format('select to_jsonb(t) from %I t where t.id = $1 for update', target) into held using which;
  changed := (select jsonb_object_agg(w.key, jsonb_build_object('old', held -> w.key, 'new', w.value))
    from jsonb_each(wanted) w where held -> w.key is distinct from w.value);
  if held is null or changed is null then return; end if;
  execute format('update %1$I t set %2$s, version = t.version + 1, updated_by = app_user_id()
      from jsonb_populate_record(null::%1$I, $2) v where t.id = $1', target,
    (select string_agg(format('%1$I = v.%1$I', k), ', ') from jsonb_object_keys(changed) k)) using which, wanted;
  insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
  values (app_user_id(), target, which, 'update', (held ->> 'version')::integer, changed, held ->> 'district_code',
    coalesce((held ->> 'synthetic')::boolean, false));
end $$;

-- What follows when an analysis becomes exportable.
create function analysis_exportable(which bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  a analysis := (select t from analysis t where t.id = which);
  region bigint := contract_region_of(a.district_code);
begin
  if setting_flag('anly.propagate.code', region) and a.sale_id is not null and app_may('saleU') then
    perform follow_change('sale', a.sale_id, jsonb_build_object('sale_code', a.sale_code));
  end if;
  if setting_flag('anly.verify.inspected', region) and a.property_id is not null and app_may('propU')
    and to_regclass('verification') is not null
  then
    -- Of the value in force on that day, where there is one.
    execute 'insert into verification (property_id, district_code, synthetic, base_date, verification_type, verified_on)
      select p.id, p.district_code, p.synthetic, v.base_date, ''INSPECTD'', $2
      from property p join property_value v on v.property_id = p.id and v.series = ''LT''
        and v.base_date <= $2 and v.base_date > $2 - interval ''1 year''
      where p.id = $1 and not exists (select from verification o
        where o.property_id = p.id and o.verification_type = ''INSPECTD'' and o.verified_on = $2)'
      using a.property_id, a.inspection_date;
  end if;
  if setting_text('risk.analysale', region) = 'analysis' then perform analysis_rates(which); end if;
end $$;

-- An analysed sale is the best evidence: its property is of the highest risk, so that it is looked at every year.
create function analysis_rates(which bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  a analysis := (select t from analysis t where t.id = which);
begin
  if a.property_id is not null and a.suitability <> 'NO' and app_may('propU') then
    perform follow_change('property', a.property_id, '{"risk_rating": "1-ANLYSALE"}');
  end if;
end $$;

create function analysis_exported(which bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if setting_text('risk.analysale', contract_region_of((select district_code from analysis where id = which))) = 'export' then
    perform analysis_rates(which);
  end if;
end $$;
