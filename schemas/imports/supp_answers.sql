-- An answer to a supp that was not sent says that something is amiss: it is told as a conflict, the other answers stand.
with line as (
  select l.*, count(*) over (partition by l.vg_workflow) as times
  from jsonb_to_recordset(:rows::jsonb) as l (line integer, vg_workflow text, result text, message text)
)
select l.line, s.id, s.version, s.district_code::text as district_code,
  case l.result when 'ACCEPTED' then 'accept' else 'back' end as move,
  case when l.times > 1 then format('VG workflow %s is answered in %s lines.', l.vg_workflow, l.times)
    when s.id is null then format('There is no supp of VG workflow %s in your districts.', l.vg_workflow) end as refused,
  case when s.transmit_status = 'X' and l.result = 'ACCEPTED' then 'same'
    when s.transmit_status = 'F' and l.result = 'REJECTED' then 'same'
    when s.transmit_status <> 'S' then 'conflict' end as fate,
  case when s.transmit_status <> 'S' and not (s.transmit_status = 'X' and l.result = 'ACCEPTED') and not (s.transmit_status = 'F' and l.result = 'REJECTED')
    then concat_ws(' ', case s.transmit_status when 'X' then 'It is completed already.' else 'It was not sent.' end, 'Nothing was written.', l.message)
    else l.message end as message
from line l
left join supp s on s.vg_workflow = l.vg_workflow
order by l.line
