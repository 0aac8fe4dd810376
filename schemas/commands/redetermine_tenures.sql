-- A row for each tenure: what goes into its rent on the day. The rent follows from it by the values of the entity. Of a
-- selection every tenure is told, of all only those that are due.
select t.id, t.version,
  :on::date as reviewed_on,
  t.latest_valuation as redet_valuation,
  r.rate as redet_rate,
  case when t.rebate_category is null then 0 else b.share end as redet_rebate_share,
  m.rent as redet_minimum,
  r.review_years,
  null::date as noticed_on,
  null::date as objection_until,
  null::date as objected_on,
  null::date as accepted_on,
  case
    when t.suspended and (t.suspended_until is null or t.suspended_until > :on::date)
      then 'Its redetermination is suspended' || coalesce(' until ' || to_char(t.suspended_until, 'DD-Mon-YYYY'), '') || '.'
    when t.redet_state in ('NOTICED', 'OBJECTED') then 'A notice of its rent is out. Accept that rent first, or empty the day of the notice.'
    when coalesce(:due::boolean, false) and t.next_review is null then 'It has no day of its next review. Fill that in, or take all.'
    when coalesce(:due::boolean, false) and t.next_review > :on::date
      then 'Its next review is on ' || to_char(t.next_review, 'DD-Mon-YYYY') || '.'
    when t.latest_valuation is null then 'It has no valuation. Value it first.'
    when r.rate is null
      then format('There is no rate for the type "%s". Add it under Rates of tenures.', coalesce(t.tenure_type, ''))
    when t.rebate_category is not null and b.share is null
      then format('There is no rebate for the category "%s". Add it under Rates of tenures.', t.rebate_category)
    when m.rent is null then 'No statutory minimum is known for that day. Add it under Rates of tenures.'
  end as refused
from tenure t
left join tenure_rate r on lower(r.tenure_type) = lower(t.tenure_type)
left join tenure_rebate b on lower(b.rebate_category) = lower(t.rebate_category)
left join lateral (
  select o.rent from tenure_minimum o where o.begins_on <= :on::date order by o.begins_on desc limit 1) m on true
where t.district_code = any(:districts::text[])
  and (t.id = any(:ids::bigint[])
    or (:ids::bigint[] is null and (not coalesce(:due::boolean, false) or t.next_review <= :on::date)))
