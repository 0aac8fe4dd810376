// kill -9 of the server, and in every other round of its database with it, while a file of a kind is imported: nothing of it or all
// of it is there, what is told of it is true, and the same file completes.
import { chmodSync } from 'node:fs';
import { beforeSample, importSamples } from '#tests/support/import-samples.ts';
import { type Contents, contentsOf, lastEntry } from '#tests/support/table-contents.ts';
import { asOwner } from './annual-office.ts';
import type { KillPlace } from './in-folder.ts';
import { Office, type OfficeOptions, pause, randomOf } from './office.ts';

export const fileKinds = Object.keys(importSamples);

export interface FileKillResult {
  /** Rounds in which the kill came before the file was in. */
  readonly caught: number;
  readonly broken: readonly string[];
}

/** Enough that it takes a while, few enough that twenty rounds do not take the day. */
const lines = 1_000;

interface Told {
  /** Files of the kind by their state; files of exceptions have none. */
  readonly states: readonly string[];
  /** Lines of files that are done, and fates of lines. */
  readonly read: number;
  readonly fates: number;
}

const tellOf = (options: OfficeOptions): Promise<Told> =>
  asOwner(options, async (client) => {
    const { rows } = await client.query<Told>(
      `select coalesce(array_agg(f.state order by f.id), '{}') as states,
         coalesce(sum(f.read_count) filter (where f.state = 'done'), 0)::integer as read,
         coalesce(sum((select count(distinct l.line_no) from import_log l where l.file_id = f.id and l.action <> 'error'))
           filter (where f.state = 'done'), 0)::integer as fates
       from import_file f where f.kind <> 'UPLOAD'`,
    );
    return rows[0] ?? { states: [], read: 0, fates: 0 };
  });

const standing = (options: OfficeOptions, since: number): Promise<Contents> =>
  asOwner(options, (client) => contentsOf(client, since));

const makeAnew = (options: OfficeOptions, kind: string): Promise<number> =>
  asOwner(options, async (client) => {
    await client.query(`begin; ${beforeSample(kind, lines)}; commit`);
    return lastEntry(client);
  });

/** False where a job is still under way after a minute. */
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

const differing = (one: Contents, other: Contents) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((table) => one[table] !== other[table]);

interface Whole {
  readonly before: Contents;
  readonly after: Contents;
  readonly ms: number;
}

interface Kill {
  readonly after: number;
  readonly database: boolean;
  readonly password: string | null;
}

async function killedOnce(office: Office, options: KillPlace, kind: string, whole: Whole, kill: Kill) {
  const sample = importSamples[kind];
  const bytes = Buffer.from(sample?.file(lines) ?? '');
  const since = await makeAnew(options, kind);
  const answer = office.upload(sample?.path ?? '', bytes).catch(() => null);
  await pause(kill.after);
  if (kill.database) office.killDatabase();
  await office.kill();
  await answer;
  await office.start();
  await office.signIn(kill.password);
  const broken: string[] = [];
  if (!(await settled(options))) broken.push('a job is under way for ever');
  const found = await standing(options, since);
  const fromBefore = differing(found, whole.before);
  const fromAfter = differing(found, whole.after);
  if (fromBefore.length > 0 && fromAfter.length > 0)
    broken.push(`${fromBefore.join(', ')} are not as before, ${fromAfter.join(', ')} not as after`);
  const written = fromBefore.length > 0;
  const told = await tellOf(options);
  if (kind !== 'vat' && told.states.includes('done') !== written)
    broken.push(
      `its file is ${told.states.join(', ') || 'not there'}, and it is ${written ? '' : 'not '}written`,
    );
  if (told.states.some((state) => !['done', 'failed', 'cancelled'].includes(state)))
    broken.push(`its file is ${told.states.join(', ')} after the restart`);
  const again = await office.upload(sample?.path ?? '', bytes);
  if (kind === 'vat' ? again.status !== (written ? 422 : 200) : again.status !== 200)
    broken.push(`the file again answers ${again.status} ${JSON.stringify(again.body)}`);
  if (!(await settled(options))) broken.push('the repeat is under way for ever');
  const other = differing(await standing(options, since), whole.after);
  if (other.length > 0) broken.push(`in the end ${other.join(', ')} are not as after an undisturbed import`);
  const end = await tellOf(options);
  if (kind !== 'vat' && (end.read !== lines || end.fates !== lines))
    broken.push(`in the end ${end.read} lines are read and ${end.fates} have their fate, of ${lines}`);
  return { broken, written };
}

async function undisturbed(office: Office, options: KillPlace, kind: string): Promise<Whole> {
  const sample = importSamples[kind];
  const since = await makeAnew(options, kind);
  const before = await standing(options, since);
  const begun = Date.now();
  const { status, body } = await office.upload(sample?.path ?? '', Buffer.from(sample?.file(lines) ?? ''));
  await settled(options);
  const ms = Date.now() - begun;
  const after = await standing(options, since);
  if (status !== 200 || differing(before, after).length === 0)
    throw new Error(`A file of ${kind} answers ${status} ${JSON.stringify(body)} and changes nothing.`);
  return { before, after, ms };
}

export async function killFiles(kind: string, options: KillPlace): Promise<FileKillResult> {
  // Started by root, the database runs as another user, who must get there.
  chmodSync(options.folder, 0o755);
  const random = randomOf(options.seed);
  const office = new Office(options);
  const broken: string[] = [];
  let caught = 0;
  await office.start();
  try {
    const password = office.printedPassword();
    await office.signIn(password);
    const whole = await undisturbed(office, options, kind);
    options.log(`${kind} alone: ${lines} lines in ${whole.ms} ms.`);
    for (let round = 1; round <= options.rounds; round++) {
      const after = Math.floor(random() * whole.ms);
      const database = round % 2 === 0;
      const one = await killedOnce(office, options, kind, whole, { after, database, password });
      if (!one.written) caught += 1;
      const told = `${kind}, round ${round}: the server${database ? ' and its database were' : ' was'} killed after ${after} ms with ${one.written ? 'all' : 'nothing'} of the file in`;
      options.log(`${told}.`);
      broken.push(...one.broken.map((what) => `${told}: ${what}.`));
    }
  } finally {
    await office.stop();
  }
  return { caught, broken };
}
