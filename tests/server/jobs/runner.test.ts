import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isHolderDead, SILENT_SECONDS, thisHolder } from '#server/jobs/holder.ts';
import { insertJob, readJob, takeJob } from '#server/jobs/job-store.ts';
import { createJobRunner, INTERRUPTED, type JobHandler } from '#server/jobs/runner.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

const runner = (handlers: Readonly<Record<string, JobHandler>>) =>
  createJobRunner({ database: test.database, handlers, log: () => undefined, beatMs: 5 });

describe('a job', () => {
  it('runs and keeps its result', async () => {
    const jobs = runner({ add: async (job) => ({ result: { sum: (job.payload as { a: number }).a + 1 } }) });
    const id = await jobs.start('add', { a: 1 }, 1);
    await jobs.idle();
    expect(await readJob(test.database, id)).toMatchObject({
      state: 'done',
      progress: 100,
      result: { sum: 2 },
      attempts: 1,
    });
  });

  it('waits for the one before it', async () => {
    const order: string[] = [];
    const jobs = runner({
      note: async (job) => {
        order.push(`begin ${job.payload}`);
        await Promise.resolve();
        order.push(`end ${job.payload}`);
        return { result: null };
      },
    });
    await Promise.all(['a', 'b', 'c'].map((name) => jobs.start('note', name, null)));
    await jobs.idle();
    expect(order).toHaveLength(6);
    for (let i = 0; i < 6; i += 2) expect(order[i + 1]).toBe(order[i]?.replace('begin', 'end'));
  });

  it('fails with its problem, and the next one runs', async () => {
    const jobs = runner({
      fail: async () => {
        throw new Error('The file is gone.');
      },
      work: async () => ({ result: 'done' }),
    });
    const failed = await jobs.start('fail', {}, null);
    const next = await jobs.start('work', {}, null);
    await jobs.idle();
    expect(await readJob(test.database, failed)).toMatchObject({
      state: 'failed',
      problem: 'The file is gone.',
    });
    expect(await readJob(test.database, next)).toMatchObject({ state: 'done' });
  });

  it('tells its progress and hears that it is cancelled', async () => {
    const jobs = runner({
      long: async (_job, context) => {
        context.report(40, 'file 4 of 10');
        while (!context.isCancelled()) await new Promise((resume) => setTimeout(resume, 2));
        return { cancelled: true, result: null };
      },
    });
    const id = await jobs.start('long', {}, null);
    let row = await readJob(test.database, id);
    while (row?.progress !== 40) row = await readJob(test.database, id);
    expect(row).toMatchObject({ state: 'running', message: 'file 4 of 10' });
    expect(await jobs.cancel(id)).toBe(true);
    await jobs.idle();
    expect(await readJob(test.database, id)).toMatchObject({ state: 'cancelled' });
    expect(await jobs.cancel(id)).toBe(false);
  });

  it('that is cancelled while queued never runs', async () => {
    const id = await insertJob(test.database, 'work', {}, null);
    const jobs = runner({ work: async () => ({ result: 'ran' }) });
    expect(await jobs.cancel(id)).toBe(true);
    await jobs.recover();
    await jobs.idle();
    expect(await readJob(test.database, id)).toMatchObject({ state: 'cancelled', result: null });
  });

  it('whose process died is failed at the next start, and queued ones go on', async () => {
    const dead = await insertJob(test.database, 'work', {}, null);
    await takeJob(test.database, ['work'], thisHolder().replace(/[^:]+$/, 'another-life'));
    const queued = await insertJob(test.database, 'work', {}, null);
    const jobs = runner({ work: async () => ({ result: 'ran' }) });
    expect(await jobs.recover()).toEqual([dead]);
    await jobs.idle();
    expect(await readJob(test.database, dead)).toMatchObject({ state: 'failed', problem: INTERRUPTED });
    expect(await readJob(test.database, queued)).toMatchObject({ state: 'done' });
  });
});

describe('the holder of a job', () => {
  it('is dead when its process is gone, or silent from another host', () => {
    const [host] = thisHolder().split(':');
    expect(isHolderDead(thisHolder(), 0)).toBe(false);
    expect(isHolderDead(`${host}:4194000:aa`, 0, () => false)).toBe(true);
    expect(isHolderDead(`${host}:4194000:aa`, 0, () => true)).toBe(false);
    expect(isHolderDead('elsewhere:1:aa', 1, () => false)).toBe(false);
    expect(isHolderDead('elsewhere:1:aa', SILENT_SECONDS + 1, () => true)).toBe(true);
    expect(isHolderDead(null, 0)).toBe(false);
  });
});
