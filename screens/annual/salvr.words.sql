-- Whether the sales reach where the values are, in a sentence.
-- uses: value_range
with r as (
  select m.kind, count(*) as n, min(m.amount) as low, max(m.amount) as high, percentile_cont(0.25) within group (order by m.amount)::numeric as q1,
    percentile_cont(0.75) within group (order by m.amount)::numeric as q3
  from value_range as m group by m.kind
), pair as (
  select coalesce(v.n, 0) as v_n, v.low as v_low, v.high as v_high, v.q1 as v_q1, v.q3 as v_q3,
    coalesce(s.n, 0) as s_n, s.low as s_low, s.high as s_high, s.q1 as s_q1, s.q3 as s_q3,
    (select count(*) from value_range as m where m.kind = 'SALE' and m.amount > v.high) as above,
    (select count(*) from value_range as m where m.kind = 'SALE' and m.amount < v.low) as below
  from (select) as one left join r as v on v.kind = 'VALUE' left join r as s on s.kind = 'SALE'
), said as (
  select b.*, u.unit, t.v_low as v_low_said, t.v_high as v_high_said, t.s_low as s_low_said, t.s_high as s_high_said, t.v_q1 as v_q1_said,
    t.v_q3 as v_q3_said, t.s_q1 as s_q1_said, t.s_q3 as s_q3_said
  from pair as b
  cross join lateral (select case when :per::text = 'M2' then '/m²' else '' end as unit, case when :per::text = 'M2' then 'FM$999,999,990.00' else 'FM$999,999,999,990' end as form) as u
  cross join lateral (select to_char(b.v_low, u.form) as v_low, to_char(b.v_high, u.form) as v_high, to_char(b.s_low, u.form) as s_low,
    to_char(b.s_high, u.form) as s_high, to_char(b.v_q1, u.form) as v_q1, to_char(b.v_q3, u.form) as v_q3,
    to_char(b.s_q1, u.form) as s_q1, to_char(b.s_q3, u.form) as s_q3) as t
)
select case when v_n = 0 or s_n = 0 then 'none' when s_low > v_high or s_high < v_low then 'apart'
    when least(v_n, s_n) >= 4 and (s_q1 > v_q3 or s_q3 < v_q1) then 'shifted' else 'over' end as verdict,
  case when v_n = 0 then 'No property of this component has a value at this base date.'
    when s_n = 0 then 'No analysed sale of this component lies in the window of the year: nothing is held against its values.'
    when s_low > v_high then format('Sales and values do not meet: the lowest sale, %s%s, stands above the highest value, %s%s.', s_low_said, unit, v_high_said, unit)
    when s_high < v_low then format('Sales and values do not meet: the highest sale, %s%s, stands below the lowest value, %s%s.', s_high_said, unit, v_low_said, unit)
    when least(v_n, s_n) >= 4 and s_q1 > v_q3 then format('The sales stand above the values: the middle half of the sales, %s to %s%s, lies above that of the values, %s to %s%s.', s_q1_said, s_q3_said, unit, v_q1_said, v_q3_said, unit)
    when least(v_n, s_n) >= 4 and s_q3 < v_q1 then format('The sales stand below the values: the middle half of the sales, %s to %s%s, lies below that of the values, %s to %s%s.', s_q1_said, s_q3_said, unit, v_q1_said, v_q3_said, unit)
    else format('Sales from %s to %s%s, values from %s to %s%s: they meet.', s_low_said, s_high_said, unit, v_low_said, v_high_said, unit)
  end || case when v_n > 0 and s_n > 0 and s_low <= v_high and s_high >= v_low and above + below > 0 then ' ' || concat_ws(' and ',
      case when above > 0 then format('%s above the highest value', above) end, case when below > 0 then format('%s below the lowest', below) end)
      || format(' of %s sales.', s_n) else '' end as words
from said
