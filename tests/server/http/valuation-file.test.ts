// A valuation file: the same data under the same hash, what a change moves, its documents made again, and what is refused.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare, remake, verify } from '#scripts/database/valuation-file.ts';
import { isUnwritable } from '#server/access/data-folder.ts';
import type { Database } from '#server/database/open-database.ts';
import { scratchPrefix } from '#server/modules/backup/try-restore.ts';
import { openArchive } from '#server/modules/valuationfile/write-archive.ts';
import { documentOf, serverOf } from '#server/modules/valuationfile/year-documents.ts';
import { temporaryFolder } from '#tests/support/database-server.ts';
import { screenFiles, startTestApp, type TestServer } from '#tests/support/http.ts';
import { contentsOf } from '#tests/support/valuation-file.ts';

let server: TestServer;
let admin: string;
const folder = temporaryFolder('valuation-file');

const paper = (id: string, title: string, sql: string) => ({
  [`screens/${id}.json`]: {
    format: 1,
    id,
    route: `/${id}/:dst`,
    title,
    needs: 'repoV',
    dataset: true,
    paper: {},
    params: [{ id: 'dst', in: 'route', entity: 'district' }],
    data: { rows: { sql: id.replace('report/', '') } },
    blocks: [{ id: 'list', type: 'grid', data: 'rows', columns: [] }],
  },
  [`screens/${id}.sql`]: sql,
});

// What a page may stand on: values, factors, an option, a text, and the day of the office.
const pages = {
  ...paper(
    'report/distfinal',
    'Final report {params.dst}',
    `select t.section, rich_text_plain(t.text) as words, setting_number('risk.sigvalch') as significant, office_today() as today
     from report_text t where t.district_code = any(:districts::text[])`,
  ),
  ...paper(
    'report/statcomp',
    'Components {params.dst}',
    `select p.component_code::text as component, count(*)::integer as n, sum(v.land_value)::bigint as total, min(y.factor)::float8 as factor
     from property p join property_value v on v.property_id = p.id and v.base_date = future_base_date()
     left join component_year y on y.district_code = p.district_code and y.component_code = p.component_code and y.base_date = v.base_date
     where p.district_code = any(:districts::text[]) group by 1 order by 1`,
  ),
};

beforeAll(async () => {
  server = await startTestApp({ screens: pages });
  await server.database.owner((client) =>
    client.script(`
      insert into component (district_code, code, description) values ('001', 'AAA', 'Hill'), ('001', 'BBB', 'Flat'), ('002', 'AAA', 'Shore');
      insert into component (district_code, code, description, synthetic) values ('003', 'ZZZ', 'Not real', true);
      insert into property (id, district_code, component_code, zone_code) select n, '001', 'AAA', 'R2' from generate_series(1, 4) n;
      insert into property (id, district_code, component_code) values (5, '002', 'AAA');
      insert into property (id, district_code, component_code, synthetic) values (9, '003', 'ZZZ', true);
      insert into legal_lot (property_id, lot, plan_type, plan) values (1, '1', 'DP', '100'), (9, '9', 'DP', '900');
      insert into property_value (property_id, base_date, land_value, method)
        select id, d.on_date, 100000 * id, 'I' from property, (values (date '2025-07-01'), ('2026-07-01')) d (on_date);
      insert into component_year (district_code, component_code, base_date, factor) values ('001', 'AAA', '2026-07-01', 1.05);
      insert into report_text (report, district_code, base_date, section, text) values ('distfinal', '001', '2026-07-01', 'SUMMARY',
        rich_text_of('Quiet, "with quotes"' || chr(10) || 'and a second line'))`),
  );
  await server.addUser('rita', 'administrator', ['001']);
  await server.addUser('vic', 'valuer', '*');
  await server.database.owner((client) =>
    client.query(
      `insert into user_option (user_id, name, value) select id, 'workspace.dataset', '"real"' from app_user`,
    ),
  );
  admin = await server.tokenOf('admin');
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
const list = async () => (await server.call('GET', '/annual/valuation-files', { token: admin })).json;
const asked = (body: object = {}, token = admin) =>
  server.call('POST', '/annual/valuation-files', { token, body });
const filesFolder = () => join(server.context.config.dataDir, 'valuation-files');
async function make(): Promise<string> {
  const { status, text } = await asked({ base_year: 2026 });
  expect(status, text).toBe(200);
  await server.context.jobs.idle();
  const { jobs, items } = await list();
  expect(jobs[0]).toMatchObject({ state: 'done', problem: null, by: 'Administrator' });
  return items[0].id;
}
const kept = (hash: string, name: string) => {
  const path = join(folder.path, name);
  copyFileSync(join(filesFolder(), `${hash}.zip`), path);
  return path;
};
const said = async (work: (say: (line: string) => void) => Promise<unknown>) => {
  const lines: string[] = [];
  await work((line) => lines.push(line));
  return lines;
};
const refusal = async () =>
  (await rows(`select valuation_file_refusal('2026-07-01', false) as said`))[0]?.said;

let first: string;
let path: string;

describe('a valuation file', () => {
  it('is asked for before the year is kept', async () => {
    expect(await list()).toEqual({
      standing: [{ base_year: 2026, refusal: 'Make the valuation file of 2026 first.' }],
      items: [],
      jobs: [],
    });
  });

  it('is made as a job, listed as current, and fetched whole', async () => {
    first = await make();
    path = kept(first, 'first.zip');
    const { items, standing } = await list();
    expect(standing).toEqual([{ base_year: 2026, refusal: null }]);
    expect(items).toMatchObject([
      { base_year: 2026, state: 'CURRENT', made_by: 'Administrator', documents: 4 },
    ]);
    const file = await server.call('GET', `/annual/valuation-files/${first}/file`, { token: admin });
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="valuation-file-2026-${first}.zip"`,
    );
    expect(file.bytes.equals(readFileSync(path))).toBe(true);
    expect(file.bytes.length).toBe(items[0].size_bytes);
    expect(readdirSync(filesFolder())).toEqual([`${first}.zip`]);
    await expect
      .poll(() => rows(`select datname from pg_database where datname like 'cadastre_file_%'`))
      .toEqual([]);
  });

  it('is listed member by member with size and hash, each of which is fetched alone', async () => {
    const { json } = await server.call('GET', `/annual/valuation-files/${first}/members`, { token: admin });
    expect(json).toMatchObject({ base_year: 2026, hash: first });
    const members: readonly { readonly [name: string]: unknown }[] = json.members;
    const documents = members.filter(({ folder, member }) => folder === 'documents' && member !== null);
    expect(documents).toHaveLength(4);
    expect(members.slice(0, 4)).toEqual(documents);
    expect(members.find(({ name }) => name === 'legal_lot.csv')).toMatchObject({ folder: 'tables', rows: 1 });
    const memberOf = (name: unknown, token = admin) =>
      server.call('GET', `/annual/valuation-files/${first}/member?name=${encodeURIComponent(String(name))}`, {
        token,
      });
    for (const { member, name, size_bytes, sha256 } of [documents[0] ?? {}, members.at(-1) ?? {}]) {
      const sent = await memberOf(member);
      expect([sent.status, sent.bytes.length]).toEqual([200, size_bytes]);
      expect(createHash('sha256').update(sent.bytes).digest('hex')).toBe(sha256);
      expect(sent.headers['content-disposition']).toContain(String(name).split('/').at(-1));
    }
    expect((await memberOf(documents[0]?.member)).headers['content-type']).toBe('application/pdf');
    for (const name of ['manifest.json', '../app.sqlite', 'documents/none.pdf'])
      expect((await memberOf(name)).status).toBe(404);
    const rita = await server.tokenOf('rita');
    expect((await memberOf(documents[0]?.member, rita)).status).toBe(403);
    expect(
      (await server.call('GET', `/annual/valuation-files/${first}/members`, { token: rita })).status,
    ).toBe(403);
  });

  it('holds what the year stands on, of its data set, and no secret', async () => {
    const held = contentsOf(path);
    expect(held.text('tables/legal_lot.csv').trim().split('\n')).toHaveLength(2);
    expect(held.text('tables/property_value.csv').trim().split('\n')).toHaveLength(11);
    expect(held.text('tables/component.csv')).not.toContain('ZZZ');
    expect(held.text('tables/app_user.csv').split('\n')[0]).toBe(
      'id,username,full_name,valuer,active,synthetic',
    );
    expect(held.text('tables/sysparam.csv')).not.toContain('GMAPIKEY');
    expect(
      held.names.filter((name) =>
        /^tables\/.*(?:password|session|passkey|recovery|user_factor|\/audit\.csv)/.test(name),
      ),
    ).toEqual([]);
    // What is a person's own or guards the sign-in is named as left out, whatever table comes.
    const own = await rows(`select distinct c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and not a.attisdropped and a.attnum > 0
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'app_user'
        and (a.attname ~ '(password|secret|token|_hash$)' or a.attname = 'user_id')`);
    expect(
      own.map(({ name }) => String(name)).filter((name) => held.names.includes(`tables/${name}.csv`)),
    ).toEqual([]);
    expect(held.text('definitions/schemas/entities/sale.json')).toBe(
      readFileSync(join(server.context.config.root, 'schemas/entities/sale.json'), 'utf8'),
    );
    expect(held.manifest.documents.map(({ name }) => name)).toEqual([
      'report-distfinal-001.pdf',
      'report-distfinal-002.pdf',
      'report-statcomp-001.pdf',
      'report-statcomp-002.pdf',
    ]);
  });

  it('has the documents that the office had at that moment', async () => {
    const { manifest, members } = contentsOf(path);
    const document = manifest.documents.find(({ name }) => name === 'report-statcomp-001.pdf');
    if (!document) throw new Error('It has no such document.');
    const living = serverOf(manifest, server.database, server.context);
    const made = await documentOf(document, manifest, living);
    expect(Buffer.from(made).equals(Buffer.from(members[`documents/${document.name}`] ?? []))).toBe(true);
  });

  it('asks for a document again whose query waited too long, once', async () => {
    const { manifest } = contentsOf(path);
    const [document] = manifest.documents;
    if (!document) throw new Error('It has no document.');
    const waiting = (times: number) => {
      let left = times;
      const late: Database = {
        ...server.database,
        read: async (...asked) => {
          if (left-- > 0) throw Object.assign(new Error('lock timeout'), { code: '55P03' });
          return server.database.read(...asked);
        },
      };
      return documentOf(document, manifest, serverOf(manifest, late, server.context));
    };
    expect(Buffer.isBuffer(await waiting(1))).toBe(true);
    expect(await waiting(2)).toMatch(/^The report ran longer than 30 seconds/);
  });

  it('is the same again while nothing changes', async () => {
    // The whole list of members, so that a failure names the one that is another.
    const again = kept(await make(), 'again.zip');
    expect(contentsOf(again).manifest).toEqual(contentsOf(path).manifest);
    expect((await list()).items).toMatchObject([{ id: first }]);
    expect(readFileSync(path).equals(readFileSync(join(filesFolder(), `${first}.zip`)))).toBe(true);
    expect(await said((say) => verify(path, first, say))).toEqual([
      expect.stringMatching(`is as it was made: [0-9]+ members, hash ${first}, the year 2026`),
    ]);
  });
});

const changed = 'Values changed since the valuation file of 2026 was made. Make it again.';
const save = async (target: string, body: object) => {
  const { version } = (await server.call('GET', target, { token: admin })).json;
  const { status, text } = await server.call('PUT', target, { token: admin, body: { version, ...body } });
  expect(status, text).toBe(200);
};
const members = (file: string) =>
  new Map(contentsOf(file).manifest.members.map(({ name, sha256 }) => [name, sha256]));
const differing = (a: string, b: string) => {
  const [before, after] = [members(a), members(b)];
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name) && /^(?:tables|definitions)\//.test(name),
  );
};
let later: string;

describe('what a change moves', () => {
  it('leaves the file current where no value of its data set is meant', async () => {
    await rows(`insert into audit (table_name, row_id, action, district_code, synthetic) values
      ('property_value', 11, 'update', '003', true), ('district_year', 1, 'update', '001', false)`);
    expect(await refusal()).toBeNull();
    const [other] = await rows(`select valuation_file_refusal('2026-07-01', true) as said`);
    expect(other?.said).toBe('Make the valuation file of 2026 first.');
  });

  it('of one value is told, and is another hash by that table alone', async () => {
    const [value] = await rows(
      `select id from property_value where property_id = 1 and base_date = '2026-07-01'`,
    );
    await save(`/propertyvalues/${value?.id}`, { onsite_allowance: 500 });
    expect(await refusal()).toBe(changed);
    expect((await list()).items[0]).toMatchObject({ state: 'CHANGED' });
    const second = await make();
    expect(second).not.toBe(first);
    expect(differing(path, kept(second, 'second.zip'))).toEqual(['tables/property_value.csv']);
    expect((await list()).items.map(({ state }: { state: string }) => state)).toEqual(['CURRENT', 'CHANGED']);
    expect(await refusal()).toBeNull();
  });

  it('of a factor, a setting or a definition is told or found', async () => {
    const params = { factor: 1.1, district: '001', component: 'AAA' };
    const shown = await server.call('POST', '/commands/factor_apply/preview', {
      token: admin,
      body: { params },
    });
    const { done, same, stamp } = shown.json.result;
    const body = { params, expected: done + same, stamp, request_id: randomUUID() };
    const run = await server.call('POST', '/commands/factor_apply/run', { token: admin, body });
    expect(run.status, run.text).toBe(200);
    await server.context.jobs.idle();
    expect(await refusal()).toBe(changed);
    await rows(`update setting set number = 25 where key = 'risk.sigvalch'`);
    await rows(`insert into component (district_code, code, description) values ('002', 'NEW', 'Added')`);
    const otherwise = paper('report/statcomp', 'Named otherwise', 'select 1 as n');
    await server.reload(screenFiles({ ...pages, ...otherwise }));
    later = kept(await make(), 'later.zip');
    expect(differing(path, later)).toEqual(
      expect.arrayContaining([
        'definitions/screens/report/statcomp.json',
        'definitions/screens/report/statcomp.sql',
        'tables/component.csv',
        'tables/component_year.csv',
        'tables/factor_run.csv',
        'tables/factor_run_value.csv',
        'tables/property_value.csv',
        'tables/setting.csv',
      ]),
    );
  });

  it('leaves the documents of the first as they were: made again from it alone they are the same, byte by byte', async () => {
    const out = join(folder.path, 'out');
    const lines: string[] = [];
    const others = await remake(path, out, server.context.config, (line) => lines.push(line));
    expect(others, lines.join('\n')).toEqual([]);
    expect(lines).toContain('report-statcomp-001.pdf: the same, byte by byte');
    const held = contentsOf(path);
    for (const { name } of held.manifest.documents)
      expect(readFileSync(join(out, name)).equals(Buffer.from(held.members[`documents/${name}`] ?? []))).toBe(
        true,
      );
  });

  it('is said by comparing two files', async () => {
    const lines = await said((say) => compare(path, later, say));
    expect(lines[0]).toMatch(
      new RegExp(`^A: 2026, real data as at .* UTC, version .*, ${first.slice(0, 12)}$`),
    );
    const under = (title: string) => {
      const from = lines.findIndex((line) => line.startsWith(title));
      const to = lines.indexOf('', from);
      return lines
        .slice(from + 1, to < 0 ? undefined : to)
        .map((line) => line.trim().replace(/ {2,}/g, ' | '));
    };
    expect(under('Land values')).toEqual([
      'District | Values A | Values B | Sum A | Sum B | Change',
      '001 | 4 | 4 | $1,000,000 | $1,100,000 | 10.0 %',
      '002 | 1 | 1 | $500,000 | $500,000 | 0.0 %',
      'All | 5 | 5 | $1,500,000 | $1,600,000 | 6.7 %',
    ]);
    expect(under('Components')).toEqual(['002 NEW | added: Added']);
    expect(under('Factors of the year (runs: 0 in A, 1 in B)')).toEqual([
      '001 AAA | factor 1.050000 → 1.100000',
    ]);
    expect(under('Settings')).toEqual(['risk.sigvalch | default → 25']);
    expect(under('Definitions')).toEqual([
      'changed | screens/report/statcomp.json',
      'changed | screens/report/statcomp.sql',
    ]);
    expect(under('Rows')).toContain('component | 3 | 4 | +1');
    expect(await said((say) => compare(path, path, say))).toContain('The two are the same.');
  });
});

describe('a file that is not as it was made', () => {
  const refused = async (name: string, bytes: Uint8Array) => {
    const broken = join(folder.path, name);
    writeFileSync(broken, bytes);
    return said((say) => verify(broken, null, say)).then(
      () => '',
      (error: Error) => error.message.replaceAll(folder.path, ''),
    );
  };
  const rezipped = (change: (held: { [name: string]: Uint8Array }) => void) => {
    const held = { ...contentsOf(path).members };
    change(held);
    return zipSync(held, { level: 1 });
  };

  it('names the member', async () => {
    const whole = readFileSync(path);
    expect(await refused('cut.zip', whole.subarray(0, whole.length - 2_000))).toMatch(
      /^cut\.zip is cut off: it ends in \S+, before its list of members\.$/,
    );
    expect(await refused('cut-early.zip', whole.subarray(0, 3_000))).toMatch(
      /^cut-early\.zip is cut off: it ends in tables\/\w+\.csv/,
    );
    expect(await refused('none.zip', Buffer.from('hello'))).toBe('none.zip is no valuation file.');
    expect(await refused('other.zip', zipSync({ 'a.txt': strToU8('a') }))).toBe(
      'other.zip is no valuation file.',
    );
    const altered = rezipped((held) => {
      held['tables/component_year.csv'] = strToU8('id\n');
      held['notes.txt'] = strToU8('new');
      delete held['definitions/schemas/entities/sale.json'];
    });
    expect(await refused('altered.zip', altered)).toBe(
      [
        '/altered.zip is not as it was made:',
        '  definitions/schemas/entities/sale.json is missing.',
        '  tables/component_year.csv was changed after the file was made.',
        '  notes.txt was added after the file was made.',
      ].join('\n'),
    );
  });

  it('is found by its hash where its list was made to fit, and not made documents of', async () => {
    const forged = rezipped((held) => {
      const text = contentsOf(path).text('manifest.json');
      held['manifest.json'] = strToU8(text.replace('"dataset":"real"', '"dataset":"synthetic"'));
    });
    const name = `valuation-file-2026-${first}.zip`;
    expect(await refused(name, forged)).toMatch(
      new RegExp(`The list of members was changed: its hash is [0-9a-f]{64}, not ${first}\\.$`),
    );
    await expect(
      remake(join(folder.path, name), join(folder.path, 'never'), server.context.config, () => {}),
    ).rejects.toThrow('The list of members was changed');
    expect(existsSync(join(folder.path, 'never'))).toBe(false);
  });

  it('is told to be of another version, or of synthetic data', async () => {
    const text = contentsOf(path).text('manifest.json');
    const of = (change: (text: string) => string) =>
      rezipped((held) => {
        held['manifest.json'] = strToU8(change(text));
      });
    expect(
      await refused(
        'newer.zip',
        of((was) => was.replace('"version":1}', '"version":2}')),
      ),
    ).toBe('newer.zip was made by another version, in a form that this one does not read. Use that version.');
    const foreign = join(folder.path, 'foreign.zip');
    writeFileSync(
      foreign,
      of((was) => was.replace('"number":385', '"number":985')),
    );
    await expect(
      remake(foreign, join(folder.path, 'never'), server.context.config, () => {}),
    ).rejects.toThrow('It was made by another version: migration 985 (valuation_file) is unknown here.');
    const made = join(folder.path, 'made-up.zip');
    writeFileSync(
      made,
      of((was) => was.replace('"dataset":"real"', '"dataset":"synthetic"')),
    );
    expect(await said((say) => verify(made, null, say))).toContain('It is of synthetic data.');
    expect(await said((say) => compare(path, made, say))).toContain(
      'One of them is of synthetic data, so hardly anything is alike.',
    );
  });
});

describe('who may make one, and of what', () => {
  it('is whoever holds the year and works in all districts', async () => {
    const [rita, vic] = [await server.tokenOf('rita'), await server.tokenOf('vic')];
    const why = 'A valuation file holds every district, and you do not work in all of them. Ask who does.';
    expect((await asked({}, rita)).json).toMatchObject({ status: 403, message: why });
    expect(
      (await server.call('GET', `/annual/valuation-files/${first}/file`, { token: rita })).json,
    ).toMatchObject({
      status: 403,
      message: why,
    });
    expect((await asked({}, vic)).status).toBe(403);
    expect((await server.call('GET', '/annual/valuation-files', { token: vic })).status).toBe(403);
  });

  it('is the year under work alone, and one at a time', async () => {
    expect((await asked({ base_year: 2025 })).json).toMatchObject({
      status: 422,
      message: 'The year under work is 2026. A valuation file is made of it and no other.',
      errors: [{ pointer: '/base_year' }],
    });
    const [one, two] = await Promise.all([asked(), asked()]);
    expect([one.status, two.status].sort()).toEqual([200, 422]);
    const job = one.json.job_id ?? two.json.job_id;
    await server.call('POST', `/jobs/${job}/cancel`, { token: admin });
    await server.context.jobs.idle();
    expect((await list()).jobs[0].state).toMatch(/cancelled|done/);
    expect(readdirSync(filesFolder()).filter((name) => !name.endsWith('.zip'))).toEqual([]);
    const unknown = `/annual/valuation-files/${'0'.repeat(64)}/file`;
    expect((await server.call('GET', unknown, { token: admin })).status).toBe(404);
  });

  it('finds nothing half: what a killed process left goes, and what rows name stays', async () => {
    writeFileSync(join(filesFolder(), '2026-07-01-real.part'), 'half');
    writeFileSync(join(filesFolder(), `${'1'.repeat(64)}.zip`), 'of no row');
    await server.database.connection((client) =>
      client.query(`create database ${scratchPrefix(server.database.place, 'file')}aa template template0`),
    );
    await server.context.jobs.kinds.find(({ id }) => id === 'valuationfile')?.sweep?.();
    const named = (await list()).items.map(({ id }: { id: string }) => `${id}.zip`);
    expect(readdirSync(filesFolder()).sort()).toEqual(named.sort());
    // Its own: other files make valuation files beside it.
    const mine = scratchPrefix(server.database.place, 'file');
    expect(await rows(`select datname from pg_database where starts_with(datname, '${mine}')`)).toEqual([]);
  });

  it('tells a file that is gone, and a disk that is full', async () => {
    rmSync(join(filesFolder(), `${first}.zip`));
    expect(
      (await server.call('GET', `/annual/valuation-files/${first}/file`, { token: admin })).json,
    ).toMatchObject({
      status: 404,
      message: 'This valuation file is no longer in the data folder. Put it back, or make it again.',
    });
    const archive = openArchive('/dev/full');
    const filling = async () => {
      const member = archive.member('tables/sale.csv');
      for (let i = 0; i < 500; i++) await member.put(randomBytes(10_000));
    };
    await expect(filling()).rejects.toSatisfy(isUnwritable);
    await archive.abandon();
  });
});
