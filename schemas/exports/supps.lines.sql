select s.id as item, s.district_code, s.vg_workflow, s.id as sid, s.property_id as pid, s.supp_type,
  coalesce(s.authority_code, '14B') as authority_code, s.basis_code, s.valuer_comment as comment
from supp s
where s.id = any (:ids::bigint[])
order by s.district_code, s.id
