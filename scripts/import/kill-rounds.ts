// An import is killed with -9 at random moments, again and again; nothing may be half there, and a last run that is
// left in peace ends with the tables of an import that nobody disturbed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#server/database/open-database.ts';
import { type Checksums, tableChecksums } from '#server/import/checksums.ts';

/** A small generator of random numbers from a seed (mulberry32), so that a round can be told again. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Weekly files with repeats and contradictions between the weeks. */
export function weeks(
  random: () => number,
  files: number,
  salesEach: number,
): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (let week = 0; week < files; week++) {
    const day = `2022${String(1 + Math.floor(week / 28)).padStart(2, '0')}${String(1 + (week % 28)).padStart(2, '0')}`;
    const lines: string[] = [];
    for (let i = 1; i <= salesEach; i++) {
      const pid = 3_000_000 + Math.floor(random() * files * salesEach * 0.7);
      const price = 300_000 + 1000 * Math.floor(random() * 3);
      const head = `001;${pid};${i};${day} 01:02`;
      lines.push(
        `B;${head};;;${1 + (pid % 90)};HIGH ST;CESSNOCK;2325;${400 + (pid % 300)};M;20211201;20211220;${price};R2;R;RESIDENCE;;AA${'ABC'[pid % 3]};;0;AR${pid % 5000};`,
        `C;${head};${1 + (pid % 40)}/${100_000 + (pid % 900)};`,
      );
    }
    all[`001_SALES_DATA_NNME_${week}.DAT`] = [
      `A;RTSALEDATA;001;${day} 01:00;VALNET;`,
      ...lines,
      `Z;${lines.length + 2};${salesEach};${salesEach};0;`,
      '',
    ].join('\n');
  }
  return all;
}

const INVARIANTS: Readonly<Record<string, string>> = {
  'a record without its file':
    "select count(*)::integer as n from sale_received r where not exists (select from import_file f where f.id = r.file_id and f.state = 'done')",
  'a file with other than its records': `select count(*)::integer as n from import_file f where f.state = 'done'
    and f.read_count <> (select count(*) from sale_received r where r.file_id = f.id)`,
  'a file twice': `select count(*)::integer as n from (
    select from import_file where state = 'done' group by sha256 having count(*) > 1) t`,
  'a record without its sale':
    'select count(*)::integer as n from sale_received r where not exists (select from sale s where s.natural_key = r.natural_key)',
  'a sale without its record': `select count(*)::integer as n from sale s where not exists (
    select from sale_received r where r.file_id = s.file_id and r.line_no = s.line_no and r.natural_key = s.natural_key)`,
  'a sale without its property':
    'select count(*)::integer as n from sale s where not exists (select from property p where p.id = s.property_id)',
  'a line without its log': `select count(*)::integer as n from sale_received r where not exists (
    select from import_log g where g.file_id = r.file_id and g.line_no = r.line_no and g.field is null)`,
  'a dealing wrongly counted': `select count(*)::integer as n from sale s where s.dealing_size <> (
    select count(*) from sale t where t.dealing_number = s.dealing_number)`,
};

export async function brokenInvariants(database: Pick<Database, 'owner'>): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [name, sql] of Object.entries(INVARIANTS)) {
    const { rows } = await database.owner((client) => client.query<{ n: number }>(sql));
    if (rows[0]?.n !== 0) broken.push(`${name}: ${rows[0]?.n}`);
  }
  return broken;
}

export interface KillRounds {
  readonly rounds: number;
  readonly killed: number;
  readonly broken: readonly string[];
  readonly expected: Checksums;
  readonly found: Checksums;
}

/**
 * `fresh` opens an empty database and tells its address. Each round starts an import of the same files into one
 * database and kills it after a random part of the time that an undisturbed import takes.
 */
export async function killRounds(
  fresh: () => Promise<{ readonly database: Database; readonly url: string; drop(): Promise<void> }>,
  options: {
    readonly rounds: number;
    readonly seed: number;
    readonly root: string;
    readonly log: (line: string) => void;
  },
): Promise<KillRounds> {
  const random = seededRandom(options.seed);
  const folder = mkdtempSync(join(tmpdir(), 'cadastre-kill-'));
  const paths = Object.entries(weeks(random, 40, 50)).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const peaceful = await fresh();
  const disturbed = await fresh();
  try {
    const whole = await runImport(options.root, peaceful.url, paths, null);
    const expected = await peaceful.database.owner((client) => tableChecksums(client));
    const broken: string[] = [];
    let killed = 0;
    for (let round = 1; round <= options.rounds; round++) {
      const after = whole.ms * random();
      const run = await runImport(options.root, disturbed.url, paths, after);
      if (run.killed) killed++;
      const found = await brokenInvariants(disturbed.database);
      const files = await disturbed.database.owner((client) =>
        client.query<{ n: number }>("select count(*)::integer as n from import_file where state = 'done'"),
      );
      options.log(
        `round ${round}: ${run.killed ? `killed after ${Math.round(after)} ms` : 'ended by itself'}, ${files.rows[0]?.n} files in, ${found.length === 0 ? 'whole' : found.join('; ')}`,
      );
      broken.push(...found.map((each) => `round ${round}: ${each}`));
      // All in: the next rounds begin anew.
      if (files.rows[0]?.n === paths.length && round < options.rounds) await empty(disturbed.database);
    }
    await runImport(options.root, disturbed.url, paths, null);
    broken.push(...(await brokenInvariants(disturbed.database)));
    const found = await disturbed.database.owner((client) => tableChecksums(client));
    return { rounds: options.rounds, killed, broken, expected, found };
  } finally {
    await peaceful.drop();
    await disturbed.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function empty(database: Pick<Database, 'owner'>): Promise<void> {
  await database.owner((client) =>
    client.script(
      'truncate sale_received, sale, sale_conflict, analysis, import_log, import_file, property, legal_lot, property_value, component cascade',
    ),
  );
}

/**
 * The shell command in a process of its own. Time runs from its first line of progress, so that kills fall into the
 * import itself; killed after `ms` where given.
 */
function runImport(
  root: string,
  url: string,
  paths: readonly string[],
  ms: number | null,
): Promise<{ readonly ms: number; readonly killed: boolean }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(root, 'scripts/import.ts'), ...paths, '--batch', '4'],
    { cwd: root, env: { ...process.env, DATABASE_URL: url }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let errors = '';
  let began: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
    if (began !== null || !errors.includes(' files, ')) return;
    began = performance.now();
    if (ms !== null) timer = setTimeout(() => child.kill('SIGKILL'), ms);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (timer !== null) clearTimeout(timer);
      const killed = signal === 'SIGKILL';
      if (!killed && code !== 0) reject(new Error(`The import ended with ${code}: ${errors}`));
      else resolve({ ms: began === null ? 0 : performance.now() - began, killed });
    });
  });
}
