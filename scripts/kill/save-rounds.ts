// kill -9 of the server and of its database while saves run: every acknowledged save is found again, nothing is half.
import { randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { KillPlace } from './in-folder.ts';
import { momentAfter, Office, pause, randomOf } from './office.ts';

export interface KillResult {
  readonly acknowledged: number;
  readonly killedServers: number;
  readonly killedDatabases: number;
  /** One line per broken promise; empty when all are kept. */
  readonly broken: readonly string[];
}

interface Known {
  readonly id: number;
  version: number;
  text: string | null;
}

/** Saves one record after the other until `stopped`; a record whose save got no answer is not saved again this round. */
async function saveOn(
  office: Office,
  sales: readonly Known[],
  label: string,
  stopped: () => boolean,
  acknowledged: (sale: Known) => void,
): Promise<ReadonlyMap<number, string>> {
  const open = new Map<number, string>();
  for (let n = 0; !stopped(); n++) {
    const sale = sales[n % sales.length];
    if (!sale || open.has(sale.id)) {
      if (open.size === sales.length) break;
      continue;
    }
    const text = `${label} ${n}`;
    open.set(sale.id, text);
    try {
      const answer = await office.call('PUT', `/sales/${sale.id}`, {
        version: sale.version,
        purpose: text,
      });
      if (answer.status !== 200) continue;
      sale.version += 1;
      sale.text = text;
      open.delete(sale.id);
      acknowledged(sale);
    } catch {
      // No answer came: the save may be there or not, but never half.
    }
  }
  return open;
}

async function check(
  office: Office,
  sales: readonly Known[],
  open: ReadonlyMap<number, string>,
): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const sale of sales) {
    const { body } = await office.call('GET', `/sales/${sale.id}`);
    const kept = body.version === sale.version && (body.purpose ?? null) === sale.text;
    const finished = body.version === sale.version + 1 && body.purpose === open.get(sale.id);
    if (!kept && !finished)
      broken.push(
        `Sale ${sale.id}: acknowledged version ${sale.version} "${sale.text}", found ${body.version} "${body.purpose}".`,
      );
    const history = await office.call('GET', `/sales/${sale.id}/history`);
    const items = Array.isArray(history.body.items) ? history.body.items : [];
    const updates = items.filter((item: { readonly action?: unknown }) => item.action === 'update').length;
    if (updates !== Number(body.version) - 1)
      broken.push(`Sale ${sale.id}: version ${body.version}, yet ${updates} changes in its history.`);
    sale.version = Number(body.version);
    sale.text = typeof body.purpose === 'string' ? body.purpose : null;
  }
  return broken;
}

/** Runs the rounds; odd ones kill the server, even ones its database. */
export async function killSaves(options: KillPlace): Promise<KillResult> {
  // Started by root, the database runs as another user, who must get there.
  chmodSync(options.folder, 0o755);
  const random = randomOf(options.seed);
  const acks = join(options.folder, 'acknowledged.log');
  const office = new Office(options);
  const broken: string[] = [];
  const killed = { servers: 0, databases: 0 };
  let acknowledged = 0;
  await office.start();
  try {
    const password = office.printedPassword();
    await office.signIn(password);
    const sales: Known[] = [];
    for (let i = 0; i < 4; i++) {
      const made = await office.call('POST', '/sales', {
        request_id: randomUUID(),
        district_code: '001',
        purchase_price: 100_000 + i,
        contract_date: '2025-03-01',
        dealing_number: `KILL${i}`,
      });
      if (made.status !== 201) throw new Error(`No sale could be made: ${JSON.stringify(made.body)}`);
      sales.push({ id: Number(made.body.id), version: Number(made.body.version), text: null });
    }
    for (let round = 1; round <= options.rounds; round++) {
      const server = round % 2 === 1;
      const after = 100 + Math.floor(random() * 900);
      let stop = false;
      const saving = saveOn(
        office,
        sales,
        `round ${round}`,
        () => stop,
        (sale) => {
          acknowledged += 1;
          appendFileSync(acks, `${sale.id} ${sale.version} ${sale.text}\n`);
        },
      );
      await momentAfter(after, () => acknowledged > 0);
      if (server) {
        await office.kill();
        killed.servers += 1;
      } else {
        office.killDatabase();
        killed.databases += 1;
      }
      await pause(200);
      stop = true;
      const open = await saving;
      // The same start command recovers, whatever was killed.
      if (!server) await office.stop();
      await office.start();
      await office.signIn(password);
      broken.push(...(await check(office, sales, open)));
      options.log(
        `Round ${round}: the ${server ? 'server' : 'database'} was killed after ${after} ms; ${acknowledged} saves acknowledged so far.`,
      );
    }
  } finally {
    await office.stop();
  }
  return { acknowledged, killedServers: killed.servers, killedDatabases: killed.databases, broken };
}
