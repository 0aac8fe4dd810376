import { describe, expect, it } from 'vitest';
import { planText, withoutValues } from './plan-text.ts';

describe('a plan as lines', () => {
  it('tells steps, tables, indexes and conditions', () => {
    const scan = {
      'Node Type': 'Index Scan',
      'Relation Name': 'property',
      Alias: 'p',
      'Index Name': 'property_pkey',
      'Plan Rows': 1,
      'Total Cost': 8.44,
      'Index Cond': '(p.id = 4711)',
      Filter: "(p.suburb ~~ 'O''CONNOR%'::text)",
    };
    const plan = {
      'Node Type': 'Nested Loop',
      'Join Type': 'Left',
      'Plan Rows': 5,
      'Total Cost': 20.6,
      Plans: [scan],
    };
    expect(planText([{ Plan: plan }])).toBe(`Nested Loop (Left) · 5 rows, cost 21
  → Index Scan using property_pkey on property p · 1 rows, cost 8
      Index Cond: (p.id = ?)
      Filter: (p.suburb ~~ ?::text)`);
    expect(planText([])).toBeNull();
  });

  it.each([
    ["((a.name)::text = 'it''s \\ 5'::text)", '((a.name)::text = ?::text)'],
    ["(x = E'a\\\\b')", '(x = ?)'],
    ["(t.d = ANY ('{001,002}'::text[]))", '(t.d = ANY (?::text[]))'],
    ['("Surname 7" > 12.5)', '("Surname 7" > ?)'],
    ['(hnum1 = $1)', '(hnum1 = $1)'],
    ['(price > (1500000)::numeric(14,2))', '(price > (?)::numeric(14,2))'],
    ['(round(area, 3) = -4)', '(round(area, ?) = -?)'],
    ['(f(7) = 1)', '(f(?) = ?)'],
    ['(v IS NOT NULL) AND active', '(v IS NOT NULL) AND active'],
  ])('tells no value: %s', (condition, told) => {
    expect(withoutValues(condition)).toBe(told);
  });
});
