import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officeDay } from '#server/database/office-day.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

const zone = process.env.TZ;
let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ screens });
  await addSales(server.database);
  token = await server.tokenOf('admin');
});
afterAll(async () => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  await server.close();
});

describe('dates', () => {
  it.each(['Australia/Sydney', 'UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
    'survive the zone %s',
    async (name) => {
      process.env.TZ = name;
      expect(new Date(0).getTimezoneOffset() === 0).toBe(name === 'UTC');
      // Both days on which Sydney's clocks change, a leap day and a year of two digits.
      for (const date of ['2022-10-02', '2022-04-03', '2024-02-29', '0017-02-17']) {
        const { version } = (await server.call('GET', '/sales/1', { token })).json;
        const saved = await server.call('PUT', '/sales/1', { token, body: { version, contract_date: date } });
        expect(saved.json.contract_date).toBe(date);
        const page = await server.call('POST', '/query', {
          token,
          body: { screen: 'report/counts', source: 'rows', params: { dst: 'all' }, limit: 1 },
        });
        expect(page.json.values.at(-1)).toEqual([date]);
        const { items } = (await server.call('GET', '/sales/1/history', { token })).json;
        expect(items[0]?.fields[0]?.new).toBe(date);
      }
      expect((await server.call('GET', '/sales/1', { token })).json.updated_at).toMatch(
        /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
      );
    },
  );

  it('take the office’s day for today', () => {
    expect(officeDay(new Date('2026-11-20T12:59:59Z'), 'Australia/Sydney')).toBe('2026-11-20');
    expect(officeDay(new Date('2026-11-20T13:00:00Z'), 'Australia/Sydney')).toBe('2026-11-21');
    expect(officeDay(new Date('2026-06-20T13:59:59Z'), 'Australia/Sydney')).toBe('2026-06-20');
  });
});
