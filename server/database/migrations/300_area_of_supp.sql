-- A change of an area that a supp brought names it. The log of areas may be none of this database's.
do $$
begin
  if to_regclass('public.area_change') is not null then
    alter table area_change alter column supp_id set default nullif(current_setting('cadastre.area_supp', true), '')::bigint;
    alter table area_change add foreign key (supp_id) references supp (id) on delete set null;
    create index area_change_supp on area_change (supp_id);
  end if;
end $$;
