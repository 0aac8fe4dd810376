-- An export of a whole office marks twenty thousand analyses: they are rated together, and the option is asked once a district.
create function analysis_rates(which bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if not app_may('propU') then return; end if;
  with held as materialized (
    select p.id, p.version, p.risk_rating, p.district_code, p.synthetic from property p
    where p.id in (select a.property_id from analysis a where a.id = any (which) and a.suitability <> 'NO')
      and p.risk_rating is distinct from '1-ANLYSALE'
    order by p.id for update),
  rated as (
    update property t set risk_rating = '1-ANLYSALE', version = t.version + 1, updated_by = app_user_id()
    from held h where t.id = h.id returning t.id)
  insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
  select app_user_id(), 'property', h.id, 'update', h.version,
    jsonb_build_object('risk_rating', jsonb_build_object('old', h.risk_rating, 'new', '1-ANLYSALE')), h.district_code, h.synthetic
  from held h join rated r on r.id = h.id order by h.id;
end $$;
create or replace function analysis_rates(which bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform analysis_rates(array[which]);
end $$;
drop function analysis_exported(bigint);
create function analysis_exported(which bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform analysis_rates(array(
    select a.id from analysis a
    where a.id = any (which) and a.district_code in (
      select d.code from (select distinct o.district_code as code from analysis o where o.id = any (which)) d
      where setting_text('risk.analysale', contract_region_of(d.code)) = 'export')));
end $$;
grant execute on function analysis_rates(bigint[]), analysis_exported(bigint[]) to cadastre_writer;
