import { expect, it } from 'vitest';
import { computedText } from './computed-text.ts';
import { readFigures } from './read-figures.ts';

const computed = async (list: string, sql: string, column: string, ...others: readonly string[]) => {
  const names = [...others, column].map((name) => ({ name, type: 'integer' as const }));
  const figures = await readFigures(sql, { list, id: 'sale_id', line: 1 }, names);
  if (!figures) throw new Error('It is no single select.');
  return computedText(figures, column);
};

const months = `with sold as (select s.id as sale_id, s.month, s.price from sale as s),
  by_month as (
    select month, count(*) as n, percentile_cont(0.5) within group (order by price) as median from sold group by month)
  select m.month, m.n, m.median, p.month as before, p.median as prior_median, m.median / p.median - 1 as change
  from by_month as m left join by_month as p on p.month = m.month - 1`;
const years = `with sold as (select s.id as sale_id, s.place, s.price, s.year from sale as s)
  select place, count(*) filter (where year = :year::integer) as n,
    percentile_cont(0.5) within group (order by d.price) filter (where d.year < :year::integer) as prior_median
  from sold as d group by place`;

it('tells the group of another row from a condition on the rows', async () => {
  expect(await computed('sales', months, 'prior_median', 'month', 'n', 'before')).toBe(
    'percentile_cont of price of the row of before',
  );
  expect(await computed('sales', years, 'prior_median', 'place', 'n')).toBe(
    'percentile_cont of price where year < :year::integer',
  );
});

it('says which records are counted, and of what something else is computed', async () => {
  expect(await computed('sales', months, 'n', 'month', 'before')).toBe('count of sales');
  expect(await computed('properties', months, 'n', 'month', 'before')).toBe('count of properties');
  expect(await computed('sales', months, 'change', 'month', 'n', 'before')).toBe(
    'computed of price; price of the row of before',
  );
});

it('leaves names of tables and spaces out, so that the same is the same in two queries', async () => {
  const renamed = years.replaceAll('d.', 'told.').replace('sold as d', 'sold as told').replace('<', '<\n ');
  expect(await computed('sales', renamed, 'prior_median', 'place', 'n')).toBe(
    await computed('sales', years, 'prior_median', 'place', 'n'),
  );
});
