-- The sales that a report of medians counts, of a calendar year and the one before, with the year of each.
select c.*, extract(year from case when :year_by::text = 'file' then c.received_on else c.contract_date end)::integer as year
from sale_counted as c
where c.population = coalesce(:population::text, 'standard')
  and c.district_code = any(:districts::text[])
  and case when :year_by::text = 'file' then c.received_on else c.contract_date end
    between make_date(:year::integer - 1, 1, 1) and make_date(:year::integer, 12, 31)
  and (:purpose::text is null or position(upper(:purpose::text) in upper(coalesce(c.purpose, ''))) > 0)
  and (:natures::text[] is null or c.nature = any(:natures::text[]))
  and (:zones::text[] is null or c.zone_code = any(:zones::text[]))
  and (:components::text[] is null or c.component_code = any(:components::text[]))
