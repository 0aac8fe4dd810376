-- Formatted text: docs/decisions/0062. Two notes of a property become it; what stands in them is kept, line by line.

-- A paragraph for each line; null for nothing.
create function rich_text_of(plain text) returns jsonb
language sql immutable parallel safe
return case when btrim(coalesce(plain, '')) = '' then null else jsonb_build_object('blocks', (
  select jsonb_agg(jsonb_build_object('text', line, 'type', 'p') order by i)
  from regexp_split_to_table(plain, e'\r\n?|\n') with ordinality as lines (line, i)
)) end;

-- What lists, exports and searches read: lines of text, items of lists with their mark.
create function rich_text_plain(rich jsonb) returns text
language sql immutable parallel safe
return (
  select string_agg(case type when 'ul' then '• ' when 'ol' then n || '. ' else '' end || text, e'\n' order by i)
  from (
    select i, type, text, row_number() over (partition by type, i - r order by i) as n
    from (
      select i, block ->> 'type' as type, coalesce(block ->> 'text', '') as text,
        row_number() over (partition by block ->> 'type' order by i) as r
      from jsonb_array_elements(rich -> 'blocks') with ordinality as blocks (block, i)
    ) runs
  ) numbered
);

drop view property_record;
alter table property
  alter column land_description type jsonb using rich_text_of(land_description),
  alter column values_rationale type jsonb using rich_text_of(values_rationale),
  add check (jsonb_typeof(land_description -> 'blocks') = 'array'),
  add check (jsonb_typeof(values_rationale -> 'blocks') = 'array');

create view property_record with (security_invoker = true) as
select p.*,
  d.name as district_name,
  zone_name(p.zone_code) as zone_name,
  c.description as component_description,
  u.full_name as valuer_name,
  v0.land_value as land_value_lt,
  v1.land_value as land_value_future,
  vg.land_value as land_value_lg,
  round(100.0 * (v1.land_value::bigint - v0.land_value::bigint) / nullif(v0.land_value::bigint, 0), 2) as change_pct,
  round(coalesce(v1.land_value, v0.land_value)::bigint / nullif(p.area, 0), 4) as land_rate,
  v1.method as value_method,
  v1.factor_applied,
  (select s.id from sale s where s.property_id = p.id and s.status = 'A'
    order by s.contract_date desc nulls last, s.id desc limit 1) as last_sale_id,
  (select s.contract_date from sale s where s.property_id = p.id and s.status = 'A'
    order by s.contract_date desc nulls last, s.id desc limit 1) as last_sale_date,
  (select s.purchase_price::bigint from sale s where s.property_id = p.id and s.status = 'A'
    order by s.contract_date desc nulls last, s.id desc limit 1) as last_sale_price
from property p
left join district d on d.code = p.district_code
left join component c on c.district_code = p.district_code and c.code = p.component_code
  and c.synthetic = p.synthetic
left join app_user u on u.id = p.valuer_id
left join property_value v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = (select lt_base_date())
left join property_value v1 on v1.property_id = p.id and v1.series = 'LT'
  and v1.base_date = (select future_base_date())
left join property_value vg on vg.property_id = p.id and vg.series = 'LG' and vg.base_date = (select lt_base_date());

grant select on property_record to cadastre_reader, cadastre_writer;

comment on function rich_text_plain is 'Formatted text as plain text.';
comment on column property.land_description is 'Formatted text; rich_text_plain() gives its words.';
comment on column property.values_rationale is 'Formatted text; rich_text_plain() gives its words.';
comment on view property_record is 'Properties with their values and last sale, as lists and records show them.';
comment on column property_record.land_value_lt is 'V0: the value in force for land tax, series LT at lt_base_date().';
comment on column property_record.land_value_future is 'V1: the value under work, series LT at future_base_date(), a year later.';
comment on column property_record.land_value_lg is 'The value for local government at the base date in force.';
