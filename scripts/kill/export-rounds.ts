// kill -9 of the server, and in every other round of its database with it, in each state of an export: what is marked as sent stands
// in a file, what is in no file is not marked, and the same export can be made again.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { runningServer } from '#server/database/embedded/start.ts';
import { startConfig } from '#server/database/pool.ts';
import { asOwner } from './annual-office.ts';
import type { KillPlace } from './in-folder.ts';
import { Office, type OfficeOptions, pause, randomOf } from './office.ts';

/** FILE: its bytes are in their place, and its transaction is not ended. */
export const exportMoments = ['QUEUED', 'PROCESSING', 'VALIDATING', 'FILE', 'READY'] as const;
export type ExportMoment = (typeof exportMoments)[number];

export interface ExportKillResult {
  /** Rounds in which the export was found as it was to be when it was killed. */
  readonly met: number;
  readonly broken: readonly string[];
}

const supps = 400;
const districts = ['001', '002'];

/** Supps of two districts that are ready, half in each. */
const fixture = `
  delete from export_message; delete from export_item; delete from export_job; delete from supp; delete from job; delete from property;
  delete from component;
  insert into component (district_code, code, zone_code) select d, 'AAA', 'R2' from unnest('{001,002}'::text[]) d;
  insert into property (id, district_code, zone_code, component_code, area, area_unit)
  select n, case when n <= 50 then '001' else '002' end, 'R2', 'AAA', 600, 'M' from generate_series(1, 100) n;
  insert into supp (id, property_id, supp_type, vg_workflow, received_on, valuer_id, inspected_on, transmit_status)
  overriding system value select n, 1 + n % 100, 'PO', 'W' || n, '2020-10-01', 1, '2020-10-05', 'T' from generate_series(1, ${supps}) n;
  insert into supp_value (supp_id, base_date, land_value) select id, '2020-07-01', 500000 from supp`;

interface Export {
  readonly id: number;
  readonly state: string;
  readonly items: number;
  readonly sha256: string | null;
  readonly sent: number;
  readonly told: number;
}

const exportsOf = (options: OfficeOptions) =>
  asOwner(options, async (client) => {
    const { rows } = await client.query<Export>(
      `select e.id::float8 as id, e.state, e.items, e.sha256,
         (select count(*)::integer from supp s where s.batch = 'EXP-' || e.id and s.transmit_status = 'S') as sent,
         (select count(*)::integer from export_item i where i.export_id = e.id and i.outcome = 'SENT') as told
       from export_job e order by e.id`,
    );
    return rows;
  });

/** Sees the state of an export as it comes, on a connection of its own. */
async function meet(options: OfficeOptions, moment: ExportMoment, id: number): Promise<boolean> {
  const running = runningServer({ dataDir: join(options.folder, 'data'), root: options.root });
  if (!running) throw new Error('The database of the office does not run.');
  const client = new pg.Client(startConfig(running));
  client.on('error', () => {});
  await client.connect();
  const file = join(options.folder, 'data', 'exports', String(id));
  try {
    for (let i = 0; i < 20_000; i++) {
      const { rows } = await client.query<{ state: string }>('select state from export_job where id = $1', [
        id,
      ]);
      const state = rows[0]?.state ?? '';
      if (moment === 'FILE' ? existsSync(file) && state !== 'READY' : state === moment) return true;
      if (state === 'READY' || state === 'FAILED') return false;
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** What is half: marked without a file, in a file without a mark, or of a state that nobody works on. */
async function halves(options: OfficeOptions, since: number): Promise<readonly string[]> {
  const folder = join(options.folder, 'data', 'exports');
  const kept = existsSync(folder) ? readdirSync(folder) : [];
  const broken: string[] = [];
  const made = await exportsOf(options);
  for (const { id, state, items, sha256, sent, told } of made) {
    const name = `export ${id} (${state})`;
    if (state === 'READY') {
      if (!kept.includes(String(id))) broken.push(`${name} has no file`);
      else {
        const bytes = readFileSync(join(folder, String(id)));
        if (createHash('sha256').update(bytes).digest('hex') !== sha256)
          broken.push(`the file of ${name} is another than that of its row`);
      }
      if (sent !== items || told !== items)
        broken.push(`${name} has ${items} items, ${told} told and ${sent} marked`);
    } else if (state !== 'FAILED') broken.push(`${name} is under way for ever`);
    else if (sent + told > 0) broken.push(`${name} marked ${sent} and told of ${told}`);
  }
  const ready = new Set(made.filter(({ state }) => state === 'READY').map(({ id }) => String(id)));
  const loose = kept.filter((name) => !ready.has(name));
  if (loose.length > 0) broken.push(`${loose.join(', ')} is left in the folder`);
  const [marked] = await asOwner(options, async (client) => {
    const { rows } = await client.query<{ n: number; twice: number }>(
      `select (select count(*)::integer from supp where transmit_status = 'S'
           and batch not in (select 'EXP-' || id from export_job where state = 'READY')) as n,
         (select count(*)::integer from (select row_id from audit where table_name = 'supp' and id > $1
           and fields ? 'batch' group by row_id having count(*) > 1) x) as twice`,
      [since],
    );
    return rows;
  });
  if (marked && marked.n > 0) broken.push(`${marked.n} supps are marked by no ready export`);
  if (marked && marked.twice > 0) broken.push(`${marked.twice} supps were marked twice`);
  return broken;
}

async function settled(options: OfficeOptions): Promise<boolean> {
  for (let i = 0; i < 600; i++) {
    const open = await asOwner(options, async (client) => {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::integer as n from job where state in ('queued', 'running')`,
      );
      return rows[0]?.n ?? 0;
    });
    if (open === 0) return true;
    await pause(100);
  }
  return false;
}

const create = (office: Office, of: readonly string[]) =>
  office.call('POST', '/exports', { type: 'supps', districts: of });

async function round(
  office: Office,
  options: KillPlace,
  moment: ExportMoment,
  {
    database,
    password,
    wait,
  }: { readonly database: boolean; readonly password: string | null; readonly wait: number },
): Promise<{ readonly broken: readonly string[]; readonly met: boolean; readonly told: string }> {
  const since = await asOwner(options, async (client) => {
    await client.query(`begin; ${fixture}; commit`);
    const { rows } = await client.query<{ id: number }>(
      'select coalesce(max(id), 0)::float8 as id from audit',
    );
    return rows[0]?.id ?? 0;
  });
  // One waits for the other: of two the later is queued.
  const first = await create(office, moment === 'QUEUED' ? ['001'] : districts);
  const asked = moment === 'QUEUED' ? await create(office, ['002']) : first;
  const met = await meet(options, moment, Number(asked.body.id));
  await pause(wait);
  if (database) office.killDatabase();
  await office.kill();
  await office.start();
  await office.signIn(password);
  const broken: string[] = [];
  if (!(await settled(options))) broken.push('a job is under way for ever');
  broken.push(...(await halves(options, since)));
  const told = (await exportsOf(options)).map(({ state, sent }) => `${state} with ${sent} marked`).join(', ');
  // The same again: what was not sent is sent now.
  for (const district of districts) {
    const again = await create(office, [district]);
    if (again.status === 200) continue;
    const message = String(again.body.message);
    if (!message.includes('nothing ready')) broken.push(`a repeat for ${district} answers ${message}`);
  }
  await settled(options);
  broken.push(...(await halves(options, since)));
  const sent = (await exportsOf(options)).reduce((sum, one) => sum + one.sent, 0);
  if (sent !== supps) broken.push(`${sent} of ${supps} supps are sent in the end`);
  return { broken, met, told };
}

/** Runs the rounds of a moment; even ones kill the database with the server. */
export async function killExports(moment: ExportMoment, options: KillPlace): Promise<ExportKillResult> {
  // Started by root, the database runs as another user, who must get there.
  chmodSync(options.folder, 0o755);
  const random = randomOf(options.seed);
  const office = new Office(options);
  const broken: string[] = [];
  let met = 0;
  await office.start();
  try {
    const password = office.printedPassword();
    await office.signIn(password);
    for (let i = 1; i <= options.rounds; i++) {
      const database = i % 2 === 0;
      // Within the state, not always at its begin; the file is there for moments only.
      const wait = moment === 'FILE' ? 0 : Math.floor(random() * 60);
      const one = await round(office, options, moment, { database, password, wait });
      if (one.met) met += 1;
      const told = `${moment}, round ${i}: the server${database ? ' and its database were' : ' was'} killed; ${one.told}`;
      options.log(`${told}.`);
      broken.push(...one.broken.map((what) => `${told}: ${what}.`));
    }
  } finally {
    await office.stop();
  }
  return { met, broken };
}
