-- The kinds of records that the log of these files is about.
select distinct l.item_type as code,
  case l.item_type when 'SA' then 'Sales' when 'PR' then 'Properties' when 'SU' then 'Supps' when 'AN' then 'Analyses' when 'CT' then 'Tenures'
    when 'CP' then 'CLE properties' when 'CA' then 'CLE parcels' when 'CL' then 'LAMC valuations' when 'VI' then 'Received values'
    when 'IS' then 'Improvement schedules' else l.item_type end as label
from import_log l
where l.item_type is not null and (:ids::text is null or l.file_id::text = any(string_to_array(:ids::text, ',')))
order by 2
