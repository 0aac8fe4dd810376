-- The conflict that a page shows: the one that was clicked, whatever its state, else the first of the list.
-- uses: sale_conflicts
(select k.id, k.version, k.sale_id, s.address, k.fields, k.existing, k.incoming, k.chosen, k.state as conflict_state, k.file_id,
    k.decided_at, k.decided_by, k.decided_file_id, k.decided_line_no
  from sale_conflict k join sale s on s.id = k.sale_id
  where k.id = :conflict::integer and k.district_code = any(:districts::text[]))
union all
(select k.id, k.version, k.sale_id, k.address, k.fields, k.existing, k.incoming, k.chosen, k.conflict_state, k.file_id,
    k.decided_at, k.decided_by, k.decided_file_id, k.decided_line_no
  from sale_conflicts k where :conflict::integer is null order by k.id limit 1)
