// Each part dies in turn while many save and read what they saved: what was acknowledged is there, and is seen at once.
import { pause } from '../kill/office.ts';
import { type Check, expect } from './check.ts';
import type { Cluster } from './cluster.ts';
import { beginJob, endedJob } from './job-checks.ts';
import { addSale } from './records.ts';

const writers = 20;
/** Saves before a part dies, and after it is replaced. */
const enough = 60;
const downMs = 1_000;

interface Part {
  readonly name: string;
  /** Kills it, and brings another or the same in its place. */
  readonly strike: (cluster: Cluster, round: number) => Promise<void>;
  /** Once nobody saves any more. */
  readonly mend?: (cluster: Cluster) => Promise<void>;
  /** Requests that were on their way may go without an answer. */
  readonly losesRequests?: true;
}

export const parts: readonly Part[] = [
  {
    name: 'the primary',
    strike: (cluster) => cluster.failOver(),
    mend: (cluster) => cluster.mend(),
  },
  {
    name: 'pgbouncer',
    strike: async ({ pooler, primary, replica }) => {
      await pooler.end('SIGKILL');
      await pause(downMs);
      pooler.start(primary.port, replica.port);
    },
  },
  {
    name: 'a server',
    losesRequests: true,
    strike: async ({ members }, round) => {
      const member = members[Math.floor(round / parts.length) % 2 === 0 ? 0 : 1];
      await member.end('SIGKILL');
      await pause(downMs);
      await member.start();
    },
  },
  {
    // A save waits for it, and is answered when it is there again.
    name: 'the replica',
    strike: async ({ replica }) => {
      await replica.kill();
      await pause(downMs);
      await replica.start();
    },
  },
];

interface Told {
  acknowledged: number;
  /** Lists that had the save of just before. */
  seen: number;
  /** When the last one was, and the longest time without one. */
  last: number;
  longest: number;
  readonly refusals: Map<string, number>;
  readonly broken: string[];
}

async function read({ admin, proxy }: Cluster, id: number): Promise<{ version: number; suburb: unknown }> {
  for (let i = 0; i < 300; i++) {
    const { status, body } = await admin.call(proxy, 'GET', `/sales/${id}`);
    if (status === 200) return { version: Number(body.version), suburb: body.suburb };
    await pause(200);
  }
  throw new Error(`Sale ${id} is not answered.`);
}

/** A list, which the replica may answer, by whichever server. */
async function look({ admin, proxy }: Cluster, suburb: string, told: Told): Promise<void> {
  const criteria = [{ fld: 'suburb', op: 'eq', val: suburb }];
  const { status, body } = await admin.call(proxy, 'POST', '/sales/count', { criteria });
  if (status === 200 && body.count === 1) told.seen += 1;
  else if (status === 200) told.broken.push(`${suburb} was saved, and ${body.count} are counted.`);
  else if (![429, 502, 503].includes(status))
    told.broken.push(`The count of ${suburb}: ${status} ${JSON.stringify(body)}`);
}

/** Saves one record on and on, and holds the servers to what they said of each save. */
async function saveOn(
  cluster: Cluster,
  name: string,
  part: Part,
  told: Told,
  stopped: () => boolean,
): Promise<void> {
  const sale = await addSale(cluster, '001');
  const kept = { version: sale.version, suburb: null as unknown };
  /** What may have been saved: nobody answered. */
  let unknown: string | null = null;
  const path = `/sales/${sale.id}`;
  for (let i = 0; !stopped(); i++) {
    const suburb = `${name}S${i}`;
    const { status, body } = await cluster.admin.call(cluster.proxy, 'PUT', path, {
      version: kept.version,
      suburb,
    });
    if (status === 200) {
      Object.assign(kept, { version: kept.version + 1, suburb });
      unknown = null;
      told.acknowledged += 1;
      const at = performance.now();
      told.longest = Math.max(told.longest, at - told.last);
      told.last = at;
      await look(cluster, suburb, told);
    } else {
      const isLost = status === 502 && part.losesRequests === true;
      const reason = `${status} ${body.code ?? 'without an answer'}`;
      told.refusals.set(reason, (told.refusals.get(reason) ?? 0) + 1);
      if (isLost || body.code === 'outcome-unknown') unknown = suburb;
      const found = unknown === null ? null : await read(cluster, sale.id);
      const isDone = found?.version === kept.version + 1 && found.suburb === unknown;
      if (isDone) {
        Object.assign(kept, found);
        unknown = null;
      } else if (status !== 503 && !isLost) told.broken.push(`${path}: ${status} ${JSON.stringify(body)}`);
      await pause(200);
    }
    await pause(30);
  }
  const found = await read(cluster, sale.id);
  const isSame = found.version === kept.version && (found.suburb ?? null) === kept.suburb;
  const isDone = unknown !== null && found.version === kept.version + 1 && found.suburb === unknown;
  if (!isSame && !isDone)
    told.broken.push(`${path}: ${JSON.stringify(kept)} was acknowledged, ${JSON.stringify(found)} is there.`);
}

export function killRound(round: number): Check {
  const part = parts[round % parts.length] as Part;
  return {
    name: `round ${round + 1}: ${part.name} is killed while ${writers} people save, and all that was acknowledged is there`,
    run: async (cluster) => {
      const told: Told = {
        acknowledged: 0,
        seen: 0,
        last: performance.now(),
        longest: 0,
        refusals: new Map(),
        broken: [],
      };
      let stop = false;
      const saving = Promise.all(
        Array.from({ length: writers }, (_, n) => saveOn(cluster, `R${round}W${n}`, part, told, () => stop)),
      );
      const until = async (most: number) => {
        for (let i = 0; told.acknowledged < most && i < 3_000; i++) await Promise.race([pause(50), saving]);
      };
      let job = 0;
      try {
        await until(enough);
        job = await beginJob(cluster, cluster.proxy, '001');
        told.longest = 0;
        told.last = performance.now();
        const before = told.acknowledged;
        await part.strike(cluster, round);
        await until(Math.max(before, told.acknowledged) + enough);
      } finally {
        stop = true;
      }
      await saving;
      const { state, problem } = await endedJob(cluster, job);
      await part.mend?.(cluster);
      expect(told.broken.length === 0, told.broken.slice(0, 20).join('\n    '));
      expect(told.acknowledged >= 2 * enough, `${told.acknowledged} saves were acknowledged in all.`);
      expect(state === 'done', `The job ${job} is ${state}: ${problem}`);
      const refusals =
        [...told.refusals].map(([reason, n]) => `${n} × ${reason}`).join(', ') || 'nothing refused';
      const away = (told.longest / 1000).toFixed(1);
      return `${told.acknowledged} saves, ${told.seen} of them counted by a list that was answered next, none missed; ${away} s without a save; ${refusals}`;
    },
  };
}
