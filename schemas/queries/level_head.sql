select to_char(base_date_of(:year::integer), 'FMDD-Mon-YYYY') || ' and ' || to_char(base_date_of(:year::integer + 1), 'FMDD-Mon-YYYY') as level_dates,
  to_char(coalesce(:from_date::date, sale_window_start(:year::integer)), 'FMDD-Mon-YYYY') || ' to '
    || to_char(coalesce(:to_date::date, sale_window_end(:year::integer)), 'FMDD-Mon-YYYY') as level_window,
  case when base_date_of(:year::integer) = lt_base_date() then 'As the analyses have them'
    else 'Moved to these dates from the contract, by each analysis''s own change a month' end as level_moved
