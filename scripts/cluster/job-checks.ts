import { pause } from '../kill/office.ts';
import { type Check, expect } from './check.ts';
import { type Cluster, database } from './cluster.ts';

export async function beginJob({ admin }: Cluster, port: number, district: string): Promise<number> {
  const { status, body } = await admin.ask(port, 'POST', '/audits/run', { districts: [district] });
  expect(status === 200 && typeof body.job === 'number', `No job: ${status} ${JSON.stringify(body)}`);
  return body.job;
}

async function rowOf({ primary }: Cluster, job: number) {
  const [row] = await primary.sql(
    `select state, attempts, locked_by, problem from job where id = ${job}`,
    database,
  );
  expect(row !== undefined, `There is no job ${job}.`);
  return row;
}

export async function endedJob(cluster: Cluster, job: number) {
  for (let i = 0; ; i++) {
    const row = await rowOf(cluster, job);
    if (row.state !== 'queued' && row.state !== 'running') return row;
    expect(i < 1_200, `Job ${job} does not end: ${JSON.stringify(row)}`);
    await pause(100);
  }
}

export const jobChecks: readonly Check[] = [
  {
    name: 'jobs that both servers were asked for are each done once',
    run: async (cluster) => {
      const districts = await cluster.primary.sql(
        'select code from district where current order by code limit 8',
        database,
      );
      const jobs: number[] = [];
      for (const [n, { code }] of districts.entries())
        jobs.push(await beginJob(cluster, cluster.members[n % 2 === 0 ? 0 : 1].port, String(code)));
      for (const job of jobs) {
        const { state, attempts, problem } = await endedJob(cluster, job);
        expect(
          state === 'done' && attempts === 1,
          `Job ${job}: ${state} after ${attempts} attempts, ${problem}.`,
        );
      }
    },
  },
  {
    name: 'a job whose server is killed is ended by the other',
    run: async (cluster) => {
      const { primary, members } = cluster;
      const open = `select from job where state in ('queued', 'running')`;
      while ((await primary.sql(open, database)).length > 0) await pause(100);
      const job = await primary.with(database, async (holding) => {
        // What the job keeps at its end waits for this.
        await holding.query('begin; lock table audit_result in share mode');
        const begun = await beginJob(cluster, cluster.proxy, '001');
        const blocked = `select from pg_locks where relation = 'audit_result'::regclass and not granted`;
        for (let i = 0; (await primary.sql(blocked, database)).length === 0; i++) {
          expect(i < 600, `Job ${begun} keeps nothing: ${JSON.stringify(await rowOf(cluster, begun))}`);
          await pause(100);
        }
        const holder = Number(String((await rowOf(cluster, begun)).locked_by).split(':')[1]);
        const killed = members.find(({ pid }) => pid === holder);
        expect(killed !== undefined, `Process ${holder} holds the job, and is none of the servers.`);
        await killed.end('SIGKILL');
        await holding.query('rollback');
        return { begun, killed };
      });
      const from = performance.now();
      const { state, attempts } = await endedJob(cluster, job.begun);
      const ms = performance.now() - from;
      await job.killed.start();
      expect(state === 'done' && attempts === 2, `It is ${state} after ${attempts} attempts.`);
      return `after ${(ms / 1000).toFixed(1)} s`;
    },
  },
];
