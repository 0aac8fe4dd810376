-- Contradictions between two received versions of a sale.
select k.id, k.version, k.sale_id, s.address, k.district_code::text as district_code, k.fields, k.existing, k.incoming, k.chosen,
  k.state as conflict_state, k.file_id, k.line_no, k.download_at, k.decided_at, k.decided_by, k.decided_file_id, k.decided_line_no
from sale_conflict k
join sale s on s.id = k.sale_id
where k.district_code = any(:districts::text[])
  and (:state::text is null or k.state = :state::text)
  and (:file::integer is null or k.file_id = :file::integer)
  and (:district::text is null or k.district_code = :district::text)
  and (:field::text is null or :field::text = any(k.fields))
