import { describe, expect, it } from 'vitest';
import { countsOf, headOf } from './figures.ts';
import { groupedAt } from './query-parts.ts';
import { readFigures } from './read-figures.ts';

const counts = { list: 'books', id: 'book_id', line: 1 };

const read = async (sql: string, ...names: readonly string[]) => {
  const figures = await readFigures(
    sql,
    counts,
    names.map((name) => ({ name, type: 'integer' })),
  );
  if (!figures) throw new Error('It is no single select.');
  return figures;
};

describe('the figures of a query', () => {
  it('are read with rows, keys, condition and measure', async () => {
    const sql = `with lent as (select id as book_id, genre, price, :year::integer as y from book)
      select genre, count(*) as n, count(*) filter (where price > 10) as dear,
        percentile_cont(0.5) within group (order by price) filter (where y is distinct from 2) as median
      from lent where price > 0 group by genre`;
    const { rows, columns } = await read(sql, 'genre', 'n', 'dear', 'median');
    const of = (condition: number | null, measure: number | null) => ({
      operands: [{ rows: 0, keys: ['genre'], condition, measure }],
    });
    expect(columns).toMatchObject({
      n: { ...of(null, null), adds: true, how: 'count' },
      dear: { ...of(0, null), adds: true, how: 'count' },
      median: { ...of(1, 0), adds: false, how: 'percentile_cont' },
    });
    expect(rows[0]?.sql.replace(/\s+/g, ' ')).toBe(
      'with lent as (select id as book_id, genre, price, :year::integer as y from book) ' +
        'select book_id as id, (genre) as k0, coalesce((price > 10), false) as c0, ' +
        'coalesce((y is distinct from 2), false) as c1, (price) as m0 from lent where price > 0',
    );
  });

  it('are followed through what hands them on: joins, lateral functions, spread rows, other names', async () => {
    const sql = `with by_genre as (select genre, array_agg(price order by price) as prices, count(*) as n from lent group by 1),
      studied as (select g.genre, study(g.prices) as st, g.n from by_genre as g)
      select s.genre as kind, (s.st).*, s.n / nullif(p.n, 0) as share, p.genre as before, x.low
      from studied as s left join by_genre as p on p.genre = s.genre || '-'
      cross join lateral span(s.n) as x (low)`;
    const { columns } = await read(sql, 'kind', 'mean', 'share', 'before', 'low');
    expect(Object.keys(columns)).toEqual(['mean', 'share', 'low']);
    expect(columns.mean?.operands).toEqual([{ rows: 0, keys: ['kind'], condition: null, measure: 0 }]);
    // Of two groups: this row's, and the one that it is compared with.
    expect(columns.share?.operands.map(({ keys }) => keys)).toEqual([['kind'], ['before']]);
    expect(columns.low?.operands).toEqual([{ rows: 0, keys: ['kind'], condition: null, measure: null }]);
  });

  it('name the key that is not returned, and take one that a join holds to be the same', async () => {
    const grouped = 'with g as (select genre, count(*) as n from lent group by genre)';
    expect(
      (await read(`${grouped} select upper(genre) as genre, n from g`, 'genre', 'n')).unread.n,
    ).toContain('key 1');
    const joined = `${grouped} select w.word as genre, g.n from w join g on g.genre = w.word`;
    expect((await read(joined, 'genre', 'n')).columns.n?.operands[0]?.keys).toEqual(['genre']);
  });

  it('are none where rows are not grouped, and of a record only the figures of its group', async () => {
    const sql = `with usual as (select genre, avg(price) as mean from lent group by genre)
      select l.book_id, l.price, u.mean, l.price / u.mean as ratio, l.genre from lent as l join usual as u using (genre)`;
    const { own, columns } = await read(sql, 'book_id', 'price', 'mean', 'ratio', 'genre');
    expect(own).toBe(true);
    expect(Object.keys(columns)).toEqual(['mean']);
    expect(columns.mean?.adds).toBe(false);
  });

  it('add up where they are one count, one sum or shares of the whole', async () => {
    const sql = `select genre, coalesce(sum(price), 0)::bigint as worth, count(distinct shelf) as shelves,
      count(*) / sum(count(*)) over () as share, count(*) - 1 as others from lent group by genre`;
    const { columns } = await read(sql, 'genre', 'worth', 'shelves', 'share', 'others');
    const adding = Object.entries(columns).filter(([, { adds }]) => adds);
    expect(adding.map(([name]) => name)).toEqual(['worth', 'share']);
  });
});

describe('the comments before a query', () => {
  it('say what it counts, and what the page says of it', () => {
    const sql =
      '-- Books by genre (docs/books.md).\n-- counts: books by book_id\n-- uses: lent\n-- Each once.\nselect 1';
    expect(countsOf(sql)).toEqual({ list: 'books', id: 'book_id', line: 2 });
    expect(headOf(sql)).toBe('Books by genre. Each once.');
    expect(countsOf('select 1 -- counts: books by book_id')).toBeNull();
  });
});

describe('a median', () => {
  it('is known, of itself and out of an array of percentiles, and no other percentile is one', async () => {
    const sql = `with by_genre as (
        select genre, percentile_cont('{0,0.25,0.5}'::double precision[]) within group (order by price) as q,
          percentile_cont(0.5) within group (order by pages) as pages,
          round(percentile_cont(0.5) within group (order by weight)) as weight,
          percentile_cont(0.9) within group (order by pages) as long, avg(price) as mean
        from lent group by genre
      )
      select genre, q[1] as least, q[3] as median, pages, coalesce(weight, 0) as weight, long, mean,
        q[3] / nullif(pages, 0) as a_page from by_genre`;
    const { columns } = await read(
      sql,
      'genre',
      'least',
      'median',
      'pages',
      'weight',
      'long',
      'mean',
      'a_page',
    );
    const known = Object.entries(columns).flatMap(([name, { share }]) => (share ? [[name, share]] : []));
    const middle = (measure: number) => ({ kind: 'middle', rows: 0, measures: [measure] });
    expect(known).toEqual([
      ['median', middle(0)],
      ['pages', middle(1)],
      ['weight', middle(2)],
    ]);
  });
});

describe('a study of ratios', () => {
  const grouped = `with g as (select genre, count(*) as n, array_agg(price order by price) as p, array_agg(worth order by price) as w
    from lent group by genre)`;
  const measures = [0, 1];

  it('has a part of each row in its median and its COD, beside a lateral call and out of a spread row', async () => {
    const beside = `${grouped} select g.genre, coalesce(st.median, g.p[1] / g.w[1]) as middle, st.cod, st.prd
      from g cross join lateral ratio_study(g.p, g.w) as st`;
    const spread = `${grouped}, studied as (select g.genre, ratio_study(g.p, g.w) as st, trend(g.p, g.w) as tt from g)
      select s.genre, (s.st).*, (s.tt).*, (s.st).cod as again from studied as s`;
    const a = (await read(beside, 'genre', 'middle', 'cod', 'prd')).columns;
    expect(a.middle?.share).toEqual({ kind: 'middle', rows: 0, measures });
    expect(a.cod?.share).toEqual({ kind: 'distance', rows: 0, measures });
    expect(a.prd?.share).toBeNull();
    const b = (await read(spread, 'genre', 'median', 'cod', 'mean', 'again')).columns;
    expect(b.median?.share?.kind).toBe('middle');
    expect(b.cod?.share).toEqual({ kind: 'distance', rows: 0, measures });
    expect(b.again?.share).toEqual(b.cod?.share);
    expect(b.mean?.share).toBeNull();
  });

  it('has none where its arrays are of several groups or none', async () => {
    const two = `${grouped} select g.genre, st.cod from g join g as h on h.genre = g.genre
      cross join lateral ratio_study(g.p, h.w) as st`;
    expect((await read(two, 'genre', 'cod')).columns.cod?.share).toBeNull();
    const other = `${grouped} select g.genre, st.cod from g cross join lateral study(g.p, g.w) as st`;
    expect((await read(other, 'genre', 'cod')).columns.cod?.share).toBeNull();
  });
});

describe('a query that groups', () => {
  it.each<[string, string | null]>([
    ['select genre, count(*) from book group by genre', 'select genre'],
    ['select id, (select count(*) from loan l where l.book_id = b.id) as loans from book b', null],
    ['select id, row_number() over (order by id) from book', null],
    ['with n as (select genre, count(*) as n from book group by 1) select * from n', 'select genre'],
    ['with n as (select max(id) from book) select title from book', null],
    ['select title from book union select name from shelf', null],
  ])('%s', async (sql, expected) => {
    const at = await groupedAt(sql);
    expect(at === null ? null : sql.slice(at, at + 12)).toBe(expected);
  });
});
