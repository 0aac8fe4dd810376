import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseDownError, OutcomeUnknownError } from '#server/database/errors.ts';
import type { Database } from '#server/database/open-database.ts';
import { isHolderDead, SILENT_SECONDS, thisHolder } from '#server/jobs/holder.ts';
import type { JobEnd, JobHandler, JobKind } from '#server/jobs/job-kind.ts';
import { finishJob, insertJob, readJob, takeJob } from '#server/jobs/job-store.ts';
import { INTERRUPTED } from '#server/jobs/run-job.ts';
import { createJobRunner, type JobRunner } from '#server/jobs/runner.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let test: TestDatabase;
const opened: JobRunner[] = [];
beforeAll(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  for (const jobs of opened.splice(0)) await jobs.close();
});
afterAll(() => test.drop());

const kind = (id: string, run?: JobHandler, more: Partial<JobKind> = {}): JobKind => ({
  id,
  lane: { id: 'test', most: 1 },
  permission: 'admnU',
  ...(run ? { run } : {}),
  ...more,
});
const logged: string[] = [];
const runner = (
  kinds: readonly JobKind[],
  holder = thisHolder(),
  lookMs = 1_000,
  database: Database = test.database,
) => {
  const log = (line: string) => void logged.push(line);
  const made = createJobRunner({ database, kinds, log, beatMs: 5, lookMs, holder });
  opened.push(made);
  return made;
};
const start = async (jobs: JobRunner, id: string, payload: unknown = {}) =>
  (await jobs.start(id, { payload, userId: null })) as number;
const queue = async (id: string) =>
  (await insertJob(test.database, { kind: kind(id), payload: {}, userId: null })) as number;
/** A promise that the test fulfils. */
const gate = () => {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
};
const turn = () => new Promise((resume) => setImmediate(resume));

describe('a job', () => {
  it('runs and keeps its result, without the last words of its progress', async () => {
    const add = kind('add', async (job, { report }) => {
      report(50, 'adding');
      return { result: { sum: (job.payload as { a: number }).a + 1 } };
    });
    const jobs = runner([add]);
    const id = await start(jobs, 'add', { a: 1 });
    await jobs.idle();
    expect(await readJob(test.database, id)).toMatchObject({
      state: 'done',
      progress: 100,
      message: null,
      result: { sum: 2 },
      attempts: 1,
    });
  });

  it('waits for the one before it in its lane, and for none of another', async () => {
    const order: string[] = [];
    const held = gate();
    const note: JobHandler = async (job) => {
      order.push(`begin ${job.payload}`);
      await held.passed;
      order.push(`end ${job.payload}`);
      return { result: null };
    };
    const free = kind(
      'free',
      async () => {
        order.push('free');
        held.open();
        return { result: null };
      },
      { lane: { id: 'other', most: 1 } },
    );
    const jobs = runner([kind('note', note), free]);
    await start(jobs, 'note', 'a');
    await start(jobs, 'note', 'b');
    await start(jobs, 'free');
    await jobs.idle();
    expect(order).toEqual(['begin a', 'free', 'end a', 'begin b', 'end b']);
  });

  it('that is queued just as the last look for one ends is taken all the same', async () => {
    const ran: unknown[] = [];
    for (let turns = 0; turns < 12; turns += 1) {
      const [lookedOnce, lookedTwice, inserted] = [gate(), gate(), gate()];
      let late: Promise<number | null> | undefined;
      let isLate = false;
      let looks = 0;
      const owner: TestDatabase['database']['owner'] = async (ask) => {
        if (isLate) {
          isLate = false;
          await lookedTwice.passed;
          const id = await test.database.owner(ask);
          inserted.open();
          // The insert is answered so many turns after the look that came before it.
          for (let turn = 0; turn < turns; turn += 1) await null;
          return id;
        }
        const answer = await test.database.owner(ask);
        if (answer !== null) return answer;
        looks += 1;
        if (looks === 1) lookedOnce.open();
        if (looks !== 2) return answer;
        lookedTwice.open();
        await inserted.passed;
        return answer;
      };
      const first = kind('first', async (_job, { start: then }) => {
        await lookedOnce.passed;
        isLate = true;
        late = then('second', { payload: {}, userId: null });
        return { result: null };
      });
      const second = kind('second', async () => ({ result: ran.push(turns) }));
      const jobs = createJobRunner({
        database: { owner, newerSchema: async () => null },
        kinds: [first, second],
        log: () => {},
        beatMs: 500,
      });
      opened.push(jobs);
      await start(jobs, 'first');
      await lookedTwice.passed;
      await late;
      await jobs.idle();
      expect(ran.at(-1), `${turns} turns`).toBe(turns);
    }
  });

  it('fails with its problem, and the next one runs', async () => {
    const fail: JobHandler = async () => {
      throw new Error('The file is gone.');
    };
    const jobs = runner([kind('fail', fail), kind('work', async () => ({ result: 'done' }))]);
    const failed = await start(jobs, 'fail');
    const next = await start(jobs, 'work');
    await jobs.idle();
    expect(await readJob(test.database, failed)).toMatchObject({
      state: 'failed',
      problem: `Something went wrong on the server. Repeat it, and tell an administrator of job ${failed} if it happens again.`,
    });
    expect(logged.join('\n')).toContain('The file is gone.');
    expect(await readJob(test.database, next)).toMatchObject({ state: 'done' });
  });

  it.each([
    ['53400', 'This needed more memory or more room for temporary files than it may have'],
    ['57014', 'This took longer than it may'],
  ])('that takes more than the database gives it says so, and how to do it: %s', async (code, words) => {
    const work: JobHandler = async () => {
      throw Object.assign(new Error('the words of the database'), { code });
    };
    const jobs = runner([kind('work', work)]);
    const id = await start(jobs, 'work');
    await jobs.idle();
    const { problem } = (await readJob(test.database, id)) ?? {};
    expect(problem).toContain(words);
    expect(problem).toContain('Do it in parts: for fewer districts, or of fewer records.');
  });

  it('that misses a file does not blame the database', async () => {
    const jobs = runner([kind('read', async () => ({ result: readFileSync('/nowhere/at/all') }))]);
    const id = await start(jobs, 'read');
    await jobs.idle();
    expect((await readJob(test.database, id))?.problem).toContain(`tell an administrator of job ${id}`);
  });

  it('tells its progress and hears that it is cancelled', async () => {
    const long: JobHandler = async (_job, { report, signal }) => {
      report(40, 'file 4 of 10');
      await new Promise((resume) => signal.addEventListener('abort', resume));
      signal.throwIfAborted();
      return { result: null };
    };
    const jobs = runner([kind('long', long)]);
    const id = await start(jobs, 'long');
    await expect
      .poll(() => readJob(test.database, id), { interval: 5 })
      .toMatchObject({ state: 'running', progress: 40, message: 'file 4 of 10' });
    expect(await jobs.cancel(id)).toBe(true);
    await jobs.idle();
    expect(await readJob(test.database, id)).toMatchObject({
      state: 'cancelled',
      message: null,
      problem: null,
    });
    expect(await jobs.cancel(id)).toBe(false);
  });

  it('that is cancelled while queued never runs, and what belongs to it is told', async () => {
    const ends: JobEnd[] = [];
    const work = kind('work', async () => ({ result: 'ran' }), {
      onEnd: async (_client, _job, end) => void ends.push(end),
    });
    const id = await queue('work');
    const jobs = runner([work]);
    expect(await jobs.cancel(id)).toBe(true);
    await jobs.look();
    await jobs.idle();
    expect(await readJob(test.database, id)).toMatchObject({ state: 'cancelled', result: null });
    expect(ends).toEqual([{ state: 'cancelled', problem: null }]);
  });

  it('ends together with what tells of its end, or fails', async () => {
    const work = kind('work', async () => ({ result: 'ran' }), {
      onEnd: async (client, job, end) => {
        await client.query("insert into job (kind, state) values ('told', 'done')");
        if (end.state === 'done') throw new Error(`Job ${job.kind} cannot be told.`);
      },
    });
    const jobs = runner([work]);
    const id = await start(jobs, 'work');
    await jobs.idle();
    expect(await readJob(test.database, id)).toMatchObject({
      state: 'failed',
      problem: `Something went wrong on the server. Repeat it, and tell an administrator of job ${id} if it happens again.`,
    });
    const { rows } = await test.database.owner((client) =>
      client.query("select count(*)::integer as n from job where kind = 'told'"),
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('whose end the database does not take ends as it did once the database is back, and its lane goes on', async () => {
    const down = { is: false };
    const work = kind('work', async () => {
      down.is = true;
      return { result: 'ran' };
    });
    const next = kind('next', async () => ({ result: 'too' }));
    const away: Pick<TestDatabase['database'], 'owner' | 'newerSchema'> = {
      newerSchema: async () => null,
      owner: (asked) =>
        down.is ? Promise.reject(new DatabaseDownError('away')) : test.database.owner(asked),
    };
    const jobs = createJobRunner({
      database: away,
      kinds: [work, next],
      log: (line) => void logged.push(line),
    });
    opened.push(jobs);
    const id = await start(jobs, 'work');
    await jobs.idle();
    await expect(jobs.look()).rejects.toThrow('away');
    expect(await readJob(test.database, id)).toMatchObject({ state: 'running' });
    const after = await queue('next');
    down.is = false;
    expect(await jobs.look()).toEqual([]);
    await jobs.idle();
    expect(await readJob(test.database, id)).toMatchObject({ state: 'done', result: 'ran', problem: null });
    expect(await readJob(test.database, after)).toMatchObject({ state: 'done' });
  });

  it('whose end may be written, or not, ends as it did, and what belongs to it is told once', async () => {
    const ends: unknown[] = [];
    for (const isWritten of [true, false]) {
      let told = 0;
      let isEnding = false;
      let isLost = false;
      const work: JobHandler = async () => {
        isEnding = true;
        return { result: 'ran' };
      };
      const onEnd = async () => void told++;
      const jobs = runner([kind('work', work, { onEnd })], thisHolder(), 1_000, {
        ...test.database,
        owner: async (asked) => {
          if (!isEnding || isLost) return test.database.owner(asked);
          isLost = true;
          if (isWritten) await test.database.owner(asked);
          throw new OutcomeUnknownError('The connection went.');
        },
      });
      const id = await start(jobs, 'work');
      await jobs.idle();
      await jobs.look();
      const { state, result, attempts } = (await readJob(test.database, id)) ?? {};
      ends.push([state, result, attempts, told, isLost]);
    }
    expect(ends).toEqual([
      ['done', 'ran', 1, 1, true],
      ['done', 'ran', 1, 1, true],
    ]);
  });

  it('of whoever has the fewest running is next, and one person has so many open at most', async () => {
    const [greedy = 0, other = 0] = await test.database.owner(async (client) => {
      const { rows } = await client.query<{ id: number }>(
        `insert into app_user (username, full_name) values ('greedy', 'Greedy'), ('modest', 'Modest') returning id`,
      );
      return rows.map(({ id }) => id);
    });
    const shared = kind('shared', undefined, { lane: { id: 'shared', most: 2 }, mostOpen: 3 });
    const jobs = runner([shared]);
    const ask = async (userId: number) => (await jobs.start('shared', { payload: {}, userId })) as number;
    const mine = [await ask(greedy), await ask(greedy), await ask(greedy)];
    await expect(ask(greedy)).rejects.toMatchObject({ status: 429 });
    const theirs = await ask(other);
    const taken = [];
    for (let i = 0; i < 3; i++) taken.push((await takeJob(test.database, [shared], 'somebody'))?.id);
    expect(taken).toEqual([mine[0], theirs, undefined]);
    for (const id of [mine[0], theirs])
      await finishJob(test.database, id ?? 0, 'somebody', { state: 'done', problem: null });
    for (const id of mine.slice(1)) await jobs.cancel(id);
  });

  it('of one kind and key is open once at a time', async () => {
    const held = gate();
    const work: JobHandler = async () => {
      await held.passed;
      return { result: null };
    };
    const jobs = runner([kind('work', work), kind('other', work)]);
    const one = { payload: {}, userId: null, key: 'one' };
    expect(await jobs.start('work', one)).toBeTypeOf('number');
    expect(await jobs.start('work', one)).toBeNull();
    expect(await jobs.start('work', { ...one, key: 'two' })).toBeTypeOf('number');
    expect(await jobs.start('other', one)).toBeTypeOf('number');
    held.open();
    await jobs.idle();
    expect(await jobs.start('work', one)).toBeTypeOf('number');
  });
});

describe('several processes', () => {
  it('take each job once, and together no more of a lane than it has places', async () => {
    const ran: unknown[] = [];
    let now = 0;
    let most = 0;
    const two = gate();
    const work: JobHandler = async (job) => {
      ran.push(job.id);
      now += 1;
      most = Math.max(most, now);
      if (now === 2) two.open();
      await two.passed;
      await turn();
      now -= 1;
      return { result: null };
    };
    const lane = { id: 'test', most: 2 };
    const both = ['here:1:a', 'there:1:b'].map((holder) => runner([kind('work', work, { lane })], holder));
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, i) => start(both[i % 2] as JobRunner, 'work')),
    );
    for (let left = true; left; ) {
      await Promise.all(both.map((jobs) => jobs.look()));
      await Promise.all(both.map((jobs) => jobs.idle()));
      const states = await Promise.all(ids.map((id) => readJob(test.database, id)));
      left = states.some((job) => job?.state !== 'done');
    }
    expect(ran.sort()).toEqual([...ids].sort());
    expect(most).toBe(2);
  });

  it('take what another has queued', async () => {
    const ran = gate();
    const asks = runner([kind('work')], 'here:1:a');
    const does = runner(
      [
        kind('work', async () => {
          ran.open();
          return { result: null };
        }),
      ],
      'there:1:b',
      1,
    );
    does.follow();
    const id = await start(asks, 'work');
    await ran.passed;
    await does.idle();
    expect(await readJob(test.database, id)).toMatchObject({ state: 'done' });
  });

  it('give up the job of a dead one, and queued ones go on', async () => {
    const ends: unknown[] = [];
    const work = kind('work', async () => ({ result: 'ran' }), {
      onEnd: async (_client, job, end) => void ends.push([job.id, end.state]),
    });
    const dead = await queue('work');
    await takeJob(test.database, [work], thisHolder().replace(/[^:]+$/, 'another-life'));
    const queued = await queue('work');
    const jobs = runner([work]);
    expect(await jobs.look()).toEqual([dead]);
    await jobs.idle();
    expect(await readJob(test.database, dead)).toMatchObject({ state: 'failed', problem: INTERRUPTED });
    expect(await readJob(test.database, queued)).toMatchObject({ state: 'done' });
    expect(ends).toEqual([
      [dead, 'failed'],
      [queued, 'done'],
    ]);
  });

  it('begin the job of a dead one anew where nothing is done twice by that, and not for ever', async () => {
    const ran: unknown[] = [];
    const work = kind('work', async (job) => ({ result: ran.push(job.id) }), { repeats: true });
    const dead = thisHolder().replace(/[^:]+$/, 'another-life');
    const id = await queue('work');
    await takeJob(test.database, [work], dead);
    const [one, other] = [runner([work]), runner([work], 'there:1:b')];
    expect((await Promise.all([one.look(), other.look()])).flat()).toContain(id);
    await Promise.all([one.idle(), other.idle()]);
    expect(ran).toEqual([id]);
    expect(await readJob(test.database, id)).toMatchObject({ state: 'done', attempts: 2, problem: null });

    const deadly = await queue('work');
    await test.database.owner((client) =>
      client.query('update job set attempts = 2 where id = $1', [deadly]),
    );
    await takeJob(test.database, [work], dead);
    await one.look();
    await one.idle();
    expect(await readJob(test.database, deadly)).toMatchObject({ state: 'failed', problem: INTERRUPTED });
  });

  it('begin anew what a database that went away has interrupted, where nothing is done twice by that, and not for ever', async () => {
    const away = (times: number, Gone: typeof DatabaseDownError | typeof OutcomeUnknownError): JobHandler => {
      let left = times;
      return async () => {
        left -= 1;
        if (left >= 0) throw new Gone('The database does not answer.');
        return { result: 'whole' };
      };
    };
    const ends: unknown[] = [];
    for (const [times, repeats, error] of [
      [1, true, DatabaseDownError],
      [9, true, DatabaseDownError],
      [1, undefined, DatabaseDownError],
      // It went away with what the work kept.
      [1, true, OutcomeUnknownError],
      [1, undefined, OutcomeUnknownError],
    ] as const) {
      const jobs = runner([kind('work', away(times, error), repeats ? { repeats } : {})]);
      const id = await start(jobs, 'work');
      for (let look = 0; look < 4; look++) {
        await jobs.idle();
        await jobs.look();
      }
      await jobs.idle();
      await jobs.close();
      const { state, attempts } = (await readJob(test.database, id)) ?? {};
      ends.push([state, attempts]);
    }
    expect(ends).toEqual([
      ['done', 2],
      ['failed', 3],
      ['failed', 1],
      ['done', 2],
      ['failed', 1],
    ]);
  });

  it('ask a database that is still away again, until it takes the job back', async () => {
    let refused = 0;
    let isAway = false;
    const database: Database = {
      ...test.database,
      owner: async (work) => {
        if (!isAway) return test.database.owner(work);
        refused += 1;
        if (refused === 5) isAway = false;
        throw new DatabaseDownError('The database does not answer.');
      },
    };
    const work: JobHandler = async ({ attempts }) => {
      if (attempts > 1) return { result: 'whole' };
      isAway = true;
      throw new DatabaseDownError('The database does not answer.');
    };
    const jobs = runner([kind('work', work, { repeats: true })], thisHolder(), 1_000, database);
    const id = await start(jobs, 'work');
    const looked = async () => {
      await jobs.look();
      return (await readJob(test.database, id))?.state;
    };
    await expect.poll(looked).toBe('done');
    expect(await readJob(test.database, id)).toMatchObject({ attempts: 2, result: 'whole' });
  });

  it('hand on what is begun anew when they are stopped', async () => {
    const began = gate();
    const work: JobHandler = async (_job, { signal }) => {
      began.open();
      await new Promise((resume) => signal.addEventListener('abort', resume));
      signal.throwIfAborted();
      return { result: null };
    };
    const stopping = runner([kind('work', work, { repeats: true })]);
    const id = await start(stopping, 'work');
    await began.passed;
    await stopping.close();
    expect(await readJob(test.database, id)).toMatchObject({ state: 'queued', message: null });
    const next = runner([kind('work', async () => ({ result: 'whole' }), { repeats: true })], 'there:1:b');
    await next.look();
    await next.idle();
    expect(await readJob(test.database, id)).toMatchObject({ state: 'done', result: 'whole' });
  });

  it('do not write over one that took them for dead, and stop', async () => {
    const began = gate();
    const ends: string[] = [];
    const work: JobHandler = async (_job, { signal }) => {
      began.open();
      await new Promise((resume) => signal.addEventListener('abort', resume));
      return { result: 'late' };
    };
    const onEnd: JobKind['onEnd'] = async (_client, _job, end) => void ends.push(end.state);
    const slow = runner([kind('work', work, { onEnd })], 'here:1:a');
    const id = await start(slow, 'work');
    await began.passed;
    const end = { state: 'failed', problem: INTERRUPTED } as const;
    expect(await finishJob(test.database, id, 'here:1:a', end, onEnd)).toBe(true);
    await slow.idle();
    expect(await readJob(test.database, id)).toMatchObject({
      state: 'failed',
      problem: INTERRUPTED,
      result: null,
    });
    expect(ends).toEqual(['failed']);
    expect(logged.at(-1)).toContain(`Job ${id} (work) was given up for dead`);
  });

  it('clear what dead ones left, at their first look', async () => {
    let swept = 0;
    const sweep = async () => {
      swept += 1;
    };
    const jobs = runner([kind('work', async () => ({ result: null }), { sweep })]);
    await jobs.look();
    await jobs.look();
    expect(swept).toBe(1);
  });
});

describe('the holder of a job', () => {
  it('is dead when its process is gone, or silent from another host', () => {
    const [host] = thisHolder().split(':');
    expect(isHolderDead(thisHolder(), 0)).toBe(false);
    expect(isHolderDead(thisHolder(), SILENT_SECONDS + 1)).toBe(true);
    expect(isHolderDead(`${host}:4194000:aa`, 0, () => false)).toBe(true);
    expect(isHolderDead(`${host}:4194000:aa`, 0, () => true)).toBe(false);
    expect(isHolderDead('elsewhere:1:aa', 1, () => false)).toBe(false);
    expect(isHolderDead('elsewhere:1:aa', SILENT_SECONDS + 1, () => true)).toBe(true);
    expect(isHolderDead(null, 0)).toBe(false);
  });
});
