// The default rating of a property, its reason, and what the shares of a section 28 group come to.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
const script = (text: string) => test.database.owner((client) => client.script(text));
const ask = async (text: string) => (await test.database.owner((client) => client.query(text))).rows;

describe('the default risk', () => {
  const rated = async (id: number, year = 2026, own = true) => {
    const [row] = await ask(`select rating, reason from default_risk(${id}, ${year}, ${own})`);
    return row && `${row.rating} ${row.reason}`;
  };
  beforeAll(() =>
    script(`
      insert into property (id, district_code, zone_code, benchmark_type) values
        (1, '001', 'R2', 'P'), (2, '001', 'R2', null), (3, '001', 'R2', null), (4, '001', 'R2', null), (5, '001', 'E4', null),
        (6, '001', 'R2', null), (7, '001', 'R2', null), (8, '001', 'E1', 'S'), (9, '001', null, null), (10, '001', 'R2', null);
      insert into property_value (property_id, base_date, land_value, risk_rating, onsite_allowance) values
        (2, '2025-07-01', 1, '1-OBJECT', null),
        (3, '2025-07-01', 1, '2-ALLOWNCE', 9), (3, '2026-07-01', 1, null, null),
        (4, '2025-07-01', 1, '2-ALLOWNCE', 9), (4, '2026-07-01', 1, null, 9),
        (6, '2024-07-01', 1, '2-COMMERCE', null), (6, '2025-07-01', 1, '1-ANLYSALE', null),
        (7, '2025-07-01', 1, '2-COMMERCE', null), (7, '2026-07-01', 1, '3-OTHER', null),
        (10, '2026-07-01', 1, '1-BENCHMRK', null)`),
  );

  it('of a primary benchmark without history is 1-BENCHMRK', async () =>
    expect(await rated(1)).toBe('1-BENCHMRK c'));
  it('passes over what an event gave last year: by its zone', async () =>
    expect(await rated(2)).toBe('3-RESIDENT d'));
  it('passes over an allowance that is gone, and keeps one that is there', async () => {
    expect(await rated(3)).toBe('3-RESIDENT d');
    expect(await rated(4)).toBe('2-ALLOWNCE b');
  });
  it('looks back past ratings of an event to the latest other', async () =>
    expect(await rated(6)).toBe('2-COMMERCE b'));
  it('takes the rating of the year first, and of equals the first reason', async () => {
    expect(await rated(7)).toBe('3-OTHER a');
    expect(await rated(7, 2026, false)).toBe('2-COMMERCE b');
  });
  it('counts a benchmark’s rating only while it is one; a sub-benchmark goes by its zone', async () => {
    expect(await rated(10)).toBe('3-RESIDENT d');
    expect(await rated(8)).toBe('2-COMMERCE d');
  });
  it('reads E4 by the year: environmental before December 2021, industrial from the next that begins', async () => {
    expect([await rated(5, 2021), await rated(5, 2022), await rated(5, 2024)]).toEqual([
      '3-OTHER d',
      '2-INDUSTRY d',
      '2-INDUSTRY d',
    ]);
    expect(await rated(9)).toBe('3-OTHER d');
  });
});

describe('the shares of a section 28 group', () => {
  it('go by weight and rounding; the largest, of equals the lowest PID, takes the rest', async () => {
    await script(`
      insert into property (id, district_code) select n, '001' from generate_series(101, 108) n;
      insert into s28_group (district_code, name, value) values ('001', 'A', 1250000), ('001', 'B', 1000000), ('001', 'C', 5);
      insert into s28_member (group_id, property_id, weight)
      select g.id, m.p, m.w from (values ('A', 101, 1200), ('A', 102, 800), ('A', 103, 500), ('B', 104, 1), ('B', 105, 1), ('B', 106, 1),
        ('C', 107, 0), ('C', 108, null)) m (g, p, w) join s28_group g on g.name = m.g`);
    expect(
      (await ask('select value::integer as v from s28_share order by property_id')).map(({ v }) => v),
    ).toEqual([600_000, 400_000, 250_000, 334_000, 333_000, 333_000, null, null]);
  });
});
