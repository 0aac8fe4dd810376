// Nothing ends the server, and something starts it again.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { propertiesFile, reportFiles } from '#tests/support/report-files.ts';
import { type Answer, pause } from '../kill/office.ts';
import { demand, type Fault } from './fault.ts';

const longRows = 100_000;
const pagesRead = 12;
const mostMemory = 600;

async function settled(holds: () => Promise<boolean>, what: string, seconds = 10): Promise<void> {
  for (let i = 0; i < 10 * seconds; i++) {
    if (await holds()) return;
    await pause(100);
  }
  throw new Error(what);
}

const kill = (name: string, signal: NodeJS.Signals): Fault => ({
  name,
  run: async (office) => {
    process.kill(office.serverPid(), signal);
  },
});

export const serverFaults: readonly Fault[] = [
  {
    name: `one user lists ${longRows.toLocaleString('en-AU')} rows with the longest texts, three pages at once`,
    files: propertiesFile('long', ['id', 'internal_notes', 'land_description']),
    setUp: `insert into property (id, district_code, internal_notes, land_description)
      select g, '001', rpad(g || ' ', 4000, 'note '), jsonb_build_object('entityMap', '{}'::jsonb, 'blocks', jsonb_build_array(
        jsonb_build_object('key', 'a', 'text', rpad(g || ' ', 2000, 'word '), 'type', 'unstyled', 'depth', 0,
          'inlineStyleRanges', '[]'::jsonb, 'entityRanges', '[]'::jsonb, 'data', '{}'::jsonb)))
      from generate_series(1, ${longRows}) g`,
    run: async (office) => {
      let offset = 0;
      for (let page = 0; page < pagesRead; page++) {
        const limit = longRows - offset;
        const answers = await Promise.all([0, 0, 0].map(() => office.query('long', { offset, limit })));
        const { status, body } = answers[0] ?? { status: 0, body: {} };
        demand(status === 200, `A page answered ${status}: ${JSON.stringify(body).slice(0, 200)}`);
        demand(
          Number(body.count) > 0 && Number(body.total) === longRows,
          `A page held ${String(body.count)} rows.`,
        );
        offset += Number(body.count);
        demand(office.memory() < mostMemory, `The server had ${office.memory()} MB.`);
      }
      demand(office.memory() > 0, 'The memory of the server is not known here.');
    },
  },
  {
    name: 'a report whose one value is 600 MB',
    files: reportFiles(
      'giant',
      `select g as id, to_json(repeat('x', 600000000)) as words from generate_series(1, 1) g order by 1`,
      ['id', 'words'],
    ),
    run: async (office) => {
      const { status, body } = await office.query('report/giant');
      demand(status === 422, `It answered ${status}: ${JSON.stringify(body).slice(0, 200)}`);
    },
  },
  {
    name: 'queries with a NUL byte, 2,000 columns, 20,000 parentheses',
    files: {
      ...reportFiles('nul', "select 'a\u0000b' as id", ['id']),
      ...reportFiles(
        'wide',
        `select ${Array.from({ length: 2_000 }, (_, i) => `${i} as c${i}`).join(', ')}`,
        ['c1'],
      ),
      ...reportFiles('deep', `select ${'('.repeat(20_000)}1${')'.repeat(20_000)} as id`, ['id']),
    },
    run: async (office) => {
      for (const name of ['nul', 'wide', 'deep'])
        demand(office.output().includes(`screens/report/${name}.sql`), `No finding names ${name}.sql.`);
    },
  },
  {
    name: 'a broken operation file',
    files: { 'schemas/operations/broken.file.json': '{' },
    run: async (office) => {
      const health = await office.health();
      demand(
        JSON.stringify(health?.body).includes('operation'),
        `/health says ${JSON.stringify(health?.body)}`,
      );
    },
  },
  {
    name: 'a log that cannot be written for a while',
    run: async (office) => {
      const place = join(office.dataDir, 'log');
      const file = join(place, 'request.jsonl');
      const lines = () => readFileSync(file, 'utf8').split('\n').length;
      // A folder in the file's place: whoever runs this, nobody can append to it.
      await settled(async () => {
        try {
          rmSync(file, { force: true });
          mkdirSync(file);
          return true;
        } catch {
          // The server wrote its next line between the two.
          return false;
        }
      }, 'The log is written too often.');
      await settled(
        async () => JSON.stringify((await office.health())?.body).includes('"log"'),
        '/health does not tell of the log.',
      );
      rmSync(file, { recursive: true });
      await settled(
        async () => existsSync(file) && statSync(file).isFile() && lines() > 2,
        'The log does not go on.',
      );
    },
  },
  {
    name: 'a disk that fills during saves and a backup',
    run: async (office) => {
      const place = join(office.dataDir, 'backups');
      mkdirSync(place, { recursive: true });
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', place]).status === 0;
      demand(mounted, 'skipped: a small disk cannot be mounted here');
      try {
        spawnSync('dd', ['if=/dev/zero', `of=${join(place, 'full')}`, 'bs=4k', 'count=3']);
        const { body } = await office.call('POST', '/app/backups', {});
        let job: Answer['body'] = {};
        await settled(
          async () => {
            job = (await office.call('GET', `/jobs/${String(body.job_id)}`)).body;
            return job.state === 'failed';
          },
          'The backup did not fail.',
          60,
        );
        demand(
          String(job.problem).includes('cannot write to its disk'),
          `The job says ${String(job.problem)}`,
        );
      } catch (error) {
        const { body: jobs } = await office.call('GET', '/jobs');
        throw new Error(`${String(error)} ${JSON.stringify(jobs).slice(0, 500)}`);
      } finally {
        spawnSync('umount', [place]);
      }
    },
  },
  {
    name: 'an answer that is cut off on its way',
    run: async (office) => {
      for (let i = 0; i < 20; i++)
        await office.call('GET', '/definitions', undefined, 1 + i).catch(() => undefined);
    },
  },
  kill('kill -9 of the server', 'SIGKILL'),
  kill('the server aborts', 'SIGABRT'),
  {
    name: 'kill -9 of the database',
    run: async (office) => {
      process.kill(office.databasePid(), 'SIGKILL');
    },
  },
];
