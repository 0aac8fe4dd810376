// What a replica answers, and what it does not: a real one, streaming from a primary of this test's own. Longer than the habit:
// both take seconds to make, and what is last ends them.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config.ts';
import type { DatabaseClient } from '#server/database/client.ts';
import { type Database, openTarget } from '#server/database/open-database.ts';
import { longWaitMs } from '#server/database/pool.ts';
import { oldestMs, orAgain, ReplicaLostError } from '#server/database/replica.ts';
import { ensureAdministrator, resetPassword } from '#server/database/users.ts';
import { currentWork, newWork, traceOf, within } from '#server/database/work.ts';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { everybody } from '#tests/support/database.ts';
import { temporaryFolder } from '#tests/support/database-server.ts';
import { type Beside, password, screenFiles, startBeside } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';
import { type Streaming, startStreaming } from '#tests/support/streaming.ts';

let streaming: Streaming;
/** Two servers with the replica; and one without. */
let one: Database;
let other: Database;
let plain: Database;
const said: string[] = [];
const folder = temporaryFolder('replica-server');

beforeAll(async () => {
  const parts = { dataDir: folder.path, log: () => {}, waitMs: longWaitMs, connections: 6 };
  streaming = await startStreaming(async (url) => {
    const database = await openTarget({ url }, parts, 'primary', async () => {});
    await addSales(database);
    await database.owner(async (client) => {
      await ensureAdministrator(client);
      await resetPassword(client, 'admin', password);
    });
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
const slow = { timeout: 60_000 };

/** What the work answers while the replica stands still; again where the machine took so long that others' writing grew old meanwhile. */
async function whileItStands<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    await name(one, 4, 'A MOMENT AGO');
    await streaming.caughtUp();
    await replays(false);
    try {
      const result = await work();
      const [state] = await streaming.onReplica(
        `select clock_timestamp() - pg_last_xact_replay_timestamp() < make_interval(secs => ${oldestMs / 1_000}) as is_young`,
      );
      if (state?.is_young === true) return result;
    } finally {
      await replays(true);
    }
  }
}

/** It follows a moment later, on a busy machine after some. */
const answersFrom = (place: string, database: Database, who = everybody, replica: boolean | 'whole' = true) =>
  expect.poll(() => placeOn(database, who, replica), slow).toBe(place);

describe('a replica', () => {
  it('answers what may be read there, and nothing else', async () => {
    await answersFrom('replica', one);
    await answersFrom('replica', one, everybody, 'whole');
    expect(await one.read(everybody, {}, placeIn)).toBe('primary');
    expect(await placeOn(plain)).toBe('primary');
  });

  it('holds to the same row security', async () => {
    const codes = (districts: readonly string[]) =>
      one.read({ userId: 1, districts }, { replica: true, dataset: 'real' }, async (client) => [
        (await client.query('select distinct district_code::text as code from sale')).rows.map(
          ({ code }) => code,
        ),
        await placeIn(client),
      ]);
    await expect.poll(() => codes(['001']), slow).toEqual([['001'], 'replica']);
    await expect.poll(() => codes([]), slow).toEqual([[], 'replica']);
  });

  it('is waited for a moment by who has just written, whichever server took it', async () => {
    for (let n = 0; n < 5; n++) {
      await name(one, 1, `MINE ${n}`);
      expect((await seen(one, 1))[0]).toBe(`MINE ${n}`);
      expect((await seen(other, 1))[0]).toBe(`MINE ${n}`);
    }
    await expect.poll(() => seen(other, 1), slow).toEqual(['MINE 4', 'replica']);
  });

  it('that has not what one wrote does not answer that one, on any server, and goes on answering others', async () => {
    await name(one, 1, 'BEFORE');
    const found = await whileItStands(async () => {
      await name(one, 1, 'OWN');
      return {
        own: [await seen(one, 1), await seen(other, 1)],
        // For them it was written a moment ago.
        others: await seen(one, 1, colleague),
        // What is kept for minutes has all that anybody wrote.
        kept: await placeOn(one, colleague, 'whole'),
      };
    });
    expect(found.own).toEqual([
      ['OWN', 'primary'],
      ['OWN', 'primary'],
    ]);
    expect(found.others[1]).toBe('replica');
    expect(found.kept).toBe('primary');
    await expect.poll(() => seen(one, 1), slow).toEqual(['OWN', 'replica']);
  });

  it('knows of what the owner writes for somebody, in a request or a job', async () => {
    const found = await whileItStands(async () => {
      const job = newWork('a', traceOf(null, 'a'), 'job', everybody.userId);
      const change = (client: { query: DatabaseClient['query'] }) =>
        client.query("update sale set suburb = 'BY A JOB' where id = 2");
      await within(job, () => one.owner(change));
      return [await seen(other, 2), (await seen(other, 2, colleague))[1]];
    });
    expect(found).toEqual([['BY A JOB', 'primary'], 'replica']);
  });

  it('that is behind by seconds answers nobody, which is told once, and answers again by itself', async () => {
    await answersFrom('replica', one);
    said.length = 0;
    await replays(false);
    try {
      await name(one, 3, 'BY SOMEBODY');
      await expect.poll(() => seen(one, 3, colleague), slow).toEqual(['BY SOMEBODY', 'primary']);
      for (let n = 0; n < 3; n++) expect(await placeOn(one, colleague)).toBe('primary');
    } finally {
      await replays(true);
    }
    await answersFrom('replica', one, colleague);
    expect(said).toEqual([
      'The replica is more than 5 s behind. The primary answers until it has caught up.',
      'The replica answers again.',
    ]);
  });

  it('that gives a statement up for what it replays is followed by the primary', async () => {
    const places: string[] = [];
    const answer = () => {
      places.length = 0;
      return one.read(everybody, { replica: true }, async (client) => {
        await client.query('select from sale limit 1');
        places.push(await placeIn(client));
        if (places.at(-1) === 'primary') return 'answered';
        await streaming.onPrimary('begin; lock table sale in access exclusive mode; commit');
        for (;;) await client.query('select pg_is_in_recovery() from generate_series(1, 100000)');
      });
    };
    await expect
      .poll(async () => [await answer(), ...places], slow)
      .toEqual(['answered', 'replica', 'primary']);
  });

  it('whose disk takes nothing more leaves to the primary what needs it, which is told once, and answers again', async () => {
    const full = `raise exception 'could not write to file "base/pgsql_tmp/1": No space left on device' using errcode = '53100'`;
    const room = (then: string) =>
      streaming.onPrimary(`create or replace function public.room() returns boolean language plpgsql as
        $$ begin if pg_is_in_recovery() then ${then}; end if; return pg_is_in_recovery(); end $$`);
    const places: unknown[] = [];
    const sorted = () =>
      one.read(everybody, { replica: true }, async (client) => {
        places.push(await placeIn(client));
        return (await client.query<{ on_replica: boolean }>('select room() as on_replica')).rows[0]
          ?.on_replica;
      });
    await room(full);
    await streaming.caughtUp();
    await answersFrom('replica', one);
    said.length = 0;
    // Not begun there where the replica was a moment late.
    await expect
      .poll(async () => {
        expect(await sorted()).toBe(false);
        return places;
      }, slow)
      .toContain('replica');
    for (let n = 0; n < 3; n++) expect(await sorted()).toBe(false);
    expect(said).toEqual([expect.stringMatching(/^The replica cannot write to its disk \(.*No space left/)]);
    await room('null');
    await expect.poll(sorted, slow).toBe(true);
    expect(said.slice(1)).toEqual(['The replica answers again.']);
  });

  it('that breaks off within rows that were handed on is followed by the primary from the first row on', async () => {
    const tries: string[] = [];
    const rowsOf = () =>
      one.read(everybody, { replica: true }, async (client) => {
        tries.push(await placeIn(client));
        let rows = 0;
        const many = 'select n from generate_series(1, 3000) n, (select from sale limit 1) s';
        for await (const batch of client.batches(many, [], 1_000)) {
          rows += batch.length;
          if (tries.length === 1 && tries[0] === 'replica' && rows === batch.length) {
            await streaming.onPrimary('begin; lock table sale in access exclusive mode; commit');
            await streaming.caughtUp();
          }
        }
        return rows;
      });
    const again = () => {
      tries.length = 0;
      return rowsOf();
    };
    await expect.poll(() => again().catch((error: unknown) => error), slow).toBeInstanceOf(ReplicaLostError);
    // For some seconds it is not asked then; a machine that stands for longer asks it once more.
    await expect
      .poll(async () => {
        await answersFrom('replica', one);
        tries.length = 0;
        return [await orAgain(rowsOf), ...tries];
      }, slow)
      .toEqual([3_000, 'replica', 'primary']);
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

const where = {
  'screens/report/where.json': {
    format: 1,
    id: 'report/where',
    route: '/report/where/:dst',
    title: 'Where {params.dst}',
    needs: 'repoV',
    params: [{ id: 'dst', in: 'route', entity: 'district' }],
    data: { rows: { sql: 'where' } },
    blocks: [{ id: 'list', type: 'grid', data: 'rows' }],
  },
  'screens/report/where.sql': `select pg_is_in_recovery() as on_replica, s.id, s.suburb from sale s
    where s.district_code = any(:districts::text[]) order by s.id`,
};

describe('servers that read on a replica', () => {
  let servers: readonly [Beside, Beside, Beside];
  let token: string;
  /** Whether the replica answered, of each reading that it might have answered. */
  const answered: boolean[] = [];
  beforeAll(async () => {
    const config = { ...loadConfig({}, []), dataDir: folder.path, slowQueryMs: null };
    const repository = readDefinitionFiles(config.root).filter(({ path }) => !path.startsWith('screens/'));
    const files = [...repository, ...screenFiles({ ...screens, ...where })];
    const start = (databaseReadUrl: string | null) =>
      startBeside(
        streaming.primaryUrl,
        { ...config, databaseReadUrl },
        () => new Date(),
        () => files,
      );
    const read = streaming.replicaUrl;
    servers = [await start(read), await start(read), await start(null)];
    for (const { context } of servers)
      context.database.observation.add({
        cache: (cache, hit) => {
          if (cache === 'replica') answered.push(hit);
        },
      });
    const body = { username: 'admin', password };
    token = String((await servers[0].call('POST', '/app/login', { body })).json.token);
    await streaming.caughtUp();
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.close();
  });
  const countOf = async (server: Beside, suburb: string) => {
    const body = { criteria: [{ fld: 'suburb', op: 'eq', val: suburb }] };
    return (await server.call('POST', '/sales/count', { token, body })).json.count;
  };
  const rename = async (server: Beside, id: number, suburb: string) => {
    const { json } = await server.call('GET', `/sales/${id}`, { token });
    const body = { version: json.version, suburb };
    const saved = await server.call('PUT', `/sales/${id}`, { token, body });
    expect([saved.status, saved.text]).toEqual([200, expect.any(String)]);
  };
  const report = async (server: Beside) => {
    const body = { screen: 'report/where', source: 'rows', params: { dst: 'all' } };
    const { json, text } = await server.call('POST', '/query', { token, body });
    expect(text).not.toContain('"problem"');
    const [places, , suburbs] = json.values as [readonly boolean[], unknown, readonly string[]];
    return places.map((on_replica, i) => ({ on_replica, suburb: suburbs[i] }));
  };

  it('show at once on one what was saved on the other, whatever the replica has', async () => {
    const [first, second] = servers;
    await expect.poll(async () => [await countOf(second, 'gamma'), answered.at(-1)], slow).toEqual([2, true]);
    await replays(false);
    try {
      await rename(first, 5, 'NEWTOWN');
      answered.length = 0;
      expect([await countOf(second, 'newtown'), await countOf(first, 'newtown')]).toEqual([1, 1]);
      expect(answered).toEqual([false, false]);
    } finally {
      await replays(true);
    }
    await expect
      .poll(async () => [await countOf(second, 'newtown'), answered.at(-1)], slow)
      .toEqual([1, true]);
  });

  it('run reports there, and keep no run that lacks what one saved', async () => {
    const [first, second] = servers;
    let times = 0;
    await expect
      .poll(async () => {
        // A run is kept, wherever it was made: another value asks anew.
        await rename(second, 5, `TOWN ${++times}`);
        await streaming.caughtUp();
        return (await report(first)).map((row) => row.on_replica);
      }, slow)
      .not.toContain(false);
    await replays(false);
    try {
      await rename(second, 5, 'FARTOWN');
      const anew = await report(first);
      expect(anew.some((row) => row.suburb === 'FARTOWN')).toBe(true);
      expect(anew.some((row) => row.on_replica)).toBe(false);
    } finally {
      await replays(true);
    }
  });

  it('ask as many statements of a session as one without a replica', async () => {
    const asked: string[] = [];
    const { query } = pg.Client.prototype;
    pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
      const [first] = given as [string | { readonly text?: string }];
      // What the servers' own clocks do meanwhile is nobody's request.
      const work = currentWork();
      if (work && !work.operation?.startsWith('job '))
        asked.push(typeof first === 'string' ? first : (first.text ?? ''));
      return Reflect.apply(query, this, given);
    } as typeof query;
    const askedBy = async (server: Beside) => {
      let fewest: readonly string[] | null = null;
      // What a server reads anew now and then, as its settings, falls into one of them.
      for (let n = 0; n < 4; n++) {
        asked.length = 0;
        await server.call('GET', '/app/userinfo', { token });
        if (fewest === null || asked.length < fewest.length) fewest = [...asked];
      }
      return fewest ?? [];
    };
    try {
      const [with_, , without] = servers;
      const [there, here] = [await askedBy(with_), await askedBy(without)];
      expect(here.length).toBeGreaterThan(0);
      expect(there.length).toBe(here.length);
      expect(here.join('\n')).not.toMatch(/user_written|pg_current_wal|clock_timestamp/);
      // Beside the message of a commit, which is one in any case.
      const more = there.filter((text) => text.includes('user_written') && !text.endsWith('commit'));
      expect(more).toHaveLength(1);
    } finally {
      pg.Client.prototype.query = query;
    }
  });
});

describe('a replica that goes', () => {
  it('is not missed while it is stopped, and answers again once it is there', async () => {
    await answersFrom('replica', one);
    said.length = 0;
    await streaming.stopReplica();
    for (let n = 0; n < 5; n++) expect(await placeOn(one)).toBe('primary');
    expect(said).toEqual([
      expect.stringMatching(/^The replica does not answer \(.+\)\. The primary answers for it/),
    ]);
    await streaming.startReplica();
    await answersFrom('replica', one);
    expect(said.slice(1)).toEqual(['The replica answers again.']);
  });

  it('that is there again and has nothing new is not taken for one that answers', async () => {
    await answersFrom('replica', one);
    said.length = 0;
    await streaming.stopReplica();
    const gone = [expect.stringContaining('The replica does not answer')];
    await placeOn(one);
    // All that it has is old by then.
    await new Promise((resolve) => setTimeout(resolve, oldestMs + 500));
    await name(one, 5, 'WHILE IT WAS AWAY');
    await streaming.startReplica('without its primary');
    for (let n = 0; n < 3; n++) {
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect(await placeOn(one, colleague)).toBe('primary');
    }
    expect(said).toEqual(gone);
    await streaming.stopReplica();
    await streaming.startReplica();
    await answersFrom('replica', one);
    expect(said).toEqual([...gone, 'The replica answers again.']);
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
