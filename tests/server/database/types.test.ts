import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, everybody, type TestDatabase } from '#tests/support/database.ts';
import { root } from '#tests/support/database-server.ts';

const statement = `select 9007199254740991::bigint as whole, 12.5000::numeric(14,4) as rate, 'NaN'::numeric as none,
  date '2026-07-01' as day, date '0017-02-17' as old_day, timestamptz '2026-10-04 02:30:00+11' as instant,
  timestamp '2022-01-10 02:01' as wall, (select count(*) from generate_series(1, 3)) as n,
  (select sum(x) from generate_series(1, 3) x) as total, array[1.5, null]::numeric[] as rates,
  array[date '2026-04-05'] as days, '{"a": 1}'::jsonb as object, true as yes, 5::aud as money`;

const expected = {
  whole: 9_007_199_254_740_991,
  rate: 12.5,
  none: null,
  day: '2026-07-01',
  old_day: '0017-02-17',
  instant: '2026-10-03T15:30:00.000Z',
  wall: '2022-01-10T02:01:00',
  n: 3,
  total: 6,
  rates: [1.5, null],
  days: ['2026-04-05'],
  object: { a: 1 },
  yes: true,
  money: 5,
};

describe('types of PostgreSQL on the wire', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  it('are numbers, texts of dates and instants of UTC', async () => {
    const { rows } = await test.database.read(everybody, {}, (client) => client.query(statement));
    expect(rows).toEqual([expected]);
  });

  it('are the same in a process that lives in Sydney, and in one far west of it', () => {
    for (const zone of ['Australia/Sydney', 'America/Los_Angeles']) {
      const script = join(root, 'tests/server/database/print-types.ts');
      const result = spawnSync(process.execPath, ['--import', 'tsx', script, test.url, statement], {
        cwd: root,
        env: { ...process.env, TZ: zone },
        encoding: 'utf8',
      });
      expect(result.stderr).toBe('');
      expect(JSON.parse(result.stdout)).toEqual(expected);
    }
  });
});
