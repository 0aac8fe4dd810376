// What comes and goes by itself: the inbox folder, and the export by the clock.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createContext } from '#server/context.ts';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { psiText, saleLine } from '#tests/server/import/psi-text.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let folder: string;
// A Monday of the office, later than any setting of the test, and a minute before six in its evening.
const monday = '2090-01-02T00:00:00Z';
const evening = Date.parse('2090-01-02T06:59:00Z');

beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: monday });
  folder = join(server.context.config.dataDir, 'inbox');
  for (const [name, role, districts] of [
    ['otto', 'office', ['001', '002']],
    ['fay', 'office', ['002']],
    ['vic', 'valuer', ['001', '002']],
  ] as const)
    await server.addUser(name, role, districts);
  await server.addUser('cara', 'administrator', '*');
  await sql(`insert into role (name, title) values ('chief', 'Chief');
    insert into role_permission (role_id, perm) select id, 'coptU' from role where name = 'chief'`);
  await server.addUser('carl', 'chief', ['001']);
});
afterAll(() => server?.close());

const sql = (text: string) => server.database.owner((client) => client.script(text));
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
const set = async (key: string, value: object, by = 'cara') => {
  const [row] = await rows(`select id, version from setting where key = '${key}'`);
  return server.call('PUT', `/settings/${row?.id}`, {
    token: await server.tokenOf(by),
    body: { version: row?.version, ...value },
  });
};
const saved = async (key: string, value: object) => {
  const answer = await set(key, value);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
};
/** A look of the server, and a later one that finds what has not changed meanwhile; then all is waited for. */
const look = async (times = 2) => {
  for (let i = 0; i < times; i++) {
    server.wait(6_000);
    await server.context.jobs.look();
    await server.context.jobs.idle();
  }
};
const lay = (name: string, text: string | Buffer) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
};
const files = (of = '') => (existsSync(join(folder, of)) ? readdirSync(join(folder, of)).sort() : []);
const log = () => rows('select kind, name, state, said from transfer_log order by id');
const sales = async () => Number((await rows('select count(*)::integer as n from sale'))[0]?.n);

describe('the inbox folder', () => {
  beforeEach(() => sql('delete from transfer_log'));

  it('is not read until the options say so, nor while nobody who may import is named', async () => {
    lay('a.DAT', psiText([saleLine()]));
    await look();
    expect([files(), await log()]).toEqual([['a.DAT'], []]);
    await saved('inbox.on', { flag: true });
    await look(4);
    await saved('inbox.user', { text: 'vic' });
    await look(4);
    expect(files().filter((name) => name.endsWith('.DAT'))).toEqual(['a.DAT']);
    // Each said once, not at every look.
    expect((await log()).map(({ said }) => said)).toEqual([
      'Files wait in the folder, and nobody is named to import them. Set “Import as”.',
      'Files wait in the folder: vic may not import.',
    ]);
    expect(await sales()).toBe(0);
  });

  it('is imported as by the person who is named, whose file is put away with what came of it', async () => {
    await saved('inbox.user', { text: 'otto' });
    lay('wrong.DAT', 'no sales file');
    await look();
    expect(await sales()).toBe(1);
    const entries = await log();
    expect(entries.map(({ name, state }) => [name, state])).toEqual([
      ['a.DAT', 'DONE'],
      ['wrong.DAT', 'FAILED'],
    ]);
    expect(entries[0]?.said).toBe('1 file read.');
    const [done, result] = files('done');
    expect([done, result]).toEqual([expect.stringMatching(/^\d+ a\.DAT$/), `${done}.result.txt`]);
    expect(readFileSync(join(folder, 'done', `${result}`), 'utf8')).toBe('1 file read.\r\n');
    expect(files('failed').map((name) => name.replace(/^\d+ /, ''))).toEqual([
      'wrong.DAT',
      'wrong.DAT.result.txt',
    ]);
    expect([files('under way'), files().filter((name) => name.endsWith('.DAT'))]).toEqual([[], []]);
    // An import like others, of otto's.
    expect(
      await rows(`select distinct u.username from import_file f join app_user u on u.id = f.uploaded_by`),
    ).toEqual([{ username: 'otto' }]);
    const told = await rows(`select n.notify_type from notification n join app_user u on u.id = n.to_user_id
      where u.username = 'otto' and n.notify_type = 'IMPTDONE'`);
    expect(told).toHaveLength(2);
  });

  it('leaves out the districts of others, and tells of what was seen before', async () => {
    await saved('inbox.user', { text: 'fay' });
    lay('foreign.DAT', psiText([saleLine({ dealing: 'AB2' })]));
    await look();
    await saved('inbox.user', { text: 'otto' });
    lay('again.DAT', psiText([saleLine()]));
    await look();
    expect((await log()).map(({ said }) => said)).toEqual([
      '1 file read. 1 left out: of districts that the user does not work in.',
      '1 file read. 1 seen before, nothing changed.',
    ]);
    expect(await sales()).toBe(1);
  });

  it('takes no file that is being written, no link, and none that a program has not finished', async () => {
    const text = psiText([saleLine({ dealing: 'AB3' })]);
    writeFileSync(join(server.context.config.dataDir, 'elsewhere.DAT'), text);
    symlinkSync(join(server.context.config.dataDir, 'elsewhere.DAT'), join(folder, 'link.DAT'));
    for (const name of ['.hidden.DAT', 'b.DAT.part', 'b.tmp']) lay(name, text);
    lay('half.DAT', text.slice(0, 40));
    await look(1);
    lay('half.DAT', text.slice(0, 80));
    await look(1);
    expect([await sales(), await log()]).toEqual([1, []]);
    lay('half.DAT', text);
    await look(1);
    expect(await log()).toEqual([]);
    await look(1);
    expect((await log()).map(({ name, state }) => [name, state])).toEqual([['half.DAT', 'DONE']]);
    expect(await sales()).toBe(2);
    // Finished by a rename.
    renameSync(join(folder, 'b.DAT.part'), join(folder, 'b.DAT'));
    await look();
    expect((await log()).at(-1)?.said).toBe('1 file read. 1 seen before, nothing changed.');
    expect(files().filter((name) => !['done', 'failed', 'under way'].includes(name))).toEqual([
      '.hidden.DAT',
      'b.tmp',
      'link.DAT',
    ]);
  });

  it.each([
    ['before its row', null, null],
    ['before its import', 'UNDERWAY', null],
    ['while it was imported', 'UNDERWAY', 'failed'],
    ['after it was imported', 'UNDERWAY', 'done'],
  ])('finishes what a process left that was killed %s', async (_when, state, job) => {
    const before = await sales();
    const dealing = `K${_when.replaceAll(' ', '').slice(-6)}`;
    writeFileSync(join(folder, 'under way', 'left.DAT'), psiText([saleLine({ dealing })]));
    if (job !== null)
      await sql(`insert into job (kind, lane, payload, state, problem, result, created_by) values ('import', 'import', '{}', '${job}',
        ${job === 'failed' ? `(select 'Interrupted: the process that ran this ended. What was finished is kept whole; repeat it for the rest.')` : 'null'},
        '{"files": 1, "fails": 0}', 1)`);
    if (state !== null)
      await sql(`insert into transfer_log (kind, name, held_as, job_id) values ('INBOX', 'left.DAT', 'left.DAT',
        ${job === null ? 'null' : '(select max(id) from job)'})`);
    await look();
    const entries = await log();
    expect(entries).toEqual([{ kind: 'INBOX', name: 'left.DAT', state: 'DONE', said: '1 file read.' }]);
    expect(files('under way')).toEqual([]);
    expect(files('done').filter((name) => name.endsWith('left.DAT')).length).toBeGreaterThan(0);
    expect((await sales()) - before).toBe(job === 'done' ? 0 : 1);
  });

  it('is read by one of two servers', async () => {
    const { config, database } = server.context;
    const other = createContext(config, database, {
      now: server.context.now,
      readFiles: () => readDefinitionFiles(config.root),
    });
    lay('both.DAT', psiText([saleLine({ dealing: 'AB9' })]));
    for (let i = 0; i < 3; i++) {
      server.wait(6_000);
      await Promise.all([server.context.jobs.look(), other.jobs.look()]);
    }
    await Promise.all([server.context.jobs.idle(), other.jobs.idle()]);
    await other.jobs.close();
    expect(await log()).toMatchObject([{ name: 'both.DAT', state: 'DONE', said: '1 file read.' }]);
    await saved('inbox.on', { flag: null });
  });
});

describe('the export by the clock', () => {
  const scheduled = () =>
    rows(
      `select state, said, export_id is not null as exported from transfer_log where kind = 'SCHEDULE' order by id`,
    );
  beforeAll(async () => {
    await sql(`insert into component (code, district_code, zone_code) values ('RAA', '001', 'R2'), ('RAA', '002', 'R2');
      delete from property;
      insert into property (id, district_code, zone_code, component_code, area, area_unit) values
        (1, '001', 'R2', 'RAA', 600, 'M'), (2, '002', 'R2', 'RAA', 700, 'M')`);
  });
  const supp = (id: number, property: number) =>
    sql(`insert into supp (id, property_id, supp_type, vg_workflow, received_on, valuer_id, inspected_on, transmit_status)
        overriding system value values (${id}, ${property}, 'PO', 'W${id}', '2026-10-01', 1, '2026-10-05', 'T');
      insert into supp_value (supp_id, base_date, land_value) values (${id}, '2026-07-01', 500000)`);
  const day = 24 * 3_600_000;

  it('is made once at its day and time by whoever is named, of what is ready, whichever server looks', async () => {
    await supp(1, 1);
    await saved('schedule.type', { text: 'supps' });
    await saved('schedule.user', { text: 'otto' });
    server.wait(evening - server.context.now().getTime());
    await look(2);
    expect(await scheduled()).toEqual([]);
    server.wait(60_000);
    const { config, database } = server.context;
    const other = createContext(config, database, {
      now: server.context.now,
      readFiles: () => readDefinitionFiles(config.root),
    });
    await other.studio.reload();
    for (let i = 0; i < 3; i++) {
      server.wait(6_000);
      await Promise.all([server.context.jobs.look(), other.jobs.look()]);
      await Promise.all([server.context.jobs.idle(), other.jobs.idle()]);
    }
    await other.jobs.close();
    const [made] = await rows('select id, state, districts, created_by from export_job order by id');
    expect(made).toMatchObject({ state: 'READY', districts: ['001'] });
    expect(await scheduled()).toEqual([
      { state: 'DONE', said: `Export ${made?.id} of 001 was begun.`, exported: true },
    ]);
    expect(await rows(`select transmit_status as s from supp`)).toEqual([{ s: 'S' }]);
    expect(await rows(`select u.username from app_user u where u.id = ${made?.created_by}`)).toEqual([
      { username: 'otto' },
    ]);
  });

  it('waits for its day, and says when nothing was ready', async () => {
    for (let i = 0; i < 6; i++) {
      server.wait(day);
      await look(1);
    }
    expect(await scheduled()).toHaveLength(1);
    server.wait(day);
    await look(1);
    expect((await scheduled()).at(-1)).toEqual({
      state: 'DONE',
      said: 'Nothing was ready.',
      exported: false,
    });
  });

  it('that was missed for long waits for the next day of its kind', async () => {
    await supp(2, 2);
    server.wait(7 * day + 13 * 3_600_000);
    await look(1);
    expect(await scheduled()).toHaveLength(2);
  });

  it('has the rights of whoever is named, as they are', async () => {
    // From the morning to the evening.
    server.wait(11 * 3_600_000);
    await saved('schedule.districts', { text: '001, 002' });
    await saved('schedule.day', { text: 'every day' });
    await saved('schedule.user', { text: 'fay' });
    const next = async () => {
      server.wait(day);
      await look(1);
      return (await scheduled()).at(-1);
    };
    expect(await next()).toMatchObject({
      state: 'FAILED',
      said: 'You do not work in district 001. Nothing was exported.',
    });
    await saved('schedule.user', { text: 'vic' });
    expect(await next()).toMatchObject({
      state: 'FAILED',
      said: expect.stringMatching(/^You may not export: Supps/),
    });
    await sql(`update app_user set active = false where username = 'vic'`);
    expect(await next()).toMatchObject({ state: 'FAILED', said: 'There is no active user “vic”.' });
    await saved('schedule.user', { text: null });
    expect(await next()).toMatchObject({
      state: 'FAILED',
      said: 'Nobody is named to export. Set “Export as”.',
    });
    expect(await rows(`select transmit_status as s from supp where id = 2`)).toEqual([{ s: 'T' }]);
    await saved('schedule.type', { text: 'none' });
    const before = (await scheduled()).length;
    await next();
    expect(await scheduled()).toHaveLength(before);
  });
});

describe('what the options take', () => {
  it('is a user who is there, districts, and a time; somebody else is named by administrators alone', async () => {
    const said = async (key: string, text: string, by = 'cara') => {
      const { status, json } = await set(key, { text }, by);
      return status === 200 ? 200 : json.errors?.[0]?.message;
    };
    expect(await said('inbox.user', 'nobody')).toBe('There is no active user “nobody”.');
    expect(await said('inbox.user', 'vic')).toBe('There is no active user “vic”.');
    expect(await said('schedule.time', '25:00')).toBe('Give hours and minutes, such as 18:00.');
    expect(await said('schedule.districts', '001, 999')).toBe(
      'No district: 999. Give codes such as 001, 002.',
    );
    expect(await said('schedule.type', 'all')).toMatch(/^Use one of: none, supps/);
    expect(await said('schedule.user', 'cara', 'carl')).toBe(
      'Name yourself. Who may administer the system names others.',
    );
    expect(await said('schedule.user', 'carl', 'carl')).toBe(200);
    expect(await said('schedule.time', '07:30')).toBe(200);
  });
});
