// What a replica answers, and what it does not: a real one, streaming from a primary of this test's own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseClient } from '#server/database/client.ts';
import { type Database, openTarget } from '#server/database/open-database.ts';
import { orAgain, ReplicaLostError } from '#server/database/replica.ts';
import { newWork, traceOf, within } from '#server/database/work.ts';
import { everybody } from '#tests/support/database.ts';
import { temporaryFolder } from '#tests/support/database-server.ts';
import { addSales } from '#tests/support/http-fixture.ts';
import { type Streaming, startStreaming } from '#tests/support/streaming.ts';

let streaming: Streaming;
/** Two servers with the replica; and one without. */
let one: Database;
let other: Database;
let plain: Database;
const said: string[] = [];
const folder = temporaryFolder('replica-server');

beforeAll(async () => {
  const parts = { dataDir: folder.path, log: () => {}, patient: true, connections: 6 };
  streaming = await startStreaming(async (url) => {
    const database = await openTarget({ url }, parts, 'primary', async () => {});
    await addSales(database);
    await database.close();
  });
  const { primaryUrl: url, replicaUrl: readUrl } = streaming;
  const log = (line: string) => void said.push(line);
  one = await openTarget({ url }, { ...parts, log, readUrl }, 'one', async () => {});
  other = await openTarget({ url }, { ...parts, readUrl }, 'other', async () => {});
  plain = await openTarget({ url }, parts, 'plain', async () => {});
});
afterAll(async () => {
  for (const database of [one, other, plain]) await database?.close();
  await streaming?.end();
  folder.remove();
});

const placeIn = async (client: DatabaseClient) =>
  (await client.query<{ on_replica: boolean }>('select pg_is_in_recovery() as on_replica')).rows[0]
    ?.on_replica
    ? 'replica'
    : 'primary';
const placeOn = (database: Database, who = everybody, replica: boolean | 'whole' = true) =>
  database.read(who, { replica }, placeIn);
const seen = (database: Database, id: number, who = everybody) =>
  database.read(who, { replica: true }, async (client) => {
    const { rows } = await client.query<{ suburb: string }>('select suburb from sale where id = $1', [id]);
    return [rows[0]?.suburb ?? null, await placeIn(client)];
  });
const name = (database: Database, id: number, suburb: string, who = everybody) =>
  database.write(who, (client) => client.query('update sale set suburb = $2 where id = $1', [id, suburb]));
const replays = (on: boolean) =>
  streaming.onReplica(on ? 'select pg_wal_replay_resume()' : 'select pg_wal_replay_pause()');
const colleague = { ...everybody, userId: 2 };

describe('a replica', () => {
  it('answers what may be read there, and nothing else', async () => {
    await streaming.caughtUp();
    expect([await placeOn(one), await placeOn(one, everybody, 'whole')]).toEqual(['replica', 'replica']);
    expect(await one.read(everybody, {}, placeIn)).toBe('primary');
    expect(await placeOn(plain)).toBe('primary');
  });

  it('holds to the same row security', async () => {
    const codes = async (districts: readonly string[]) =>
      one.read({ userId: 1, districts }, { replica: true, dataset: 'real' }, async (client) => [
        (await client.query('select distinct district_code::text as code from sale')).rows.map(
          ({ code }) => code,
        ),
        await placeIn(client),
      ]);
    expect(await codes(['001'])).toEqual([['001'], 'replica']);
    expect(await codes([])).toEqual([[], 'replica']);
  });

  it('is waited for a moment by who has just written, whichever server took it', async () => {
    for (let n = 0; n < 5; n++) {
      await name(one, 1, `MINE ${n}`);
      expect((await seen(one, 1))[0]).toBe(`MINE ${n}`);
      expect((await seen(other, 1))[0]).toBe(`MINE ${n}`);
    }
    await streaming.caughtUp();
    expect(await seen(other, 1)).toEqual(['MINE 4', 'replica']);
  });

  it('that has not what one wrote does not answer that one, on any server, and goes on answering others', async () => {
    await replays(false);
    try {
      await name(one, 1, 'OWN');
      expect(await seen(one, 1)).toEqual(['OWN', 'primary']);
      expect(await seen(other, 1)).toEqual(['OWN', 'primary']);
      // For them it was written a moment ago.
      expect(await seen(one, 1, colleague)).toEqual(['MINE 4', 'replica']);
      // What is kept for minutes has all that anybody wrote.
      expect(await placeOn(one, colleague, 'whole')).toBe('primary');
    } finally {
      await replays(true);
    }
    await expect.poll(() => seen(one, 1), { timeout: 60_000 }).toEqual(['OWN', 'replica']);
  });

  it('knows of what the owner writes for somebody, in a request or a job', async () => {
    await streaming.caughtUp();
    await replays(false);
    try {
      const job = newWork('a', traceOf(null, 'a'), 'job', everybody.userId);
      const change = (client: { query: DatabaseClient['query'] }) =>
        client.query("update sale set suburb = 'BY A JOB' where id = 2");
      await within(job, () => one.owner(change));
      expect(await seen(other, 2)).toEqual(['BY A JOB', 'primary']);
      expect(await seen(other, 2, colleague)).toEqual(['ALPHA', 'replica']);
    } finally {
      await replays(true);
    }
  });

  it('that is behind by seconds answers nobody, which is told once, and answers again by itself', async () => {
    await streaming.caughtUp();
    await placeOn(one);
    said.length = 0;
    await replays(false);
    try {
      await name(one, 3, 'BY SOMEBODY');
      await expect
        .poll(() => seen(one, 3, colleague), { timeout: 60_000 })
        .toEqual(['BY SOMEBODY', 'primary']);
      for (let n = 0; n < 3; n++) expect(await placeOn(one, colleague)).toBe('primary');
    } finally {
      await replays(true);
    }
    await expect.poll(() => placeOn(one, colleague), { timeout: 60_000 }).toBe('replica');
    expect(said).toEqual([
      'The replica is more than 5 s behind. The primary answers until it has caught up.',
      'The replica answers again.',
    ]);
  });

  it('that gives a statement up for what it replays is followed by the primary', async () => {
    await streaming.caughtUp();
    const places: string[] = [];
    const answer = await one.read(everybody, { replica: true }, async (client) => {
      await client.query('select from sale limit 1');
      places.push(await placeIn(client));
      if (places.length > 1) return 'answered';
      await streaming.onPrimary('begin; lock table sale in access exclusive mode; commit');
      for (;;) await client.query('select pg_is_in_recovery() from generate_series(1, 100000)');
    });
    expect([answer, places]).toEqual(['answered', ['replica', 'primary']]);
  });

  it('that breaks off within rows that were handed on is followed by the primary from the first row on', async () => {
    await expect.poll(() => placeOn(one), { timeout: 60_000 }).toBe('replica');
    const tries: string[] = [];
    const rowsOf = () =>
      one.read(everybody, { replica: true }, async (client) => {
        tries.push(await placeIn(client));
        let rows = 0;
        const many = 'select n from generate_series(1, 3000) n, (select from sale limit 1) s';
        for await (const batch of client.batches(many, [], 1_000)) {
          rows += batch.length;
          if (tries[0] === 'replica' && tries.length === 1 && rows === batch.length) {
            await streaming.onPrimary('begin; lock table sale in access exclusive mode; commit');
            await streaming.caughtUp();
          }
        }
        return rows;
      });
    await expect(rowsOf()).rejects.toBeInstanceOf(ReplicaLostError);
    expect(await orAgain(rowsOf)).toBe(3_000);
    expect(tries).toEqual(['replica', 'primary']);
  });

  it('counts nobody’s writing where no server reads on one', async () => {
    const times = () => streaming.onPrimary('select user_id, times::text from user_written order by 1');
    const before = await times();
    await name(plain, 4, 'UNCOUNTED');
    expect(await times()).toEqual(before);
    // Whose transaction wrote nothing is not counted either.
    await one.write(everybody, (client) => client.query('select from sale limit 1'));
    expect(await times()).toEqual(before);
    await name(one, 4, 'COUNTED');
    expect(await times()).not.toEqual(before);
  });
});

describe('a replica that goes', () => {
  it('is not missed while it is stopped, and answers again once it is there', async () => {
    await expect.poll(() => placeOn(one), { timeout: 60_000 }).toBe('replica');
    said.length = 0;
    await streaming.stopReplica();
    for (let n = 0; n < 5; n++) expect(await placeOn(one)).toBe('primary');
    expect(said).toEqual([
      expect.stringMatching(/^The replica does not answer \(.+\)\. The primary answers for it/),
    ]);
    await streaming.startReplica();
    await expect.poll(() => placeOn(one), { timeout: 60_000 }).toBe('replica');
    expect(said.slice(1)).toEqual(['The replica answers again.']);
  });

  it('that was promoted is not used any more', async () => {
    said.length = 0;
    await streaming.onReplica('select pg_promote()');
    for (let n = 0; n < 3; n++) {
      expect(await placeOn(one)).toBe('primary');
      await new Promise((resolve) => setTimeout(resolve, 1_200));
    }
    expect(said).toEqual([expect.stringContaining('it is no standby')]);
  });
});
