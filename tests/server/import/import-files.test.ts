import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tableChecksums } from '#server/import/checksums.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { importOf, rowsOf } from './import-of.ts';
import { psiText, saleLine } from './psi-text.ts';
import { zipOf } from './zip-of.ts';

let test: TestDatabase;
const opened: TestDatabase[] = [];

beforeEach(async () => {
  test = await createTestDatabase();
  opened.push(test);
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.drop();
});
afterAll(() => expect(opened).toHaveLength(0));

const sums = (each: TestDatabase) => each.database.owner((client) => tableChecksums(client));
const sales = (columns: string) =>
  rowsOf<Record<string, unknown>>(test.database, `select ${columns} from sale order by natural_key`);

const C = (text: string, counter = '1', pid = '4000001') => `C;001;${pid};${counter};20220110 02:02;${text};`;
const D = (name: string) => `D;001;4000001;1;20220110 02:02;V;${name};;;;;`;

describe('an imported sale', () => {
  it('is from the titles office, with its property made out of contract', async () => {
    const text = psiText([
      saleLine({ house: '4 A', area: '2.107', areaType: 'H' }),
      C('5, PT 8/16/759103 Enclosure Per'),
      C('mit 30750'),
    ]);
    const summary = await importOf(test.database, { 'week.DAT': text });
    expect(summary.counts).toEqual({ read: 1, new: 1, changed: 0, same: 0, conflict: 0 });
    expect(
      await sales('source, property_id, purchase_price, interest_pct, contract_date, area, address'),
    ).toEqual([
      {
        source: 'LPI',
        property_id: 4000001,
        purchase_price: 500000,
        interest_pct: null,
        contract_date: '2021-12-24',
        area: 21070,
        address: '4 A KENNETH ST, CESSNOCK NSW 2325',
      },
    ]);
    expect(
      await rowsOf(
        test.database,
        'select id, status, hnum1, hnum1_suffix, zone_code, component_code, area from property',
      ),
    ).toEqual([
      {
        id: 4000001,
        status: 'O',
        hnum1: 4,
        hnum1_suffix: 'A',
        zone_code: 'R2',
        component_code: 'AAP',
        area: 21070,
      },
    ]);
    expect(
      await rowsOf(test.database, 'select lot, section, plan, part, tail from legal_lot order by id'),
    ).toEqual([
      { lot: '5', section: '16', plan: '759103', part: false, tail: 'EnclosurePermit 30750' },
      { lot: '8', section: '16', plan: '759103', part: true, tail: null },
    ]);
    expect(await rowsOf(test.database, 'select district_code, code, zone_code from component')).toEqual([
      { district_code: '001', code: 'AAP', zone_code: 'R2' },
    ]);
  });

  it('has no owner names, unless the setting keeps them', async () => {
    await importOf(test.database, { 'week.DAT': psiText([saleLine(), D('MUSTER')]) });
    expect(await sales('vendors')).toEqual([{ vendors: [] }]);
    const other = psiText([saleLine({ dealing: 'AR2' }), D('MUSTER')]);
    await importOf(test.database, { 'week2.DAT': other }, { keepOwnerNames: true });
    expect(await rowsOf(test.database, "select vendors from sale where dealing_number = 'AR2'")).toEqual([
      { vendors: ['MUSTER'] },
    ]);
  });

  it('of one dealing over several lots is marked, the size of the dealing on each', async () => {
    const lots = ['1', '2', '3'].map((lot, i) => saleLine({ pid: `400000${i}`, counter: lot, lot }));
    await importOf(test.database, {
      'a.DAT': psiText([...lots.slice(0, 2), saleLine({ pid: '9', counter: '9', dealing: 'X' })]),
    });
    await importOf(test.database, { 'b.DAT': psiText(lots.slice(2)) });
    expect(await sales('dealing_number, multi_property, dealing_size')).toEqual([
      ...[1, 2, 3].map(() => ({ dealing_number: 'AR100001', multi_property: true, dealing_size: 3 })),
      { dealing_number: 'X', multi_property: false, dealing_size: 1 },
    ]);
  });

  it('keeps an odd contract year as the date it is, flagged in the log', async () => {
    await importOf(test.database, { 'week.DAT': psiText([saleLine({ contract: '00170217' })]) });
    expect(await sales('contract_date::text')).toEqual([{ contract_date: '0017-02-17' }]);
    const log = await rowsOf<{ severity: string; message: string }>(
      test.database,
      'select severity, message from import_log',
    );
    expect(log).toEqual([
      { severity: 'warning', message: expect.stringContaining('Contract year 0017 is odd') },
    ]);
  });

  it('leaves a property in contract alone', async () => {
    await rowsOf(
      test.database,
      "insert into property (id, district_code, street_name) values (4000001, '001', 'OWN ST')",
    );
    await importOf(test.database, { 'week.DAT': psiText([saleLine()]) });
    expect(await rowsOf(test.database, 'select status, street_name from property')).toEqual([
      { status: 'A', street_name: 'OWN ST' },
    ]);
  });
});

describe('the same sale in several weeks', () => {
  const week = (stamp: string, line: string) => psiText([line], stamp);
  const first = week('20220103 01:00', saleLine());
  const coded = week('20220110 01:00', saleLine({ code: 'AVI' }));
  const dearer = week('20220117 01:00', saleLine({ code: 'AVI', price: '510000' }));
  const again = week('20220124 01:00', saleLine({ code: 'AVI', price: '510000' }));

  it('is one sale; a difference in price is a conflict, any other an update in the log', async () => {
    await importOf(test.database, { 'a.DAT': first });
    const second = await importOf(test.database, { 'b.DAT': coded });
    const third = await importOf(test.database, { 'c.DAT': dearer });
    const fourth = await importOf(test.database, { 'd.DAT': again });
    expect([second.counts, third.counts, fourth.counts]).toEqual([
      { read: 1, new: 0, changed: 1, same: 0, conflict: 0 },
      { read: 1, new: 0, changed: 0, same: 0, conflict: 1 },
      { read: 1, new: 0, changed: 0, same: 1, conflict: 0 },
    ]);
    expect(await sales('purchase_price, sale_code, conflict, download_at::text, version')).toEqual([
      {
        purchase_price: 510000,
        sale_code: 'AVI',
        conflict: true,
        download_at: '2022-01-24 01:00:00',
        version: 3,
      },
    ]);
    expect(
      await rowsOf(
        test.database,
        "select fields, state, existing->'purchase_price' as before, incoming->'purchase_price' as after from sale_conflict",
      ),
    ).toEqual([{ fields: ['purchase_price'], state: 'open', before: 500000, after: 510000 }]);
    expect(
      await rowsOf(test.database, 'select action, field, old_value, new_value from import_log order by id'),
    ).toEqual([
      { action: 'new', field: null, old_value: null, new_value: null },
      { action: 'changed', field: null, old_value: null, new_value: null },
      { action: 'changed', field: 'sale_code', old_value: null, new_value: 'AVI' },
      { action: 'conflict', field: null, old_value: null, new_value: null },
      { action: 'conflict', field: 'purchase_price', old_value: '500000', new_value: '510000' },
      { action: 'same', field: null, old_value: null, new_value: null },
    ]);
  });

  it('has each change in its history, so that whoever saves an older version learns which fields clash', async () => {
    for (const file of [first, coded, dearer, again]) await importOf(test.database, { 'week.DAT': file });
    expect(
      await rowsOf(
        test.database,
        "select action, from_version, user_id, district_code, fields from audit where table_name = 'sale' order by id",
      ),
    ).toEqual([
      {
        action: 'update',
        from_version: 1,
        user_id: null,
        district_code: '001',
        fields: { sale_code: { old: null, new: 'AVI' } },
      },
      {
        action: 'update',
        from_version: 2,
        user_id: null,
        district_code: '001',
        fields: { purchase_price: { old: 500000, new: 510000 } },
      },
    ]);
  });

  it('keeps what a person saves while the import waits for the row', async () => {
    await importOf(test.database, { 'a.DAT': first });
    let importing: Promise<unknown> = Promise.resolve();
    await test.database.owner(async (client) => {
      await client.query("update sale set suburb = 'BY HAND', version = version + 1");
      importing = importOf(test.database, { 'c.DAT': dearer });
      const waiting =
        "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      await expect.poll(() => rowsOf(test.database, waiting)).toEqual([{ n: 1 }]);
    });
    await importing;
    expect(await sales('suburb, purchase_price, version')).toEqual([
      { suburb: 'BY HAND', purchase_price: 510000, version: 3 },
    ]);
  });

  it('ends the same in every order of import, one by one or in one zip', async () => {
    const weeks = { 'a.DAT': first, 'b.DAT': coded, 'c.DAT': dearer, 'd.DAT': again };
    await importOf(test.database, weeks);
    const expected = await sums(test);
    for (const order of ['dcba', 'cadb', 'bdac', 'adcb']) {
      const other = await createTestDatabase();
      opened.push(other);
      for (const letter of order)
        await importOf(other.database, { 'x.DAT': weeks[`${letter}.DAT` as keyof typeof weeks] });
      expect(await sums(other), order).toEqual(expected);
    }
    const zipped = await createTestDatabase();
    opened.push(zipped);
    const zip = await zipOf({ 'p.DAT': Buffer.from(again), 'q.DAT': Buffer.from(first) });
    await importOf(zipped.database, {
      'year.zip': await zipOf({
        'weeks.zip': zip,
        'r.DAT': Buffer.from(dearer),
        's.DAT': Buffer.from(coded),
      }),
    });
    expect(await sums(zipped)).toEqual(expected);
  });

  it('tells that an older record changes nothing in force', async () => {
    await importOf(test.database, { 'c.DAT': dearer });
    await importOf(test.database, { 'a.DAT': first });
    expect(await sales('purchase_price')).toEqual([{ purchase_price: 510000 }]);
    expect(
      await rowsOf(
        test.database,
        "select message from import_log where action = 'conflict' and field is null",
      ),
    ).toEqual([{ message: 'A newer record stays in force: line 2 of c.DAT, downloaded 2022-01-17 01:00.' }]);
  });

  it('keeps what a person corrected where the files agree', async () => {
    await importOf(test.database, { 'a.DAT': first });
    await rowsOf(test.database, "update sale set suburb = 'BELLBIRD', updated_by = 1 where true");
    await importOf(test.database, { 'c.DAT': dearer });
    expect(await sales('suburb, purchase_price')).toEqual([{ suburb: 'BELLBIRD', purchase_price: 510000 }]);
  });
});

describe('the same bytes', () => {
  it('change nothing but a line of the log, under any name', async () => {
    const text = psiText([saleLine()]);
    await importOf(test.database, { 'a.DAT': text });
    const before = await sums(test);
    const again = await importOf(test.database, { 'b.zip': await zipOf({ 'other.DAT': Buffer.from(text) }) });
    expect(again.files).toMatchObject([{ state: 'seen', id: 1, source: 'b.zip!other.DAT' }]);
    expect(await sums(test)).toEqual(before);
    expect(await rowsOf(test.database, "select message from import_log where action = 'skipped'")).toEqual([
      { message: 'Seen before: the same bytes came again as b.zip!other.DAT. Nothing changed.' },
    ]);
  });

  it('twice in one run are one file', async () => {
    const text = psiText([saleLine()]);
    const summary = await importOf(test.database, { 'a.DAT': text, 'b.DAT': text });
    expect(summary.files.map((file) => file.state)).toEqual(['done', 'seen']);
    expect(await rowsOf(test.database, 'select count(*) as n from sale_received')).toEqual([{ n: 1 }]);
  });
});

describe('a refused file', () => {
  const good = psiText([saleLine()]);
  const bad = psiText([saleLine({ pid: '4000002' })]).replace('Z;3;1', 'Z;3;2');

  it('leaves nothing but its row and the reason, and the others of the zip are imported', async () => {
    const zip = await zipOf({ 'good.DAT': Buffer.from(good), 'bad.DAT': Buffer.from(bad) });
    const summary = await importOf(test.database, { 'week.zip': zip });
    expect(summary.files.map((file) => [file.name, file.state, file.problem])).toEqual([
      ['good.DAT', 'done', null],
      ['bad.DAT', 'failed', 'bad.DAT:3: The trailer says 2 B records, found 1. Nothing of the file is kept.'],
    ]);
    expect(await rowsOf(test.database, 'select property_id from sale_received')).toEqual([
      { property_id: 4000001 },
    ]);
    expect(
      await rowsOf(
        test.database,
        "select f.name, f.state, g.line_no, g.severity from import_file f join import_log g on g.file_id = f.id where f.state = 'failed'",
      ),
    ).toEqual([{ name: 'bad.DAT', state: 'failed', line_no: 3, severity: 'error' }]);
  });

  it('may be a whole zip: nothing of it is imported when it breaks behind good members', async () => {
    const zip = await zipOf({ 'good.DAT': Buffer.from(good), 'bomb.DAT': Buffer.alloc(20_000_000, 65) });
    const summary = await importOf(test.database, { 'week.zip': zip });
    expect(summary.files).toMatchObject([
      { name: 'week.zip', state: 'failed', problem: expect.stringContaining('week.zip: bomb.DAT') },
    ]);
    expect(await rowsOf(test.database, 'select count(*) as n from sale')).toEqual([{ n: 0 }]);
  });

  it('is none for a zone that nobody knows, but the summary names it', async () => {
    const summary = await importOf(test.database, {
      'a.DAT': psiText([saleLine({ zone: 'QQ1' }), saleLine({ pid: '4000002', zone: 'AGB' })]),
    });
    expect(summary.files).toMatchObject([{ state: 'done' }]);
    expect(summary.unknownZones).toEqual(['QQ1']);
  });

  it('names a district that nobody knows', async () => {
    const summary = await importOf(test.database, {
      'a.DAT': psiText([saleLine({}, '999')], '20220110 02:01', '999'),
    });
    expect(summary.files[0]?.problem).toBe(
      'a.DAT:2: District "999" is unknown. Add it to the districts and import the file again.',
    );
  });

  it('is the only one to fail when the database refuses it', async () => {
    await rowsOf(test.database, 'alter table property add constraint no_seven check (id <> 4000007)');
    const files = [1, 7, 3].map(
      (n) => [`${n}.DAT`, psiText([saleLine({ pid: `400000${n}`, dealing: `AR${n}` })])] as const,
    );
    const summary = await importOf(test.database, Object.fromEntries(files));
    expect(summary.slower).toEqual([{ way: 'apart', files: 3, reason: 'Refused: 7.DAT.' }]);
    expect(Object.fromEntries(summary.files.map((file) => [file.name, file.state]))).toEqual({
      '1.DAT': 'done',
      '7.DAT': 'failed',
      '3.DAT': 'done',
    });
    expect(await sales('property_id')).toEqual([{ property_id: 4000001 }, { property_id: 4000003 }]);
    expect(await rowsOf(test.database, 'select count(*) as n from sale_received')).toEqual([{ n: 2 }]);
  });
});

describe('a dry run', () => {
  it('shows what would change and changes nothing', async () => {
    await importOf(test.database, { 'a.DAT': psiText([saleLine()], '20220103 01:00') });
    const before = await sums(test);
    const dry = await importOf(
      test.database,
      { 'b.DAT': psiText([saleLine({ price: '510000' }), saleLine({ pid: '4000002', counter: '2' })]) },
      { dryRun: true },
    );
    expect(dry.counts).toEqual({ read: 2, new: 1, changed: 0, same: 0, conflict: 1 });
    expect(dry.files).toMatchObject([{ name: 'b.DAT', state: 'dry_run' }]);
    expect(await sums(test)).toEqual(before);
    expect(
      await rowsOf(
        test.database,
        `select f.state, g.line_no, g.action, g.field, g.new_value, g.item_id is not null as linked
         from import_log g join import_file f on f.id = g.file_id where f.name = 'b.DAT' order by g.line_no, g.id`,
      ),
    ).toEqual([
      { state: 'dry_run', line_no: 2, action: 'conflict', field: null, new_value: null, linked: true },
      {
        state: 'dry_run',
        line_no: 2,
        action: 'conflict',
        field: 'purchase_price',
        new_value: '510000',
        linked: true,
      },
      { state: 'dry_run', line_no: 3, action: 'new', field: null, new_value: null, linked: false },
    ]);
    const real = await importOf(test.database, {
      'b.DAT': psiText([saleLine({ price: '510000' }), saleLine({ pid: '4000002', counter: '2' })]),
    });
    expect(real.counts).toEqual(dry.counts);
  });
});

describe('a cancelled import', () => {
  it('keeps the files read so far whole and takes no more', async () => {
    let asked = 0;
    const files = Object.fromEntries(
      [1, 2, 3, 4].map((n) => [`${n}.DAT`, psiText([saleLine({ dealing: `AR${n}` })])]),
    );
    const summary = await importOf(test.database, files, {}, { isCancelled: () => ++asked > 3 });
    expect(summary.cancelled).toBe(true);
    expect(summary.files.map((file) => file.name)).toEqual(['1.DAT', '2.DAT']);
    expect(await sales('dealing_number')).toEqual([{ dealing_number: 'AR1' }, { dealing_number: 'AR2' }]);
  });
});
