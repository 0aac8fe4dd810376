-- A row for each tenure of the selection, or for each whose notice is out.
select t.id, t.version,
  :on::date as accepted_on,
  t.net_rent as prior_rent,
  t.proposed_rent as redetermined_rent,
  t.proposed_rent as net_rent,
  greatest(t.redet_gross, t.redet_minimum) as gross_rent,
  t.reviewed_on as last_review,
  t.proposed_review as next_review,
  case
    when t.redet_state = 'ACCEPTED' then 'This rent is accepted already.'
    when t.redet_state not in ('NOTICED', 'OBJECTED') then 'No notice of a rent is out. Issue it first.'
    when t.proposed_rent is null then 'Its notice came with the file, without a rent of ours. Redetermine it first.'
    when :on::date < t.noticed_on then 'The notice was issued later, on ' || to_char(t.noticed_on, 'DD-Mon-YYYY') || '.'
    when t.redet_state = 'OBJECTED' and not coalesce(:objected::boolean, false) then 'An objection was received. Decide it first.'
    when t.redet_state = 'NOTICED' and t.objection_until >= :on::date
      then 'Its holder may object until ' || to_char(t.objection_until, 'DD-Mon-YYYY') || '.'
  end as refused
from tenure t
where t.district_code = any(:districts::text[])
  and (t.id = any(:ids::bigint[]) or (:ids::bigint[] is null and t.redet_state in ('NOTICED', 'OBJECTED')))
