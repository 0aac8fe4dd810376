-- Whether the district's year takes links, and the window of its sales.
select district_closed(:district::text, future_base_date()) as closed, future_base_date() as base_date,
  sale_window_start(extract(year from future_base_date())::integer - 1) as window_start,
  sale_window_end(extract(year from future_base_date())::integer - 1) as window_end
where :district::text = any(:districts::text[])
