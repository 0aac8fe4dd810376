import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReader } from '#server/import/open-reader.ts';
import type { JobKind } from '#server/jobs/job-kind.ts';
import { insertJob, takeJob } from '#server/jobs/job-store.ts';
import { root } from '#tests/support/database-server.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { uploadFile } from '#tests/support/sent-file.ts';
import { rowsOf } from './import-of.ts';
import { psiText, saleLine } from './psi-text.ts';
import { zipOf } from './zip-of.ts';

let server: TestServer;
let office: string;
let viewer: string;

beforeAll(async () => {
  server = await startTestApp({ screens: {} });
  await server.addUser('olga', 'office', ['001']);
  await server.addUser('vera', 'viewer', ['001']);
  office = await server.tokenOf('olga');
  viewer = await server.tokenOf('vera');
});
afterAll(() => server.close());

const upload = (name: string, content: Buffer | string, query = '', token: string | null = office) =>
  uploadFile(server, token, name, content, query);
const finished = async (jobId: number) => {
  await server.context.jobs.idle();
  return (await server.call('GET', `/jobs/${jobId}`, { token: office })).json;
};
const imports = () => server.context.jobs.kinds.find(({ id }) => id === 'import') as JobKind;
const list = async () =>
  (await server.call('GET', '/imports', { token: office })).json as Record<string, unknown>[];

/** Each upload in one line, as the page of imports and the dashboard read it. */
const uploads = async () => {
  const sql = readFileSync(join(root, 'schemas/queries/uploads.sql'), 'utf8');
  return server.database.owner(async (client) => (await client.query(sql)).rows as Record<string, unknown>[]);
};

describe('an upload', () => {
  it('is refused to who may not import', async () => {
    const file = psiText([saleLine()]);
    expect((await upload('a.DAT', file, '', null)).status).toBe(401);
    expect((await upload('a.DAT', file, '', viewer)).status).toBe(403);
    for (const [method, path] of [
      ['GET', '/imports'],
      ['GET', '/imports/log?ids=1'],
      ['PUT', '/imports/files/1/undo'],
    ] as const) {
      expect((await server.call(method, path, { token: viewer })).status, path).toBe(403);
    }
  });

  it('is one line while it waits, and however many files lay in it', async () => {
    await server.database.owner((client) =>
      client.script(`insert into import_file (name, archive, state, job_id, read_count)
          select i || '.DAT', '2024.zip!week.zip!' || i || '.DAT', case when i = 7 then 'failed' else 'done' end, 9001, 11
          from generate_series(1, 310) as i;
        insert into import_file (name, kind, state, job_id) values ('2025.zip', 'UPLOAD', 'queued', 9002);
        insert into import_file (name, state) values ('alone.DAT', 'failed')`),
    );
    const found = await uploads();
    expect(found.find(({ upload_no }) => upload_no === 9001)).toMatchObject({
      upload: '2024.zip',
      brought: '3,410 sales in 310 files',
      failed_files: 1,
      import_state: 'done',
    });
    expect(found.find(({ upload_no }) => upload_no === 9002)).toMatchObject({
      upload: '2025.zip',
      brought: null,
      files: 0,
      import_state: 'processing',
    });
    expect(found.find(({ upload }) => upload === 'alone.DAT')).toMatchObject({ import_state: 'failed' });
    await server.database.owner((client) =>
      client.script("delete from import_file where job_id in (9001, 9002) or name = 'alone.DAT'"),
    );
  });

  it('is imported in the background, listed, logged and told to who sent it', async () => {
    const zip = await zipOf({
      '001.DAT': Buffer.from(psiText([saleLine()])),
      'bad.DAT': Buffer.from('A;RT'),
    });
    const sent = await upload('week.zip', zip);
    expect(sent.json).toMatchObject({ name: 'week.zip', size: zip.length });
    expect(await finished(sent.json.job_id)).toMatchObject({
      state: 'done',
      progress: 100,
      result: { files: 2, fails: 1, counts: { read: 1, new: 1 } },
    });
    const files = await list();
    expect(files.map((file) => [file.name, file.state])).toEqual(
      expect.arrayContaining([
        ['001.DAT', 'done'],
        ['bad.DAT', 'failed'],
      ]),
    );
    expect(files.some((file) => file.kind === 'UPLOAD')).toBe(false);
    expect((await uploads()).find(({ upload_no }) => upload_no === sent.json.job_id)).toMatchObject({
      upload: 'week.zip',
      brought: '1 sale in 2 files',
      files: 2,
      failed_files: 1,
      import_state: 'done',
      new_count: 1,
      uploaded_by: 'olga',
    });
    const done = files.find((file) => file.name === '001.DAT');
    const log = await server.call('GET', `/imports/log?ids=${done?.id}`, { token: office });
    expect(log.json).toMatchObject([{ file_name: '001.DAT', line_no: 2, action: 'new', item_type: 'SA' }]);
    const fileIds = files.filter(({ name }) => name === '001.DAT' || name === 'bad.DAT').map(({ id }) => id);
    expect(
      await rowsOf(server.database, "select notify_detail from notification where notify_type = 'IMPTDONE'"),
    ).toMatchObject([
      {
        notify_detail: {
          files: ['week.zip'],
          fails: ['bad.DAT'],
          fileIds: expect.arrayContaining(fileIds),
          item_type: 'SA',
        },
      },
    ]);
  });

  it('says in its line what there is to say of it', async () => {
    const sent = await upload(
      'zone.DAT',
      psiText([saleLine({ pid: '4000088', zone: 'QQ1', dealing: 'AR88' })]),
    );
    const note = 'The list of zones lacks QQ1. The records are kept; add what is missing.';
    expect(await finished(sent.json.job_id)).toMatchObject({ state: 'done', result: { notes: [note] } });
    expect((await uploads()).find(({ upload_no }) => upload_no === sent.json.job_id)).toMatchObject({
      brought: '1 sale in 1 file',
      import_state: 'done',
      problem: note,
    });
  });

  it('of the same bytes is told as seen before', async () => {
    const sent = await upload('again.DAT', psiText([saleLine()]));
    await finished(sent.json.job_id);
    expect((await list()).find((file) => file.id === sent.json.id)).toMatchObject({
      name: 'again.DAT',
      state: 'done',
      skipped_count: 1,
      problem: 'Seen before, and nothing changed: 1 file.',
    });
  });

  it('may be a dry run', async () => {
    const sent = await upload('dry.DAT', psiText([saleLine({ pid: '4000009' })]), '&dry_run=true');
    expect(await finished(sent.json.job_id)).toMatchObject({ state: 'done', result: { counts: { new: 1 } } });
    expect((await list()).find((file) => file.name === 'dry.DAT')).toMatchObject({
      state: 'dry_run',
      new_count: 1,
    });
    expect(
      await rowsOf(server.database, 'select count(*)::integer as n from sale where property_id = 4000009'),
    ).toEqual([{ n: 0 }]);
  });

  it('brings the files of the districts that its sender works in, and leaves the others out', async () => {
    const of = (district: string, pid: string) =>
      Buffer.from(
        psiText([saleLine({ pid, dealing: `D${district}` }, district)], '20220110 02:01', district),
      );
    const zip = await zipOf({ 'own.DAT': of('001', '4000031'), 'far.DAT': of('002', '4000032') });
    const sent = await upload('both.zip', zip);
    expect(await finished(sent.json.job_id)).toMatchObject({
      state: 'done',
      result: { files: 2, fails: 0, foreign: 1, counts: { new: 1 } },
    });
    expect((await list()).find((file) => file.id === sent.json.id)).toMatchObject({
      state: 'done',
      skipped_count: 1,
      problem: 'Left out, because its district is none that you work in: 1 file.',
    });
    const alone = await upload('far.DAT', of('002', '4000032'));
    await finished(alone.json.job_id);
    expect((await list()).find((file) => file.id === alone.json.id)).toMatchObject({ state: 'failed' });
    expect(
      await rowsOf(server.database, "select district_code from sale where dealing_number like 'D00_'"),
    ).toEqual([{ district_code: '001' }]);
  });

  it('changes no sale and no property of another district, whatever district it says it is of', async () => {
    const far = psiText([saleLine({ pid: '4000040', dealing: 'F1' }, '002')], '20220110 02:01', '002');
    const brought = await upload('far.DAT', far, '', await server.tokenOf('admin'));
    await finished(brought.json.job_id);
    const before = await rowsOf(server.database, 'select * from sale where property_id = 4000040');
    expect(before).toHaveLength(1);
    for (const dealing of ['F1', 'F2']) {
      const forged = psiText([saleLine({ pid: '4000040', dealing, price: '1' })], '20230110 02:01');
      const sent = await upload(`forged-${dealing}.DAT`, forged);
      await finished(sent.json.job_id);
      expect((await list()).find((file) => file.name === `forged-${dealing}.DAT`)).toMatchObject({
        state: 'failed',
        problem: expect.stringMatching(
          /:2: You do not work in district 002, and this line is about (sale|property)/,
        ),
      });
    }
    expect(await rowsOf(server.database, 'select * from sale where property_id = 4000040')).toEqual(before);
    const theirs = (await server.call('GET', '/imports', { token: await server.tokenOf('admin') })).json.find(
      (file: { name: string; districts: string[] }) => file.districts.includes('002'),
    );
    for (const what of ['undo', 'repeat'])
      expect(
        (await server.call('PUT', `/imports/files/${theirs.id}/${what}`, { token: office })).status,
      ).toBe(404);
  });

  it('is told what is wrong with it, in the list and with a place', async () => {
    const sent = await upload('photo.DAT', Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    await finished(sent.json.job_id);
    expect((await list()).find((file) => file.name === 'photo.DAT')).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/^photo\.DAT:1: Byte 0xFF/),
    });
  });

  it('must have a name and a body that is a file', async () => {
    const nameless = await server.call('POST', '/imports/upload', {
      token: office,
      raw: 'x',
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(nameless.status).toBe(400);
    const form = await server.call('POST', '/imports/upload?name=a', {
      token: office,
      raw: 'x',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(form.status).toBe(422);
  });

  it('keeps a hostile name as data only', async () => {
    const sent = await upload(
      '../../etc/passwd\u0000.DAT',
      psiText([saleLine({ pid: '4000010', dealing: 'AR9' })]),
    );
    await finished(sent.json.job_id);
    expect((await list()).some((file) => file.name === 'passwd.DAT' && file.state === 'done')).toBe(true);
  });
});

describe('an imported file', () => {
  it('is undone and repeated from what was sent', async () => {
    const sent = await upload('undo.DAT', psiText([saleLine({ pid: '4000020', dealing: 'AR20' })]));
    await finished(sent.json.job_id);
    const id = (await list()).find((file) => file.name === 'undo.DAT')?.id;
    const undone = await server.call('PUT', `/imports/files/${id}/undo`, { token: office });
    expect(undone.json).toMatchObject({ id, removed: 1, restored: 0, kept: 0 });
    const twice = await server.call('PUT', `/imports/files/${id}/undo`, { token: office });
    expect([twice.status, twice.json.message]).toEqual([422, expect.stringContaining('is undone')]);
    const repeated = await server.call('PUT', `/imports/files/${id}/repeat`, { token: office });
    expect(await finished(repeated.json.job_id)).toMatchObject({
      state: 'done',
      result: { counts: { new: 1 } },
    });
  });

  it('of an unknown number is refused', async () => {
    expect((await server.call('PUT', '/imports/files/99999/undo', { token: office })).status).toBe(404);
    expect((await server.call('PUT', '/imports/files/99999/repeat', { token: office })).status).toBe(404);
    expect((await server.call('GET', '/jobs/99999', { token: office })).status).toBe(404);
  });

  it('whose log lies in another district is not shown', async () => {
    const sent = await upload(
      'other.DAT',
      psiText([saleLine({ pid: '7', dealing: 'AR70' }, '002')], '20220110 02:01', '002'),
    );
    await finished(sent.json.job_id);
    const id = (await list()).find((file) => file.name === 'other.DAT')?.id;
    expect((await server.call('GET', `/imports/log?ids=${id}`, { token: office })).json).toEqual([]);
  });
});

describe('long work', () => {
  it('is listed, told and cancelled by whoever began it or has the right of its kind, and by nobody else', async () => {
    const { rows } = await server.database.owner((client) =>
      client.query<{ id: number }>(
        `insert into job (kind, created_by) select kind, u.id
         from (values ('backup', 'olga'), ('import.shell', 'admin'), ('backup', 'admin')) as j (kind, username)
           join app_user u using (username) order by u.username desc, kind returning id`,
      ),
    );
    const [own, backup, shell] = rows.map(({ id }) => id);
    const seenBy = async (token: string) =>
      (await server.call('GET', '/jobs?open=true', { token })).json.map((job: { id: number }) => job.id);
    expect([await seenBy(office), await seenBy(viewer)]).toEqual([[shell, own], []]);
    const cancel = async (id: number | undefined, token: string) =>
      (await server.call('PUT', `/jobs/${id}/cancel`, { token })).status;
    expect(await cancel(backup, office)).toBe(404);
    expect(await cancel(shell, viewer)).toBe(404);
    expect([await cancel(own, office), await cancel(shell, office)]).toEqual([200, 200]);
    expect(await seenBy(await server.tokenOf('admin'))).toEqual([backup]);
  });

  it('of every kind has a name for people', () => {
    const codes: unknown = JSON.parse(readFileSync(join(root, 'schemas/codes/jobKind.json'), 'utf8'));
    expect(codes).toMatchObject({
      codes: server.context.jobs.kinds.map(({ id }) => ({ code: id, label: expect.any(String) })),
    });
  });
});

describe('an import', () => {
  it('is unpacked and read while the server answers others', async () => {
    const text = psiText(Array.from({ length: 25_000 }, () => saleLine()));
    const zip = await zipOf({ 'photo.bin': randomBytes(18_000_000), 'big.DAT': Buffer.from(text) }, false);
    expect(zip.length).toBeGreaterThan(20_000_000);
    const read = async () => {
      const reader = await openReader([{ name: 'big.zip', bytes: zip }]);
      const states: string[] = [];
      for await (const file of reader.files({
        what: 'sales',
        known: [],
        districts: ['001'],
        workDistricts: '*',
        keepOwnerNames: false,
      }))
        states.push(file.state);
      reader.close();
      return states;
    };
    let reading = true;
    const states = read().finally(() => {
      reading = false;
    });
    // Read by the server's own thread, the zip lets one or two in between.
    let answered = 0;
    for (; reading && answered < 20; answered++)
      expect((await server.call('GET', '/health')).status).toBe(200);
    expect([reading, answered]).toEqual([true, 20]);
    expect(await states).toEqual(['read']);
  });

  it('whose process died is shown as failed and can be repeated', async () => {
    const sent = await upload('first.DAT', psiText([saleLine({ pid: '4000030', dealing: 'AR30' })]));
    await finished(sent.json.job_id);
    const [job] = await rowsOf<{ payload: unknown }>(
      server.database,
      `select payload from job where id = ${sent.json.job_id}`,
    );
    const dead = await insertJob(server.database, {
      kind: imports(),
      payload: job?.payload,
      userId: 1,
      also: async (client, jobId) => {
        await client.query(
          "insert into import_file (name, kind, state, job_id) values ('dead.DAT', 'UPLOAD', 'processing', $1)",
          [jobId],
        );
      },
    });
    await takeJob(server.database, [imports()], 'elsewhere:1:x');
    await rowsOf(
      server.database,
      `update job set heartbeat_at = now() - interval '1 hour' where id = ${dead}`,
    );
    await server.context.jobs.look();
    const file = (await list()).find((each) => each.name === 'dead.DAT');
    expect(file).toMatchObject({ state: 'failed', problem: expect.stringContaining('Interrupted') });
    const repeated = await server.call('PUT', `/imports/files/${file?.id}/repeat`, { token: office });
    expect(await finished(repeated.json.job_id)).toMatchObject({ state: 'done', result: { seen: 1 } });
  });

  it('that waits is cancelled at once, one that has ended is not', async () => {
    const waiting = await insertJob(server.database, {
      kind: imports(),
      payload: { uploads: [], dryRun: false },
      userId: 1,
    });
    const cancelled = await server.call('PUT', `/jobs/${waiting}/cancel`, { token: office });
    expect(cancelled.json).toMatchObject({ state: 'cancelled' });
    const again = await server.call('PUT', `/jobs/${waiting}/cancel`, { token: office });
    expect([again.status, again.json.message]).toEqual([
      422,
      expect.stringContaining('is cancelled already'),
    ]);
  });
});
