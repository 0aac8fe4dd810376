-- Lines of the list that were not taken.
select f.line as line_no, f.text, f.fault
from handoff_log h, jsonb_to_recordset(h.faults) as f (line integer, text text, fault text)
where h.id = :list::bigint
