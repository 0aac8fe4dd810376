-- What may be brought forward stands first; with a selection just that.
select m.component_id as id, m.version, m.code, false as same, m.refused, m.note
from forward_members(
  case when :district::text is null then :districts::text[]
    else array(select d from unnest(:districts::text[]) d where d = :district::text) end,
  base_date_of(:year::integer), :ids::bigint[]) m
order by m.refused is not null, m.district_code, m.code, m.component_id
