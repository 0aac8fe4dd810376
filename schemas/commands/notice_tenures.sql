-- A row for each tenure of the selection, or for each with a proposed rent.
select t.id, t.version,
  :on::date as noticed_on,
  :on::date + setting_number('tenure.objection.days')::integer as objection_until,
  case
    when t.redet_state in ('NOTICED', 'OBJECTED') then 'A notice of this rent is out already.'
    when t.redet_state <> 'PROPOSED' or t.proposed_rent is null then 'No rent is proposed. Redetermine it first.'
  end as refused
from tenure t
where t.district_code = any(:districts::text[])
  and (t.id = any(:ids::bigint[]) or (:ids::bigint[] is null and t.redet_state = 'PROPOSED'))
