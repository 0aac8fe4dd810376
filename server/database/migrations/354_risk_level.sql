-- The level is told of every rating of an office at once. Not strict, since a strict function whose body is none is not inlined, and
-- without a regular expression.
create or replace function risk_level(rating text) returns integer
language sql immutable parallel safe
return case when substr(rating, 2, 1) = '-' and ascii(rating) between 49 and 57 then ascii(rating) - 48 end;
