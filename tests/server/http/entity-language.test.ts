import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/access/caller.ts';
import { entityFor } from '#server/records/served.ts';
import { undoChange } from '#server/records/undo.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';
import { addInspections, inspectionFiles } from '#tests/support/inspection.ts';
import { inspectionScreens } from '#tests/support/inspection-screens.ts';

const file = 'schemas/entities/inspection.json';
const { [file]: inspection } = inspectionFiles;
const life = { ...inspection.life, locked: ['DONE', 'CHECKED'] };

// A record type made of JSON and SQL alone, through its whole life.
let server: TestServer;
let admin: string;
let office: string;
beforeAll(async () => {
  server = await startTestApp({
    screens: { ...screens, ...inspectionFiles, [file]: { ...inspection, life }, ...inspectionScreens },
  });
  await addSales(server.database);
  await addInspections(server.database);
  await server.addUser('otto', 'office', ['001']);
  [admin, office] = [await server.tokenOf('admin'), await server.tokenOf('otto')];
});
afterAll(() => server.close());

const create = (body: object, token = office) =>
  server.call('POST', '/inspections', {
    token,
    body: { request_id: randomUUID(), district_code: '001', ...body },
  });
const save = (id: number, version: number, body: object, token = office) =>
  server.call('PUT', `/inspections/${id}`, { token, body: { version, ...body } });
const move = (id: number, version: number, name: string, token = office) =>
  server.call('POST', `/inspections/${id}/move`, { token, body: { version, move: name } });
const read = async (path: string) =>
  (await server.call('GET', `/inspections/${path}`, { token: office })).json;
const pointers = ({ json }: { json: { errors: { pointer: string }[] } }) =>
  json.errors.map(({ pointer }) => pointer);
const rooms = [
  { name: 'Hall', size: 4 },
  { name: 'Bath', size: 6 },
];

describe('a record type of JSON and SQL alone', () => {
  it('is made with its default, its copy, its computed value, its number and the rows inside', async () => {
    const { status, json } = await create({ sale_id: 1, label: 'A', rate: 2.5, rooms });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      id: 1,
      version: 1,
      synthetic: false,
      created_by: expect.any(Number),
      number: 'I001-001',
      state: 'PLANNED',
      kind: 'IN',
      price: 100_000,
      cost: 25,
      rooms: [
        { id: 1, ...rooms[0] },
        { id: 2, ...rooms[1] },
      ],
    });
    expect((await create({ sale_id: 2, label: 'B' })).json).toMatchObject({
      number: 'I001-002',
      cost: null,
      rooms: [],
    });
    const other = await create({ district_code: '002', sale_id: 5, label: 'B' }, admin);
    expect(other.json.number).toBe('I002-001');
    expect(await read('1')).toEqual(json);
  });

  it.each([
    ['what is there once already', { sale_id: 1, label: 'A' }, 422, ['/sale_id', '/label']],
    ['a sale that is not there', { sale_id: 99, label: 'C' }, 422, ['/sale_id']],
    ["another district's sale", { sale_id: 5, label: 'C' }, 422, ['/sale_id']],
    ['a state', { sale_id: 1, label: 'C', state: 'DONE' }, 400, ['/state']],
    ['a computed value', { sale_id: 1, label: 'C', cost: 1 }, 400, ['/cost']],
    ['a copy', { sale_id: 1, label: 'C', price: 1 }, 400, ['/price']],
    ['a number', { sale_id: 1, label: 'C', number: 'X' }, 400, ['/number']],
    ['a code of another parent', { sale_id: 1, label: 'C', part: 'ROOF' }, 422, ['/part']],
    ['nothing', {}, 400, ['/sale_id', '/label']],
  ])('refuses %s at its field', async (_, body, status, at) => {
    const answer = await create(body);
    expect([answer.status, pointers(answer)]).toEqual([status, at]);
  });

  it('keeps rows inside by their numbers: changed, added, moved and removed with one version', async () => {
    const { json } = await save(1, 1, {
      rooms: [
        { id: 2, name: 'Bath', size: 8 },
        { name: 'Attic', size: 2 },
      ],
    });
    expect(json).toMatchObject({ version: 2, cost: 25, rooms: [{ id: 2, size: 8 }, { name: 'Attic' }] });
    const [entry] = (await read('1/history')).items;
    expect(entry).toMatchObject({ action: 'update', from_version: 1 });
    expect(entry.fields.map(({ id }: { id: string }) => id)).toEqual(['rooms']);
    expect(entry.fields[0].old.map(({ name }: { name: string }) => name)).toEqual(['Hall', 'Bath']);
    expect(
      await save(1, 2, {
        rooms: [
          { id: 2, name: 'Bath', size: 8 },
          { id: 3, name: 'Attic', size: 2 },
        ],
      }),
    ).toMatchObject({
      json: { version: 2 },
    });
  });

  it('refuses rows each at its place', async () => {
    const answer = await save(1, 2, {
      rooms: [{ id: 1, name: 'Gone' }, { size: -1 }, { name: 'x', colour: 1 }],
    });
    expect([answer.status, pointers(answer)]).toEqual([
      400,
      ['/rooms/0/id', '/rooms/1/name', '/rooms/1/size', '/rooms/2/colour'],
    ]);
    expect(pointers(await save(1, 2, { rooms: Array(4).fill({ name: 'x' }) }))).toEqual(['/rooms']);
  });

  it('computes anew what a change goes into, and keeps what went in', async () => {
    const { json } = await save(1, 2, { rate: 3 });
    expect(json).toMatchObject({ version: 3, rate: 3, cost: 30 });
    const [entry] = (await read('1/history')).items;
    expect(entry.fields.find(({ id }: { id: string }) => id === 'cost')).toMatchObject({
      old: 25,
      new: 30,
      from: { rate: 3, rooms: [{ size: 8 }, { size: 2 }] },
    });
    const { from } = entry.fields.find(({ id }: { id: string }) => id === 'cost');
    expect(from.rooms.map(Object.keys)).toEqual([
      ['name', 'size'],
      ['name', 'size'],
    ]);
  });

  it('copies anew with another reference, and empties a code whose parent went', async () => {
    expect((await save(1, 3, { part: 'BATH', sale_id: 3 })).json).toMatchObject({
      price: 300_000,
      part: 'BATH',
    });
    expect((await save(1, 4, { kind: 'OUT' })).json).toMatchObject({ version: 5, kind: 'OUT', part: null });
    expect((await save(1, 5, { part: 'WALL' })).json).toMatchObject({ part: 'WALL' });
    expect((await save(1, 6, { kind: 'IN' })).json).toMatchObject({ part: 'WALL' });
  });

  it('is a conflict for whoever comes late, rows inside and all', async () => {
    const answer = await save(1, 3, { rate: 'x' });
    expect([answer.status, answer.json.current_version, answer.json.current.rooms.length]).toEqual([
      409, 7, 2,
    ]);
  });

  it('moves from state to state, and never by a save', async () => {
    expect(pointers(await save(1, 7, { state: 'DONE' }))).toEqual(['/state']);
    expect((await move(2, 1, 'finish')).json).toMatchObject({
      status: 422,
      message: 'No room was inspected. Add one.',
    });
    expect((await move(1, 6, 'finish')).status).toBe(409);
    expect((await move(1, 7, 'fly')).status).toBe(422);
    expect((await move(1, 7, 'finish')).json).toMatchObject({ state: 'DONE', version: 8 });
    expect((await move(1, 8, 'finish')).json.message).toBe(
      'Finish cannot be done while it is "Done". Open the record again.',
    );
    expect((await move(1, 8, 'approve')).json.message).toBe(
      'Approve is for somebody else to do: this record is yours.',
    );
    expect((await move(1, 8, 'approve', admin)).json).toMatchObject({ state: 'CHECKED', version: 9 });
    const told = await server.call('GET', '/notifications/multi?is_archived=false&offset=0', {
      token: office,
    });
    expect(told.json.items ?? told.json).toMatchObject([
      { notify_type: 'STGECHGD', notify_detail: { item_type: 'IS', to_stage: 'CHECKED', ids: [1] } },
    ]);
  });

  it('is neither saved nor deleted in a state that is locked, by whichever way, and is again after a move out of it', async () => {
    const made = (await create({ sale_id: 2, label: 'LOCK', rate: 1, rooms })).json;
    const { id } = made;
    const many = (version: number) =>
      server.call('PUT', '/inspections', {
        token: office,
        body: { expected: 1, rows: [{ id, version, rate: 4 }] },
      });
    expect((await many(1)).status).toBe(200);
    expect((await move(id, 2, 'finish')).status).toBe(200);
    const told = (what: string) =>
      `This inspection cannot be ${what} while it is "Done". Use "Reopen" or "Approve" first.`;
    for (const body of [{ rate: 2 }, { rooms: [] }, {}, { rate: 2, __forceUpdate__: true }]) {
      const answer = await save(id, 3, body);
      expect([answer.status, answer.json.message, pointers(answer)]).toEqual([
        422,
        told('changed'),
        ['/state'],
      ]);
    }
    const rows = await many(3);
    expect([rows.status, rows.json.message, pointers(rows)]).toEqual([
      422,
      told('changed'),
      ['/rows/0/state'],
    ]);
    const gone = await server.call('DELETE', `/inspections/${id}?version=3`, { token: office });
    expect([gone.status, gone.json.message]).toEqual([422, told('deleted')]);
    // Who comes late hears of the conflict first.
    expect((await save(id, 2, { rate: 2 })).status).toBe(409);
    expect(await read(`${id}`)).toMatchObject({ version: 3, state: 'DONE', rate: 4, rooms });
    expect((await move(id, 3, 'reopen')).status).toBe(200);
    expect((await save(id, 4, { rate: 2 })).json).toMatchObject({ version: 5, rate: 2 });
    expect((await server.call('DELETE', `/inspections/${id}?version=5`, { token: office })).status).toBe(204);
  });

  it('is taken back where the function of a move refuses', async () => {
    await save(2, 1, { rate: 13, rooms: [{ name: 'Hall', size: 1 }] });
    const answer = await move(2, 2, 'finish');
    expect([answer.status, answer.json.message]).toEqual([422, 'Thirteen is no rate. Change it.']);
    expect(await read('2')).toMatchObject({ state: 'PLANNED', version: 2 });
  });

  it('is found by its natural key, and told with what refers to it', async () => {
    expect(await read('key?key=001/A')).toMatchObject({ id: 1, label: 'A' });
    for (const key of ['001/Z', '001', '002/B'])
      expect((await server.call('GET', `/inspections/key?key=${key}`, { token: office })).status).toBe(404);
    const related = await server.call('GET', '/sales/3/related', { token: office });
    expect(related.json.items).toContainEqual({
      list: 'inspections',
      prefix: 'inspection',
      title: 'inspections',
      singular: 'inspection',
      field: 'sale_id',
      fieldTitle: 'Sale',
      count: 1,
      criteria: [{ fld: 'sale_id', op: 'eq', val: 3 }],
    });
  });

  it('is read beside others of its type, in the order asked for, by whoever sees them all', async () => {
    const compared = (ids: string, token = office) =>
      server.call('GET', `/inspections/compare?ids=${ids}`, { token });
    const { json } = await compared('2,1,2');
    expect(json).toEqual({ items: [await read('2'), await read('1')] });
    // Another district's is not there, nor is one that nobody made: the page says so, and of which.
    for (const ids of ['1,3', '1,999'])
      expect(await compared(ids)).toMatchObject({
        status: 404,
        json: { message: `Inspection ${ids.slice(2)} does not exist, or you may not see it.` },
      });
    expect((await compared('1,3', admin)).json.items).toHaveLength(2);
    for (const ids of ['1', '1,2,3,4,5', '1,x']) expect((await compared(ids)).status).toBe(400);
  });

  it('is found by a few letters or its number, named by its label, and told on a card', async () => {
    const found = async (query: string, token = office) =>
      (await server.call('GET', `/inspections/lookup?${query}`, { token })).json;
    const a = { id: 1, label: 'Inspection I001-001', text: 'A · $300,000' };
    expect(await found('text=a')).toEqual({ items: [a], more: false });
    expect((await found('text=1')).items).toEqual([a]);
    expect((await found('text=%25')).items).toEqual([]);
    expect(await found('limit=1')).toMatchObject({ items: [{ id: 2 }], more: true });
    // Another district's is not there, by whichever way it is asked for.
    expect((await found('ids=1,3,999')).items).toEqual([a]);
    expect((await found('ids=1,3,999', admin)).items).toHaveLength(2);
    expect((await found('text=3')).items).toEqual([]);
    expect(await read('1/preview')).toEqual({
      label: 'Inspection I001-001',
      lines: [
        { title: 'State', text: 'Checked' },
        { title: 'Price', text: '$300,000' },
        { title: 'Part', text: 'Wall' },
      ],
    });
    for (const id of ['3', '999'])
      expect((await server.call('GET', `/inspections/${id}/preview`, { token: office })).status).toBe(404);
  });

  it('is found by quick search, by its words and its number', async () => {
    const found = async (term: string) =>
      (await server.call('GET', `/search/quick?term=${term}`, { token: office })).json.items;
    expect(await found('I001')).toEqual([]);
    const one = { id: 1, type: 'IS', label: 'Inspection I001-001', blurb: 'A' };
    expect(await found('A')).toContainEqual(expect.objectContaining(one));
    expect(await found('1')).toContainEqual(expect.objectContaining(one));
  });

  it('is exported from its list', async () => {
    const { status, text } = await server.call('POST', '/query/export', {
      token: office,
      body: {
        screen: 'inspection/list',
        source: 'rows',
        params: {},
        sort: ['id'],
        format: 'csv',
        columns: ['number', 'label', 'state', 'cost'],
        block: 'list',
      },
    });
    expect(status).toBe(200);
    expect(text.replace('\uFEFF', '').split('\r\n').slice(0, 3)).toEqual([
      'Number,Label,State,Cost',
      'I001-001,A,CHECKED,30',
      'I001-002,B,PLANNED,13',
    ]);
  });

  it('is a document, by its number, by its key and as its list', async () => {
    for (const [screen, params] of [
      ['inspection/list', {}],
      ['inspection/record', { id: 1 }],
      ['inspection/by-key', { district: '001', label: 'A' }],
    ] as const) {
      const { status, bytes } = await server.call('POST', '/documents', {
        token: office,
        body: { screen, params, format: 'pdf' },
      });
      expect([screen, status, bytes.subarray(0, 5).toString()]).toEqual([screen, 200, '%PDF-']);
    }
  });

  it('takes a change of its rows back: who went comes back, who came goes, who was changed is as before', async () => {
    const made = (await create({ sale_id: 2, label: 'U', rate: 1, rooms })).json;
    const [hall, bath] = made.rooms;
    const saved = await save(made.id, 1, {
      rooms: [
        { ...bath, size: 9 },
        { name: 'Attic', size: 1 },
      ],
    });
    expect(saved.json.cost).toBe(10);
    const [entry] = (await read(`${made.id}/history`)).items;
    const { rows } = await server.database.owner((client) =>
      client.query<{ id: number }>("select id from app_user where username = 'otto'"),
    );
    const caller: Caller = {
      id: rows[0]?.id ?? 0,
      username: 'otto',
      full_name: 'otto',
      sessionId: '',
      roles: ['office'],
      perms: new Set(['saleV', 'saleU']),
      districts: ['001'],
      workDistricts: ['001'],
      permissionVersion: '',
    };
    const entity = entityFor('inspections', server.context);
    const undone = await undoChange(server.context, caller, entity, made.id, entry.id);
    expect(undone).toMatchObject({ version: 3, cost: 10, rooms: [{ name: 'Hall', size: 4 }, bath] });
    expect(undone).not.toMatchObject({ rooms: [hall, bath] });
  });

  it('is deleted with the rows inside', async () => {
    expect((await server.call('DELETE', '/inspections/2?version=2', { token: office })).status).toBe(204);
    const { rows } = await server.database.owner((client) =>
      client.query<{ n: number }>(
        'select count(*)::integer as n from inspection_room where inspection_id = 2',
      ),
    );
    expect(rows[0]?.n).toBe(0);
  });

  it('tells a mere change of order in the order that was', async () => {
    const { json } = await create({ sale_id: 3, label: 'ORDER', rate: 1, rooms });
    const [hall, bath] = json.rooms;
    await save(json.id, 1, { rate: 2, rooms: [bath, hall] });
    const [entry] = (await read(`${json.id}/history`)).items;
    const told = (field: string) => entry.fields.find(({ id }: { id: string }) => id === field);
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    expect([names(told('rooms').old), names(told('rooms').new)]).toEqual([
      ['Hall', 'Bath'],
      ['Bath', 'Hall'],
    ]);
    expect(told('cost').from).toEqual({ rate: 2, rooms: [rooms[1], rooms[0]] });
    await server.call('DELETE', `/inspections/${json.id}?version=2`, { token: office });
  });
});
