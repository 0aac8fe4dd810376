-- What the public is told of a type: the change of the sum leads, the middle change is "a typical land value".
create function media_sentence(type text, change numeric, typical numeric) returns text
language sql immutable parallel safe
return (
  with said as (select
    case type when 'RES' then 'residential' when 'COM' then 'commercial' when 'IND' then 'industrial' when 'RUR' then 'rural'
      when 'OTH' then 'other' end as kind,
    round(change * 100, 1) as pct, round(typical * 100, 1) as typical_pct)
  select 'Overall, ' || kind || ' land values ' || case when public.trend_band(change) = 0 then 'were steady: they ' else '' end
      || case when pct = 0 then 'did not change' when pct > 0 then 'rose by ' || pct || ' %' else 'fell by ' || abs(pct) || ' %' end
      || '. A typical land value ' || case when typical_pct = 0 then 'did not change'
        when typical_pct > 0 then 'rose by ' || typical_pct || ' %' else 'fell by ' || abs(typical_pct) || ' %' end || '.'
  from said);
comment on function media_sentence is 'One sentence on how the land values of a type changed, from the change of the sum and the typical change.';
