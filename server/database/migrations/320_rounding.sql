-- The same land value, written so that a query takes the expression in: asked of each property it was the whole time of a report.
create or replace function round_land_value(
  value numeric,
  limits numeric[] default '{10000,100000,1000000,10000000}',
  steps numeric[] default '{10,100,1000,10000,100000}'
) returns bigint language sql immutable strict parallel safe
return (round(value / steps[1 + width_bucket(value, limits)]) * steps[1 + width_bucket(value, limits)])::bigint;
