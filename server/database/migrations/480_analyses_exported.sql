-- An export of a whole office marks twenty thousand analyses: they are rated in one call, which asks for the option once a district.
drop function analysis_exported(bigint);
create function analysis_exported(which bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform analysis_rates(a.id)
  from (select a.id from analysis a
    where a.id = any (which) and a.district_code in (select d.code from (select distinct o.district_code as code from analysis o
        where o.id = any (which)) d
      where setting_text('risk.analysale', contract_region_of(d.code)) = 'export')
    order by a.id) a;
end $$;
grant execute on function analysis_exported(bigint[]) to cadastre_writer;
