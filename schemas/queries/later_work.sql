-- A record is of one district, so what each district has is added up.
-- uses: sale_work, property_work, supp_work
select ((select count(*) from sale_work where later) + (select count(*) from property_work where later)
  + (select count(*) from supp_work where later))::integer as later_work
