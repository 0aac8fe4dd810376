// The primary dies while many save: what was acknowledged is there, and nobody was told anything but 503.
import { pause } from '../kill/office.ts';
import { type Check, expect } from './check.ts';
import type { Cluster } from './cluster.ts';
import { addSale } from './records.ts';

const writers = 20;
/** Saves before the primary dies, and after another took over. */
const enough = 60;

interface Told {
  acknowledged: number;
  /** When the last one was, and the longest time without one. */
  last: number;
  longest: number;
  readonly refusals: Map<string, number>;
  readonly broken: string[];
}

async function read({ admin, proxy }: Cluster, id: number): Promise<{ version: number; purpose: unknown }> {
  for (let i = 0; i < 300; i++) {
    const { status, body } = await admin.call(proxy, 'GET', `/sales/${id}`);
    if (status === 200) return { version: Number(body.version), purpose: body.purpose };
    await pause(200);
  }
  throw new Error(`Sale ${id} is not answered.`);
}

/** Saves one record on and on, and holds the server to what it said of each save. */
async function saveOn(cluster: Cluster, n: number, told: Told, stopped: () => boolean): Promise<void> {
  const sale = await addSale(cluster, '001');
  const kept = { version: sale.version, purpose: null as unknown };
  const path = `/sales/${sale.id}`;
  for (let i = 0; !stopped(); i++) {
    const purpose = `Writer ${n}, save ${i}`;
    const { status, body } = await cluster.admin
      .call(cluster.proxy, 'PUT', path, { version: kept.version, purpose })
      .catch((error: unknown) => ({ status: 0, body: { code: String(error) } }));
    if (status === 200) {
      kept.version += 1;
      kept.purpose = purpose;
      told.acknowledged += 1;
      const at = performance.now();
      told.longest = Math.max(told.longest, at - told.last);
      told.last = at;
    } else {
      const reason = `${status} ${body.code}`;
      told.refusals.set(reason, (told.refusals.get(reason) ?? 0) + 1);
      if (status !== 503) told.broken.push(`${path}: ${status} ${JSON.stringify(body)}`);
      if (body.code === 'outcome-unknown') {
        const found = await read(cluster, sale.id);
        const done = found.version === kept.version + 1 && found.purpose === purpose;
        if (done) Object.assign(kept, found);
      }
      await pause(200);
    }
    await pause(30);
  }
  const found = await read(cluster, sale.id);
  if (found.version !== kept.version || (found.purpose ?? null) !== kept.purpose)
    told.broken.push(`${path}: ${JSON.stringify(kept)} was acknowledged, ${JSON.stringify(found)} is there.`);
}

export const failOverCheck: Check = {
  name: `the primary is killed while ${writers} people save, and everything acknowledged is there`,
  run: async (cluster) => {
    const told: Told = {
      acknowledged: 0,
      last: performance.now(),
      longest: 0,
      refusals: new Map(),
      broken: [],
    };
    let stop = false;
    const saving = Promise.all(
      Array.from({ length: writers }, (_, n) => saveOn(cluster, n, told, () => stop)),
    );
    const until = async (most: number) => {
      for (let i = 0; told.acknowledged < most && i < 3_000; i++) await Promise.race([pause(50), saving]);
    };
    try {
      await until(enough);
      told.longest = 0;
      await cluster.failOver();
      await until(told.acknowledged + enough);
    } finally {
      stop = true;
    }
    await saving;
    expect(told.broken.length === 0, told.broken.join('\n    '));
    expect(told.acknowledged >= 2 * enough, `${told.acknowledged} saves were acknowledged in all.`);
    const refusals =
      [...told.refusals].map(([reason, n]) => `${n} × ${reason}`).join(', ') || 'nothing refused';
    const away = (told.longest / 1000).toFixed(1);
    return `${told.acknowledged} saves, ${away} s without an answer that it was done; told meanwhile: ${refusals}`;
  },
};
