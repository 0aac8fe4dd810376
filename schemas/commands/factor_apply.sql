-- What needs a look stands first, then what keeps its value, then the rest.
select m.property_id as id, m.version, m.new_value as land_value_future, m.v1 as was_land_value_future,
  m.unchanged as same, m.refused, m.review as note, factor_seen(m.version, m.value_id, m.value_version, m.v0) as seen
from factor_members(
  case when :district::text is null then :districts::text[]
    else array(select d from unnest(:districts::text[]) d where d = :district::text) end,
  upper(:component::text), :factor::numeric(9,6), :ids::bigint[]) m
order by m.review is null, m.property_id
