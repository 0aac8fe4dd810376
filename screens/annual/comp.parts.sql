-- The list, and beside it the trial of factors and the scenarios that are kept.
select 'list' as code, 'Components' as name, 1 as posn
union all
select 'try', 'Try factors', 2
union all
select 'scenarios', format('Scenarios (%s)', (
    select count(*) from factor_scenario as s
    where s.district_code = :district::text and s.base_date = base_date_of(:year::integer) and s.district_code = any(:districts::text[]))), 3
order by posn
