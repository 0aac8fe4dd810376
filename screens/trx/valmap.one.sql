-- The list that was chosen, with what was wrong in it.
select h.id, h.pids, h.n, h.n_faults as faults,
  h.n - (select count(*)::integer from property p where p.id = any(h.pids)) as hidden,
  f.unknown, f.foreign, f.double
from handoff_log h,
lateral (select count(*) filter (where x ->> 'fault' = 'UNKNOWN')::integer as unknown,
    count(*) filter (where x ->> 'fault' in ('FOREIGN', 'DATASET'))::integer as foreign,
    count(*) filter (where x ->> 'fault' in ('DOUBLE', 'BLANK'))::integer as double
  from jsonb_array_elements(h.faults) x) f
where h.id = :list::bigint
