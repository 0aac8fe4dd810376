import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseClient } from '#server/database/client.ts';
import { DatabaseDownError } from '#server/database/errors.ts';
import type { Database } from '#server/database/open-database.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

/** Lets the n-th query of a real database fail, once; 0 lets none fail. */
const fault = { at: 0, calls: 0, error: () => new Error('secret detail of the driver') };

function faulty(database: Database): Database {
  const wrap = <C extends DatabaseClient>(client: C): C => {
    const query: DatabaseClient['query'] = (text, values) => {
      fault.calls++;
      if (fault.calls === fault.at) return Promise.reject(fault.error());
      return client.query(text, values);
    };
    return { ...client, query };
  };
  return {
    ...database,
    read: (who, options, work) => database.read(who, options, (client) => work(wrap(client))),
    write: (who, work, options) => database.write(who, (client) => work(wrap(client)), options),
    owner: (work, options) => database.owner((client) => work(wrap(client)), options),
  };
}

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ screens, wrapDatabase: faulty });
  await addSales(server.database);
  token = await server.tokenOf('admin');
});
afterAll(() => server.close());

async function stateOf(): Promise<unknown> {
  return server.database.owner(async (client) => [
    (await client.query('select id, version, suburb from sale order by id')).rows,
    (await client.query('select count(*) as n from audit')).rows,
  ]);
}

describe('faults of the database', () => {
  it('answers a message and changes nothing, whichever call fails', async () => {
    const before = await stateOf();
    let n = 0;
    for (;;) {
      n++;
      // The session is read anew with every call, so that its query counts as well.
      server.wait(1_000);
      Object.assign(fault, { at: n, calls: 0 });
      const answer = await server.call('PUT', '/sales/1', {
        token,
        body: { version: 1, suburb: `TRY ${n}` },
      });
      Object.assign(fault, { at: 0 });
      if (answer.status === 200) break;
      expect(answer.status).toBe(500);
      expect(answer.json.message).toContain('Nothing was saved');
      expect(answer.text).not.toContain('secret detail');
      expect(await stateOf()).toEqual(before);
      expect((await server.call('GET', '/sales/1', { token })).status).toBe(200);
    }
    expect(n).toBeGreaterThan(5);
  });

  it('answers 503 while the database is down and works again after it', async () => {
    server.wait(1_000);
    Object.assign(fault, { at: 1, calls: 0, error: () => new DatabaseDownError('gone') });
    const down = await server.call('GET', '/sales/1', { token });
    expect(down.status).toBe(503);
    expect(down.json).toMatchObject({ code: 'database-down' });
    expect(down.headers['retry-after']).toBe('5');
    expect((await server.call('GET', '/sales/1', { token })).status).toBe(200);
  });
});
