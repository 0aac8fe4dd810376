select p.id, p.version, case p.analysis_a when :id::bigint then p.analysis_b else p.analysis_a end as analysis_id, o.address,
  o.contract_date, o.analysed_lv::bigint as analysed_lv, o.added_value::bigint as added_value, p.kind, p.item, p.adjustment, p.note
from sale_pair p
join analysis_record o on o.id = case p.analysis_a when :id::bigint then p.analysis_b else p.analysis_a end
where p.analysis_a = :id::bigint or p.analysis_b = :id::bigint
order by p.id
