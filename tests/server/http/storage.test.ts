import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryToWrite, watchDataFolder } from '#server/access/data-folder.ts';
import { createFaults } from '#server/access/faults.ts';
import { readRestarts } from '#server/access/restarts.ts';
import { buildApp } from '#server/app.ts';
import { writeBackup } from '#server/database/backup.ts';
import type { Operation } from '#server/definitions/operation-file.ts';
import { openLogFile } from '#server/plugins/log-file.ts';
import { toProblem } from '#server/plugins/problems.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { screens } from '#tests/support/http-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'cadastre-storage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const now = () => new Date('2026-03-04T05:06:07Z');

describe('a log', () => {
  it('goes on after a failed write, loses nothing that it can hold and says so once', async () => {
    const file = join(folder, 'full', 'request.jsonl');
    let room = true;
    const told: (string | null)[] = [];
    const log = openLogFile(file, {
      told: (problem) => told.push(problem),
      append: async (path, text) => {
        if (!room) throw full();
        if (!existsSync(join(folder, 'full'))) tryToWrite(join(folder, 'full'));
        await appendFile(path, text);
      },
      retryMs: 5,
    });
    const settled = async (lines: number) => {
      for (
        let i = 0;
        i < 400 && (!existsSync(file) || readFileSync(file, 'utf8').split('\n').length <= lines);
        i++
      )
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    log.write('1\n');
    await settled(1);
    room = false;
    log.write('2\n');
    log.write('3\n');
    for (let i = 0; i < 400 && told.length < 2; i++) await new Promise((resolve) => setTimeout(resolve, 5));
    room = true;
    await settled(3);
    log.write('4\n');
    await log.close();
    expect(readFileSync(file, 'utf8')).toBe('1\n2\n3\n4\n');
    expect(new Set(told)).toEqual(new Set(['ENOSPC: no space left on device, write', null]));
    expect(told.at(-1)).toBe(null);
  });

  it('forgets the oldest lines where they are more than it can hold, and says how many', async () => {
    const file = join(folder, 'gap.jsonl');
    let room = false;
    const log = openLogFile(file, {
      told: () => {},
      append: async (path, text) => {
        if (!room) throw full();
        await appendFile(path, text);
      },
      retryMs: 5,
    });
    for (let i = 0; i < 50; i++) log.write(`${String(i).padEnd(199_999, '.')}\n`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    room = true;
    await log.close();
    const [first, second] = readFileSync(file, 'utf8').split('\n');
    expect(first).toMatch(/^\{"event":"log-gap","lines":30\}$/);
    expect(second).toMatch(/^30\./);
  });

  it('puts a full file aside, keeps so many, and finds a new one where somebody moved it away', async () => {
    const place = mkdtempSync(join(folder, 'turn-'));
    const file = join(place, 'security.jsonl');
    const write = async (text: string) => {
      const log = openLogFile(file, { told: () => {}, mostBytes: 10, kept: 2 });
      log.write(text);
      await log.close();
    };
    for (const text of ['a\n', 'bbbbbbbbbb\n', 'cccccccccc\n', 'dddddddddd\n', 'e\n']) await write(text);
    expect((await readdir(place)).sort()).toEqual(['security.jsonl', 'security.jsonl.1', 'security.jsonl.2']);
    expect(readFileSync(file, 'utf8')).toBe('e\n');
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('dddddddddd\n');
    rmSync(file);
    await write('f\n');
    expect(readFileSync(file, 'utf8')).toBe('f\n');
  });
});

describe('a data folder', () => {
  it('that cannot be written, or is nearly full, is one sentence each, taken back when it works', async () => {
    const said: string[] = [];
    const faults = createFaults(now, (line) => said.push(line));
    let works = false;
    const look = (free: number) =>
      watchDataFolder('/data', faults, {
        write: () => {
          if (!works) throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
        },
        free: async () => free,
      }).look();
    await look(57 * 1024 * 1024);
    await look(52 * 1024 * 1024);
    expect(faults.list().map(({ text, since }) => [text, since])).toEqual([
      [
        'The data folder /data cannot be written (EROFS: read-only file system). Make it writable for the user that runs the server, make room on its disk, or set CADASTRE_DATA to another folder.',
        '2026-03-04T05:06:07.000Z',
      ],
      [
        'The disk of the data folder /data is nearly full: about 50 MB are left. Make room.',
        '2026-03-04T05:06:07.000Z',
      ],
    ]);
    works = true;
    await look(1024 ** 3);
    expect(faults.list()).toEqual([]);
    expect(said).toHaveLength(4);
  });

  it('that cannot be written is found by writing', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(() => tryToWrite(file)).toThrow();
    tryToWrite(folder);
  });
});

describe('a server on a disk or with files that fail', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestApp({ screens });
  });
  afterAll(() => server.close());

  it('serves everything but a broken operation, and tells it on /health and on its page', async () => {
    const broken = (id: string, more: object): Operation => ({
      ...(server.context.operations.find((one) => one.id === 'app.licence') as Operation),
      id,
      path: `/${id}`,
      ...more,
    });
    const app = await buildApp({
      ...server.context,
      operations: [
        ...server.context.operations,
        broken('app.nowhere', {}),
        broken('app.licence', { path: '/open', permission: 'nobody' }),
        broken('app.seen', { path: '/health' }),
      ],
    });
    try {
      const health = await app.inject({ url: '/api/health' });
      expect(health.statusCode).toBe(200);
      expect(health.json()).toMatchObject({ status: 'degraded', faults: ['operation'] });
      expect((await app.inject({ url: '/api/app.nowhere' })).statusCode).toBe(404);
      expect((await app.inject({ url: '/api/open' })).statusCode).toBe(404);
      const token = await server.tokenOf('admin');
      const page = await app.inject({ url: '/api/app/server', headers: { authorization: `JWT ${token}` } });
      const texts = page.json().faults.map(({ text }: { text: string }) => text);
      expect(texts[0]).toContain('has no handler. Write server/modules/app/nowhere.ts');
      expect(texts[1]).toContain('which is no permission');
      expect(texts).toHaveLength(3);
      expect(page.json()).toMatchObject({ restarts: 0, restart_reason: null });
    } finally {
      await app.close();
      for (const { kind, of } of server.context.faults.list()) server.context.faults.set(kind, of, null);
    }
    expect((await server.call('GET', '/health')).json.status).toBe('ok');
  });

  it.each([
    ['a save', Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })],
    ['an upload', full()],
    ['a read-only disk', Object.assign(new Error('EROFS'), { code: 'EROFS' })],
  ])('answers %s that finds no room with what to do, and not 500', (_, error) => {
    expect(toProblem(error)).toMatchObject({ status: 507, code: 'no-room' });
  });

  it('fails a backup alone when its disk fills, and leaves nothing of it', async () => {
    const file = join(folder, 'backup.cadastre.gz');
    // The stream takes some and then fails, while nobody waits for room in it.
    const filling = () => {
      let taken = 0;
      return new Writable({
        write(chunk: Buffer, _encoding, done) {
          taken += chunk.length;
          setImmediate(() => done(taken > 40_000 ? full() : null));
        },
      });
    };
    // More than the sockets hold: the table is under way when the disk is full.
    await server.database.owner((client) =>
      client.query(`insert into property (id, district_code, suburb, internal_notes)
        select 900000 + g, '001', 'SUB', repeat(md5(g::text), 500) from generate_series(1, 2000) g`),
    );
    const made = server.database.connection((client) => writeBackup(client, file, () => {}, filling));
    await expect(made).rejects.toThrow('ENOSPC');
    await server.database.owner((client) => client.query(`delete from property where suburb = 'SUB'`));
    expect(existsSync(file)).toBe(false);
    expect((await server.call('GET', '/health')).status).toBe(200);
  });

  it('reads what npm start says of the server before it', () => {
    expect(readRestarts('{"count":2,"at":"2026-01-01T00:00:00.000Z","reason":"ended by SIGKILL"}')).toEqual({
      count: 2,
      at: '2026-01-01T00:00:00.000Z',
      reason: 'ended by SIGKILL',
    });
    expect(readRestarts(undefined).count).toBe(0);
    expect(readRestarts('{').count).toBe(0);
  });
});
