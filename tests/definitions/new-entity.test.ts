import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnosticsOf } from '#scripts/screens/check.ts';
import { copyDefinitions } from '#scripts/screens/copy-definitions.ts';
import { newVerb } from '#scripts/screens/new.ts';
import { migrate, readMigrations } from '#server/database/migrate.ts';
import { applyViews, readViews } from '#server/database/views.ts';
import { createFactsReader } from '#server/definitions/facts.ts';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { formatDiagnostic } from '#src/core/diagnostic.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { withClient } from '#tests/support/database-server.ts';
import { root } from './fixture.ts';

// A record type that one command writes whole is right as it is: entity, table, view, codes and pages, against the database.
const copy = copyDefinitions(root);
const inCopy = (path: string) => join(copy, path);
let test: TestDatabase;
beforeAll(async () => {
  // The command writes here, and must not reach the checkout.
  unlinkSync(inCopy('server'));
  mkdirSync(inCopy('server'));
  cpSync(join(root, 'server/database'), inCopy('server/database'), { recursive: true });
  test = await createTestDatabase();
});
afterAll(async () => {
  await test.drop();
  rmSync(copy, { recursive: true, force: true });
});

const told: string[] = [];
const make = (...args: readonly string[]) =>
  newVerb.run(args, { root: copy, out: (line) => told.push(line), err: (line) => told.push(line) });

/** What the check says, with a database made by the migrations and views that are there now. */
async function findings(): Promise<readonly string[]> {
  await withClient(test.url, async (client) => {
    await migrate(client, {
      migrations: readMigrations(inCopy('server/database/migrations')),
      log: () => {},
    });
    await applyViews(client, readViews(inCopy('server/database/views')));
  });
  const facts = createFactsReader(test.database, { root: copy, dataDir: inCopy('var'), keepTables: true });
  return (await diagnosticsOf(readDefinitionFiles(copy), facts, copy)).map(formatDiagnostic);
}

describe('a new entity', () => {
  it('is written whole, and the check finds nothing', async () => {
    expect(await make('entity', 'leaseLot')).toBe(0);
    const written = told.flatMap((line) => /^(\S+) is written\.$/.exec(line)?.[1] ?? []);
    expect(written.map((path) => path.replace(/\d{3}_/, 'NNN_'))).toEqual([
      'schemas/entities/leaseLot.json',
      'schemas/codes/leaseLotKind.json',
      'server/database/migrations/NNN_lease_lot.sql',
      'server/database/views/lease_lot_record.sql',
      'screens/leaselot/index.json',
      'screens/leaselot/result.json',
      'screens/leaselot/record.json',
      'screens/leaselot/new.json',
    ]);
    expect(await findings()).toEqual([]);
    const routes = written
      .filter((path) => path.startsWith('screens/'))
      .map((path) => (JSON.parse(readFileSync(inCopy(path), 'utf8')) as { route: string }).route);
    expect(routes).toEqual(['/leaselot/index', '/leaselot/result/:id', '/leaselot/:id', '/leaselot/new']);
  });

  it('that was written by hand gets its table and its pages: references, keys, numbers, states', async () => {
    const entity = {
      $schema: '../meta/entity.schema.json',
      $id: 'visit',
      title: 'Visit',
      type: 'object',
      record: {
        prefix: 'visit',
        list: 'visits',
        itemType: 'VI',
        table: 'visit',
        label: 'Visit {number}',
        permissions: { view: 'saleV', update: 'saleU' },
      },
      refs: { sale_id: 'sale', lot_id: 'leaseLot' },
      key: ['district_code', 'number'],
      required: ['sale_id'],
      properties: {
        district_code: { type: 'string', title: 'District', list: 'districts', write: 'create' },
        sale_id: { type: 'integer', title: 'Sale', format: 'id', search: ['eq'] },
        lot_id: { type: 'integer', title: 'Lot', format: 'id' },
        number: { type: 'string', title: 'Number', number: { prefix: 'V', per: 'district_code', digits: 3 } },
        state: { type: 'string', title: 'State', codes: 'visitState' },
        cost: { type: 'integer', title: 'Cost', format: 'currency' },
        hours: { type: 'number', title: 'Hours' },
        price: {
          type: 'integer',
          title: 'Price',
          format: 'currency',
          from: { ref: 'sale_id', field: 'purchase_price' },
        },
        total: { type: 'number', title: 'Total', value: 'form.hours * 2.0', stored: true },
      },
      children: {
        rooms: {
          title: 'Rooms',
          table: 'visit_room',
          parent: 'visit_id',
          order: 'posn',
          required: ['name'],
          properties: {
            name: { type: 'string', title: 'Name', maxLength: 40 },
            size: { type: 'number', title: 'Size' },
            kind: { type: 'string', title: 'Kind', codes: 'visitRoomKind' },
          },
        },
      },
      life: {
        field: 'state',
        start: 'LODGED',
        end: ['CLOSED_EARLY'],
        moves: [
          { id: 'decide', title: 'Decide', from: ['LODGED'], to: 'DECIDED' },
          { id: 'close', title: 'Close', from: ['LODGED', 'DECIDED'], to: 'CLOSED_EARLY' },
        ],
      },
    };
    writeFileSync(inCopy('schemas/entities/visit.json'), JSON.stringify(entity));
    expect(await make('entity', 'visit')).toBe(0);
    const migration = told.map((line) => /^(\S+_visit\.sql) is written/.exec(line)?.[1]).find(Boolean) ?? '';
    expect(readFileSync(inCopy(migration), 'utf8')).toBe(`create table visit (
  id bigint generated always as identity primary key,
  district_code district_code not null,
  sale_id bigint not null references sale (id),
  lot_id bigint references lease_lot (id),
  number text not null,
  state text not null,
  cost bigint,
  hours numeric,
  price bigint,
  total numeric,
  unique (district_code, number)
);
create index visit_district_code on visit (district_code);
create index visit_sale_id on visit (sale_id);
create index visit_lot_id on visit (lot_id);
select record_table('visit', 'district');

create table visit_room (
  id bigint generated always as identity primary key,
  visit_id bigint not null references visit (id) on delete cascade,
  posn integer,
  name text not null,
  size numeric,
  kind text
);
select child_table('visit_room', 'visit');
`);
    expect(await findings()).toEqual([]);
    const read = (path: string) => JSON.parse(readFileSync(inCopy(path), 'utf8'));
    expect(read('schemas/codes/visitState.json').codes).toEqual([
      { code: 'LODGED', label: 'Lodged' },
      { code: 'DECIDED', label: 'Decided' },
      { code: 'CLOSED_EARLY', label: 'Closed early' },
    ]);
    expect(existsSync(inCopy('schemas/codes/visitRoomKind.json'))).toBe(true);
    const record = read('screens/visit/record.json');
    expect(record.title).toBe('Visit {data.record.number}');
    const [form] = read('screens/visit/new.json').blocks;
    const [facts, , over] = record.blocks[0].tabs[0].blocks;
    for (const { sections } of [form, over])
      expect(sections.at(-1)).toMatchObject({ title: 'Rooms', fields: ['rooms'] });
    // What is numbered, computed and copied stands among what it is made of; the state is moved.
    const made = ['sale_id', 'lot_id', 'number', 'cost', 'hours', 'price', 'total'];
    expect([form, over].map(({ sections }) => sections[0].fields)).toEqual([
      ['district_code', ...made],
      made,
    ]);
    expect(facts.fields.map(({ id }: { readonly id: string }) => id)).toEqual([
      'id',
      'district_code',
      'state',
      'updated_at',
    ]);
    expect(JSON.stringify(form.submit)).toContain('Visit {answer.number} is made');
    expect(over.submit.on).toEqual([
      {
        action: 'save-record',
        with: { list: 'visits', data: 'record', label: 'Visit {answer.number}' },
      },
    ]);
    const list = read('screens/visit/result.json').blocks.at(-1);
    expect(list.columns[0]).toMatchObject({ id: 'number', link: '/visit/{row.id}' });
    expect(list.sort).toEqual(['number']);
  });

  it('with a natural key has a record and a list that go by it', async () => {
    const read = (path: string) => JSON.parse(readFileSync(inCopy(path), 'utf8'));
    expect(await make('record', 'visit')).toBe(0);
    expect(await make('list', 'visit')).toBe(0);
    const record = read('screens/visit/edit.json');
    expect([record.route, record.title]).toEqual([
      '/visit/edit/:district_code/:number',
      'Visit {data.record.number}',
    ]);
    expect(record.data.record).toEqual({
      operation: 'record.find',
      params: { list: 'visits', key: '{params.district_code}/{params.number}' },
    });
    expect(record.blocks[1].submit.on[0].params).toEqual({ list: 'visits', id: '{data.record.id}' });
    const [list] = read('screens/visit/list.json').blocks;
    expect(list.columns.slice(0, 3)).toEqual([
      { id: 'number', link: '/visit/edit/{row.district_code}/{row.number}' },
      { id: 'district_code' },
      { id: 'sale_id' },
    ]);
    expect(list.sort).toEqual(['district_code', 'number']);
    // Without a page by key, rows lead to the page by number.
    rmSync(inCopy('screens/visit/edit.json'));
    rmSync(inCopy('screens/visit/list.json'));
    expect(await make('list', 'visit')).toBe(0);
    expect(read('screens/visit/list.json').blocks[0].columns[0].link).toBe('/visit/{row.id}');
    expect(await make('record', 'visit')).toBe(0);
    expect(await findings()).toEqual([]);
  });

  it('is what docs/record-types.md tells: its entity gets the rest, its tables are those of the page', async () => {
    const page = readFileSync(join(root, 'docs/record-types.md'), 'utf8');
    const [, entity = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
    writeFileSync(inCopy('schemas/entities/inspection.json'), entity);
    expect(await make('entity', 'inspection')).toBe(0);
    const migration =
      told.map((line) => /^(\S+_inspection\.sql) is written/.exec(line)?.[1]).find(Boolean) ?? '';
    const [, rooms = ''] = /(create table inspection_room .*?)```/s.exec(page) ?? [];
    expect(readFileSync(inCopy(migration), 'utf8')).toContain(rooms);
    expect(await findings()).toEqual([]);
  });

  it('is refused where something of it is there already, or the name is none', async () => {
    await expect(make('entity', 'leaseLot')).rejects.toThrow('lease_lot_record.sql exists already');
    await expect(make('entity', 'Lease-Lot')).rejects.toThrow('"Lease-Lot" is no name of an entity.');
    await expect(make('entty', 'x')).rejects.toThrow('Did you mean "entity"?');
  });
});
