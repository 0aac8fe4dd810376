// The disk under the database fills: what was acknowledged stays, the rest is refused in a sentence, and work goes on when
// there is room again. An office of its own, on a disk that nobody else needs.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { psiText, saleLine } from '#tests/server/import/psi-text.ts';
import { freePort } from '#tests/support/application.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';
import { pause } from '../kill/office.ts';
import { demand, type Fault } from './fault.ts';
import { FaultOffice } from './fault-office.ts';

const firstSales = 200;
const moreSales = 5_000;
const sentence = 'cannot write to its disk';

function salesFile(from: number, count: number): string {
  const lines = Array.from({ length: count }, (_, i) =>
    saleLine({ pid: String(from + i), house: String(1 + (i % 300)), dealing: `AZ${from + i}` }),
  );
  return psiText(lines, `20220110 02:${String(from % 60).padStart(2, '0')}`);
}

/** Leaves so many bytes free. */
export function fill(place: string, spare: number): string {
  const filler = join(place, 'filler');
  const { bavail, bsize } = statfsSync(place);
  spawnSync('fallocate', ['-l', String(Math.max(4096, bavail * bsize - spare)), filler]);
  return filler;
}

async function imported(office: FaultOffice, name: string, text: string) {
  const sent = await office.fetch(`/imports/upload?name=${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: text,
  });
  const { job_id: job } = (await sent.json()) as { readonly job_id?: number };
  demand(sent.status < 300 && job !== undefined, `The upload answered ${sent.status}.`);
  for (let i = 0; i < 600; i++) {
    const { body } = await office.call('GET', `/jobs/${job}`);
    if (body.state !== 'queued' && body.state !== 'running') return body;
    await pause(100);
  }
  throw new Error('The import does not end.');
}

async function salesOf(office: FaultOffice): Promise<number> {
  const [row] = await office.sql('select count(*)::integer as n from sale');
  return (row as { readonly n: number }).n;
}

/** Saves until the disk is full; the sale as it was acknowledged last. */
async function saveUntilFull(office: FaultOffice, id: number) {
  let held = (await office.call('GET', `/sales/${id}`)).body;
  for (let i = 0; i < 2_000; i++) {
    const words = randomBytes(1_900).toString('hex');
    const change = { version: held.version, internal_notes: { blocks: [{ type: 'p', text: words }] } };
    const { status, body } = await office.call('PUT', `/sales/${id}`, change);
    if (status === 200) held = body;
    else return { status, message: String(body.message), held };
  }
  throw new Error('The disk does not fill.');
}

export const diskFaults: readonly Fault[] = [
  {
    name: 'a disk that fills under the database during a save and an import',
    run: async () => {
      const folder = temporaryFolder('full');
      const place = join(folder.path, 'data');
      mkdirSync(place);
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=900m', 'tmpfs', place]).status === 0;
      const office = new FaultOffice(root, folder.path, await freePort());
      try {
        demand(mounted, 'skipped: a small disk cannot be mounted here');
        office.prepare({});
        await office.start();
        await imported(office, 'first.DAT', salesFile(1_000, firstSales));
        demand((await salesOf(office)) === firstSales, `There are ${await salesOf(office)} sales.`);
        const [first] = await office.sql('select min(id)::integer as id from sale');
        const { id } = first as { readonly id: number };

        let filler = fill(place, 0);
        const { status, message, held } = await saveUntilFull(office, id);
        demand(status === 507 && message.includes(sentence), `A save answered ${status}: ${message}`);
        const seen = (await office.call('GET', `/sales/${id}`)).body;
        demand(seen.version === held.version, `Version ${seen.version} is there, ${held.version} was told.`);
        rmSync(filler);

        filler = fill(place, 1024 * 1024);
        const failed = await imported(office, 'more.DAT', salesFile(9_000, moreSales));
        demand(
          JSON.stringify(failed).includes(sentence),
          `The import says ${JSON.stringify(failed).slice(0, 600)}`,
        );
        demand((await salesOf(office)) === firstSales, `${await salesOf(office)} sales are half an import.`);
        rmSync(filler);

        const again = await office.call('PUT', `/sales/${id}`, { version: seen.version, house_number: '77' });
        demand(again.status === 200, `With room again a save answered ${again.status}.`);
        await imported(office, 'more.DAT', salesFile(9_000, moreSales));
        demand(
          (await salesOf(office)) === firstSales + moreSales,
          `${await salesOf(office)} sales are there.`,
        );
      } finally {
        await office.stop();
        if (mounted) spawnSync('umount', [place]);
        folder.remove();
      }
    },
  },
];
