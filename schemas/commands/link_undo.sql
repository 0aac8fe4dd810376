select r.id, r.version, false as same, link_held(r.id, :ids::bigint[]) as refused,
  concat_ws(', ', case when r.n_added > 0 then case r.n_added when 1 then '1 link made by it goes' else r.n_added || ' links made by it go' end end,
    case when r.n_removed > 0 then case r.n_removed when 1 then '1 comes back' else r.n_removed || ' come back' end end) as note
from link_run r
where r.district_code::text = any(:districts::text[]) and r.id = any(:ids::bigint[])
order by r.id desc
