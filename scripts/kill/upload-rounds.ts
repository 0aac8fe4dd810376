// kill -9 of the server and of its database while an uploaded file is imported: nothing half, and a repeat completes.
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KillPlace } from './in-folder.ts';
import { type Answer, Office, pause, randomOf } from './office.ts';

export interface UploadKillOptions extends KillPlace {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface UploadKillResult {
  /** Rounds whose kill fell before the import was done. */
  readonly caught: number;
  readonly broken: readonly string[];
}

interface Counts {
  /** Sales of all files that say they are done. */
  readonly told: number;
  /** Sales in the database. */
  readonly found: number;
  readonly open: number;
}

async function counts(office: Office): Promise<Counts> {
  const query = async (screen: string, source: string, totals: object): Promise<Answer['body']> =>
    (await office.call('POST', '/query', { screen, source, params: {}, dataset: 'real', limit: 0, totals }))
      .body;
  const figures = async (screen: string, source: string) => {
    const { body } = await office.call('POST', '/query', {
      screen,
      source,
      params: {},
      dataset: 'real',
      limit: 1,
    });
    const values = body.values;
    return Array.isArray(values) ? values.map((column: readonly unknown[]) => Number(column[0])) : [];
  };
  const files = await query('trx/import', 'files', { new_count: 'sum' });
  const sales = (await office.call('POST', '/sales/count', { criteria: [] })).body.count;
  const [open] = await figures('trx/import', 'running');
  const totals = files.totals as { readonly new_count?: number };
  return { told: Number(totals.new_count ?? 0), found: Number(sales), open: open ?? Number.NaN };
}

async function finished(office: Office, job: number): Promise<string> {
  for (let i = 0; i < 600; i++) {
    const { body } = await office.call('GET', `/jobs/${job}`);
    if (body.state !== 'queued' && body.state !== 'running') return String(body.state);
    await pause(100);
  }
  return 'never';
}

export async function killUploads(options: UploadKillOptions): Promise<UploadKillResult> {
  const random = randomOf(options.seed);
  const broken: string[] = [];
  let caught = 0;
  let whole: number | null = null;
  chmodSync(options.folder, 0o755);
  // Round 0 is left alone: it tells how many sales a whole import has.
  for (let round = 0; round <= options.rounds; round++) {
    const folder = join(options.folder, `round-${round}`);
    mkdirSync(folder, { mode: 0o755 });
    const office = new Office({ ...options, folder });
    await office.start();
    try {
      const password = office.printedPassword();
      await office.signIn(password);
      const send = () =>
        office.upload(`/imports/upload?name=${encodeURIComponent(options.name)}`, options.bytes);
      const { body } = await send();
      if (round === 0) {
        await finished(office, Number(body.job_id));
        whole = (await counts(office)).found;
        continue;
      }
      // A week is in after about a quarter of a second.
      const after = Math.floor(random() * 280);
      await pause(after);
      const server = round % 2 === 1;
      if (server) await office.kill();
      else {
        office.killDatabase();
        await office.stop();
      }
      await office.start();
      await office.signIn(password);
      const left = await counts(office);
      if (left.told !== left.found)
        broken.push(`Round ${round}: the files tell of ${left.told} sales, ${left.found} are there.`);
      if (left.open !== 0)
        broken.push(`Round ${round}: ${left.open} files are still under way after the restart.`);
      if (left.found !== whole) caught += 1;
      const again = await send();
      const state = await finished(office, Number(again.body.job_id));
      const end = await counts(office);
      if (end.found !== whole || end.told !== whole)
        broken.push(
          `Round ${round}: the repeat ended ${state} with ${end.found} sales, told ${end.told}; a whole import has ${whole}.`,
        );
      options.log(
        `Round ${round}: the ${server ? 'server' : 'database'} was killed after ${after} ms with ${left.found} of ${whole} sales in; the repeat completed them.`,
      );
    } finally {
      await office.stop();
    }
  }
  return { caught, broken };
}
