-- The districts in which something is in conflict.
select k.district_code::text as district_code, k.district_code || ' ' || coalesce(d.name, '') || ' (' || count(*) || ')' as label
from sale_conflict k
left join district d on d.code = k.district_code
where k.district_code = any(:districts::text[])
group by k.district_code, d.name
order by 1
