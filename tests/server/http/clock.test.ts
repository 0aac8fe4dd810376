import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

const hour = 3_600_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestApp({ screens });
  await addSales(server.database);
});
afterAll(() => server.close());

const report = (token: string) =>
  server.call('POST', '/query', {
    token,
    body: { screen: 'report/counts', source: 'rows', params: { dst: 'all' } },
  });

describe('a clock that jumps', () => {
  it.each([
    ['back', -hour],
    ['forward', hour],
  ])('an hour %s leaves sign-in, pages and saves as they are', async (_, jump) => {
    const token = await server.tokenOf('admin');
    server.wait(jump);
    // Forward beyond the time of inactivity a session has ended; who signs in again goes on.
    const status = (await server.call('GET', '/app/userinfo', { token })).status;
    expect(jump < 0 ? [200] : [200, 401]).toContain(status);
    const now = await server.tokenOf('admin');
    expect((await report(now)).status).toBe(200);
    const { version, suburb } = (await server.call('GET', '/sales/1', { token: now })).json;
    const saved = await server.call('PUT', '/sales/1', {
      token: now,
      body: { version, suburb: `${suburb}X` },
    });
    expect(saved.status).toBe(200);
    server.wait(-jump);
  });

  it('an hour back keeps no run of a report for longer than it is kept', async () => {
    const token = await server.tokenOf('admin');
    server.wait(hour);
    const before = (await report(await server.tokenOf('admin'))).json.run_at;
    server.wait(-hour);
    const after = (await report(token)).json.run_at;
    expect(Date.parse(after)).toBeLessThan(Date.parse(before));
  });
});
