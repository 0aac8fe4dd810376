-- Sale price exceptions: sales whose price or dates ask for a look before anything is computed from them. A sale
-- without a credible contract date is placed by its settlement or the day it was received, so that it is not lost.
-- counts: sales by sale_id
with told as (
  select s.*, s.id as sale_id, coalesce(s.interest_pct, 100) = 100 and not s.multi_property as plain,
    s.contract_date is null or extract(year from s.contract_date) < 1900
      or s.contract_date > coalesce(s.download_at::date, s.settlement_date, s.contract_date)
      or s.contract_date < coalesce(s.download_at::date, s.settlement_date, s.contract_date) - interval '10 years'
      as odd_date,
    coalesce(case when extract(year from s.contract_date) >= 1900 then s.contract_date end, s.settlement_date,
      s.download_at::date) as day
  from sale as s
  where s.status = 'A'
    and s.district_code = any(:districts::text[])
    and (:zones::text[] is null or s.zone_code = any(:zones::text[]))
    and (:components::text[] is null or s.component_code = any(:components::text[]))
), windowed as (
  select t.* from told as t
  where t.day between coalesce(:from_date::date, sale_window_start(:year::integer))
    and coalesce(:to_date::date, sale_window_end(:year::integer))
), usual as (
  select district_code, component_code, count(*)::integer as n,
    percentile_cont(0.5) within group (order by purchase_price) as median
  from windowed
  where plain and purchase_price >= coalesce(:nominal::bigint, (select setting_number('sale.nominal.price'))) and component_code is not null
  group by district_code, component_code
), repeated as (
  -- The same property and price twice within half a year, under two dealing numbers.
  select distinct a.id
  from windowed as a
  join told as b on b.property_id = a.property_id and coalesce(b.strata_lot, '') = coalesce(a.strata_lot, '')
    and b.purchase_price = a.purchase_price and b.id <> a.id
    and b.day between a.day - 183 and a.day + 183
), judged as (
  select w.*, u.median, u.n as median_n, w.purchase_price / nullif(u.median, 0) as price_ratio,
    w.purchase_price < coalesce(:nominal::bigint, (select setting_number('sale.nominal.price'))) as nominal,
    -- A part, or one lot of a dealing, says nothing against the price of a whole.
    w.plain and u.n >= 5 and w.purchase_price >= coalesce(:nominal::bigint, (select setting_number('sale.nominal.price')))
      and (w.purchase_price < coalesce(:low::double precision, 0.3) * u.median
        or w.purchase_price > coalesce(:high::double precision, 3) * u.median) as off_median,
    coalesce(w.interest_pct, 100) < 100 as part_interest,
    r.id is not null as duplicate,
    coalesce(w.settlement_date < w.contract_date, false) as settled_before
  from windowed as w
  left join usual as u using (district_code, component_code)
  left join repeated as r on r.id = w.id
)
select j.id as sale_id, j.property_id, j.district_code, j.zone_code, j.component_code, j.address, j.suburb,
  j.contract_date, j.settlement_date, j.purchase_price, j.interest_pct, j.dealing_number, j.dealing_size, j.nature,
  j.median as component_median, j.median_n as component_n, j.price_ratio,
  concat_ws('; ',
    case when j.nominal then 'nominal price' end,
    case when j.off_median and j.price_ratio < 1 then 'far below the component''s median' end,
    case when j.off_median and j.price_ratio > 1 then 'far above the component''s median' end,
    case when j.part_interest then 'part interest' end,
    case when j.duplicate then 'same price twice within half a year' end,
    case when j.multi_property then 'one price on ' || j.dealing_size || ' properties' end,
    case when j.settled_before then 'settled before the contract' end,
    case when j.odd_date then 'contract date not credible' end) as reason,
  j.nominal, coalesce(j.off_median, false) as off_median, j.part_interest, j.duplicate, j.multi_property,
  j.settled_before, j.odd_date
from judged as j
where j.nominal or coalesce(j.off_median, false) or j.part_interest or j.duplicate or j.multi_property
  or j.settled_before or j.odd_date
