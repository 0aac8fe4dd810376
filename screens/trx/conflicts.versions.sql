-- The versions of the conflict that is shown, beside the sale as it stands.
-- uses: shown_conflict
with one as materialized (select * from shown_conflict),
told as (
  select o.id,
    case o.conflict_state
      when 'open' then 'Two files contradict each other in ' || c.names || '. Choose a value for each, then decide.'
      else concat('Decided', ' by ' || u.full_name, ' on ' || to_char(o.decided_at at time zone 'Australia/Sydney', 'DD-Mon-YYYY HH24:MI'), ': ', c.chosen, '. ',
        case when s.file_id is distinct from o.decided_file_id or s.line_no is distinct from o.decided_line_no
          then 'A file came for this sale since, so the decision stands.'
          else 'Tick it in the list to take it back.' end)
    end as told,
    (select case count(*) when 0 then '' when 1 then 'An analysis stands on this sale: see below.'
        else count(*) || ' analyses stand on this sale: see below.' end
      from analysis a where a.sale_id = o.sale_id) as stands
  from one o
  join sale s on s.id = o.sale_id
  left join app_user u on u.id = o.decided_by
  left join lateral (
    select string_agg(conflict_word(f.id), ', ' order by f.nth) as names,
      string_agg(conflict_word(f.id) || case o.chosen ->> f.id when 'keep' then ' kept' else ' replaced' end, ', ' order by f.nth) as chosen
    from unnest(o.fields) with ordinality f (id, nth)) c on true),
versions as (
  select 1 as nth, 'keep' as choice, coalesce('Existing: ' || p.name, 'Existing') as version_name, o.existing as said, o.* from one o
  left join lateral (
    select f.name from sale_conflict k join sale_received r on r.natural_key = (select s.natural_key from sale s where s.id = k.sale_id)
      and r.content = k.existing_content join import_file f on f.id = r.file_id
    where k.id = o.id order by r.download_at desc, r.line_no limit 1) p on true
  union all
  select 2, 'replace', coalesce('Incoming: ' || f.name, 'Incoming'), o.incoming, o.* from one o left join import_file f on f.id = o.file_id
  union all
  select 3, null, 'The sale now', to_jsonb(s), o.* from one o join sale s on s.id = o.sale_id)
select v.id || ' ' || v.nth as id, v.id as conflict_id, v.version as conflict_version, v.version_name, v.choice,
  case when v.conflict_state = 'open' then v.fields else '{}'::text[] end as among, v.chosen, t.told, t.stands,
  v.sale_id, v.address,
  r.purchase_price, r.contract_date, r.settlement_date, r.interest_pct, r.area, r.area_unit, r.nature, r.purpose, r.dealing_number,
  r.sale_code, r.property_id, r.prop_name, r.unit_number, r.house_number, r.street_name, r.suburb, r.postcode, r.strata_lot,
  r.zone_code, r.component_code, r.legal_description
from versions v
join told t on t.id = v.id,
  jsonb_to_record(v.said) as r (purchase_price bigint, contract_date date, settlement_date date, interest_pct numeric, area numeric,
    area_unit text, nature text, purpose text, dealing_number text, sale_code text, property_id bigint, prop_name text,
    unit_number text, house_number text, street_name text, suburb text, postcode text, strata_lot text, zone_code text,
    component_code text, legal_description text)
order by v.nth
