// Supps by file: in, valued, out, answered; through HTTP alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { sendFile } from '#tests/support/sent-file.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
let valuer = 0;
beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: '2026-11-23T02:00:00Z' });
  await sql(`insert into component (district_code, code, zone_code) values ('001', 'AA', 'R2'), ('002', 'AA', 'R2');
    insert into property (id, district_code, status, hnum1, street_name, suburb, area, area_unit, zone_code, component_code, legal_description)
      select n, case when n > 40 then '002' else '001' end, case when n between 30 and 39 then 'X' else 'A' end, n, 'HIGH ST', 'ALPHA', 650, 'M',
        'R2', 'AA', n || '/100' from generate_series(1, 60) n;
    insert into property_value (property_id, base_date, land_value, authority_code, method) values (2, '2025-07-01', 200000, '14A', 'F')`);
  for (const [name, role, districts] of [
    ['val', 'valuer', ['001']],
    ['otto', 'office', ['001']],
    ['ona', 'office', ['001', '002']],
  ] as const) {
    await server.addUser(name, role, districts);
    tokens[name] = await server.tokenOf(name);
  }
  valuer = Number((await rows("select id from app_user where username = 'val'"))[0]?.id);
});
afterAll(() => server?.close());

const sql = (text: string) => server.database.owner((client) => client.script(text));
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
const call = async (method: string, path: string, by = 'otto', body?: object) => {
  const answer = await server.call(method, path, { token: tokens[by] ?? null, ...(body ? { body } : {}) });
  expect([path, answer.status, answer.text]).toEqual([path, 200, expect.any(String)]);
  return answer;
};
const send = async (name: string, content: string, by = 'otto') => {
  const { kind, result } = await sendFile(server, tokens[by], name, content);
  return { kind, ...result };
};
/** The log of the file that came last. */
const log = async () =>
  (
    await rows(`select line_no, action, field, old_value, new_value, message from import_log
      where file_id = (select max(id) from import_file where kind <> 'UPLOAD') order by id`)
  ).map((row) => Object.values(row));
const suppOf = async (workflow: string) => {
  const [row] = await rows(`select id from supp where vg_workflow = '${workflow}'`);
  return row ? (await call('GET', `/supps/${row.id}`)).json : null;
};
const move = async (workflow: string, name: string) => {
  const { id, version } = await suppOf(workflow);
  return (await call('POST', `/supps/${id}/move`, 'otto', { version, move: name })).json;
};

const heading =
  'record,vg_workflow,batch,supp_type,pid,district,reason,authority,basis,base_dates,received,due,old_area,new_area,area_unit,old_zone,new_zone,old_component,new_component,address,legal,parents,children';
const line = (workflow: string, pid: number, more: Record<string, string> = {}) => {
  const cells: Record<string, string> = {
    record: 'S',
    vg_workflow: workflow,
    supp_type: 'PA',
    pid: String(pid),
    district: '001',
    reason: 'AREA',
    base_dates: '2025-07-01',
    received: '2/11/2026',
    due: '2/12/2026',
    ...more,
  };
  return heading
    .split(',')
    .map((name) => cells[name] ?? '')
    .join(',');
};
const csv = (...lines: string[]) => [heading, ...lines, ''].join('\n');

describe('a supp by file', () => {
  it('goes in, is valued, sent and completed by the answer', async () => {
    const first = csv(
      line('W1', 2, {
        old_area: '650',
        new_area: '700',
        area_unit: 'M',
        old_zone: 'R3',
        parents: '2',
        children: '3|4',
      }),
      line('W2', 5, { supp_type: 'PX', reason: 'CANCEL', base_dates: '', received: '20261103' }),
    );
    expect(await send('supps.csv', first)).toMatchObject({
      kind: 'supps',
      fails: 0,
      counts: { read: 2, new: 2 },
    });
    const [told] = await rows(
      "select notify_detail as d from notification where notify_type = 'IMPTDONE' order by id desc limit 1",
    );
    expect(told?.d).toMatchObject({ files: ['supps.csv'], fails: [], item_type: 'SU' });
    expect(await log()).toEqual([
      [2, 'new', null, null, null, 'The file has the old zone R3, the property has R2.'],
      [3, 'new', null, null, null, null],
    ]);
    // Received: not ready, in the stage of the office, with its default authority.
    const received = await suppOf('W1');
    expect(received).toMatchObject({
      property_id: 2,
      district_code: '001',
      supp_type: 'PA',
      transmit_status: 'F',
      stage: 'RECEIVED',
      authority_code: '14B',
      received_on: '2026-11-02',
      due_on: '2026-12-02',
      new_area: 700,
      old_area: 650,
      old_zone_code: 'R2',
      version: 1,
    });
    expect(received.supp_values).toMatchObject([{ base_date: '2025-07-01', series: 'LT', land_value: null }]);
    expect(
      received.related.map(({ property_id, role }: { property_id: number; role: string }) => [
        property_id,
        role,
      ]),
    ).toEqual([
      [2, 'PARENT'],
      [3, 'CHILD'],
      [4, 'CHILD'],
    ]);
    expect(await suppOf('W2')).toMatchObject({ supp_type: 'PX', received_on: '2026-11-03', supp_values: [] });
    // The same bytes, and the same lines in other bytes, change nothing.
    expect(await send('again.csv', first)).toMatchObject({ seen: 1, itemType: 'SU' });
    expect(await send('again.csv', `${first}\n`)).toMatchObject({
      counts: { read: 2, same: 2, new: 0, changed: 0 },
    });
    expect((await suppOf('W1')).version).toBe(1);
    // Another word of the Valuer General, while it is not ready.
    const second = csv(
      line('W1', 2, { new_area: '710', area_unit: 'M', base_dates: '2025-07-01|20260701', reason: '' }),
    );
    expect(await send('second.csv', second)).toMatchObject({ counts: { changed: 1 } });
    expect(await log()).toEqual([
      [2, 'changed', null, null, null, null],
      [2, 'changed', 'new_area', expect.stringContaining('700'), expect.stringContaining('710'), null],
    ]);
    const changed = await suppOf('W1');
    expect(changed).toMatchObject({ new_area: 710, reason_code: 'AREA', version: 2 });
    expect(changed.related).toHaveLength(3);
    // Valued: it is the parent of nothing any more, so that it goes on after the completion.
    const { id, version, supp_values: values } = changed;
    expect(values.map(({ base_date }: { base_date: string }) => base_date)).toEqual([
      '2025-07-01',
      '2026-07-01',
    ]);
    await call('PUT', `/supps/${id}`, 'val', {
      version,
      valuer_id: valuer,
      inspected_on: '2026-11-20',
      related: [],
      supp_values: values.map((row: object, i: number) => ({ ...row, land_value: 250_000 + 10_000 * i })),
    });
    expect((await move('W1', 'ready')).transmit_status).toBe('T');
    // Ready: what a file says now is a conflict, and nothing is overwritten.
    const third = csv(
      line('W1', 2, { new_area: '720', area_unit: 'M' }),
      line('W2', 5, { supp_type: 'PX', reason: 'CANCEL', base_dates: '', due: '3/12/2026' }),
    );
    expect(await send('third.csv', third)).toMatchObject({ counts: { conflict: 1, changed: 1 } });
    expect((await log()).slice(0, 2)).toEqual([
      [2, 'conflict', null, null, null, 'It is ready to send. What the file says was not written.'],
      [2, 'conflict', 'new_area', '710', '720', null],
    ]);
    expect(await suppOf('W1')).toMatchObject({ transmit_status: 'T', new_area: 710 });
    expect(await suppOf('W2')).toMatchObject({ due_on: '2026-12-03' });
    // An answer to what was not sent.
    expect(await send('early.csv', 'A,W1,ACCEPTED,\n')).toMatchObject({
      kind: 'supp_answers',
      counts: { conflict: 1 },
    });
    expect((await suppOf('W1')).transmit_status).toBe('T');
    // Sent.
    const job = (await call('POST', '/exports', 'otto', { type: 'supps', districts: ['001'] })).json;
    await server.context.jobs.idle();
    expect(await suppOf('W1')).toMatchObject({ transmit_status: 'S', batch: `EXP-${job.id}` });
    // Sent: the work comes once more, and what went out stands.
    const late = csv(line('W1', 2, { new_area: '730', area_unit: 'M' }));
    expect(await send('late.csv', late)).toMatchObject({ counts: { conflict: 1, changed: 0 } });
    expect((await log()).slice(0, 2)).toEqual([
      [2, 'conflict', null, null, null, 'It is sent. What the file says was not written.'],
      [2, 'conflict', 'new_area', '710', '730', null],
    ]);
    expect(await suppOf('W1')).toMatchObject({ transmit_status: 'S', new_area: 710 });
    const file = (await call('GET', `/exports/${job.id}/file`)).bytes.toString('utf8').split('\r\n');
    expect(file.slice(1, 4)).toEqual([
      `S;W1;${id};2;PA;14B;;`,
      `V;${id};20250701;LT;250000;;;;;;;;;`,
      `V;${id};20260701;LT;260000;;;;;;;;;`,
    ]);
    // The answer completes it, and what belongs to that.
    const answer = 'record,vg_workflow,result,message\nA,W1,ACCEPTED,Thanks\n';
    expect(await send('answer.csv', answer)).toMatchObject({
      kind: 'supp_answers',
      counts: { read: 1, changed: 1 },
    });
    expect((await log())[0]).toEqual([2, 'changed', null, null, null, 'Thanks']);
    expect(await suppOf('W1')).toMatchObject({ transmit_status: 'X', completed_on: expect.any(String) });
    expect(await rows('select area::float as area from property where id = 2')).toEqual([{ area: 710 }]);
    expect(
      await rows(
        "select land_value::integer as v, method from property_value where property_id = 2 and base_date = '2025-07-01'",
      ),
    ).toEqual([{ v: 250_000, method: 'S' }]);
    const before = await suppOf('W1');
    expect(await send('answer again.csv', answer)).toMatchObject({ seen: 1 });
    expect(await send('answer.csv', 'A,W1,ACCEPTED,Thanks\n')).toMatchObject({
      counts: { same: 1, changed: 0 },
    });
    expect(await send('late.csv', 'A,W1,REJECTED,No\n')).toMatchObject({ counts: { conflict: 1 } });
    expect(await suppOf('W1')).toEqual(before);
    const [answered] = await rows(
      "select max(id)::integer as id from import_file where name = 'answer.csv' and changed_count = 1",
    );
    const undone = await server.call('PUT', `/imports/files/${answered?.id}/undo`, {
      token: tokens.otto ?? null,
    });
    expect([undone.status, undone.json.message]).toEqual([
      422,
      'A file of “Answers to supps” cannot be taken back.',
    ]);
  });

  it('that was sent and is rejected is back with the office', async () => {
    await send('w3.csv', csv(line('W3', 6)));
    const { id, version, supp_values: values } = await suppOf('W3');
    await call('PUT', `/supps/${id}`, 'val', {
      version,
      valuer_id: valuer,
      inspected_on: '2026-11-20',
      supp_values: [{ ...values[0], land_value: 1000 }],
    });
    await move('W3', 'ready');
    await call('POST', '/exports', 'otto', { type: 'supps', districts: ['001'] });
    await server.context.jobs.idle();
    expect(await send('no.csv', 'A,W3,REJECTED,"Area, not as in the plan"\n')).toMatchObject({
      counts: { changed: 1 },
    });
    expect((await log())[0]).toEqual([1, 'changed', null, null, null, 'Area, not as in the plan']);
    expect((await suppOf('W3')).transmit_status).toBe('F');
  });

  it('is completed with all that are answered beside it: of two of a property the later one stands', async () => {
    await sql(`
      insert into supp (property_id, supp_type, vg_workflow, received_on, transmit_status)
        select n, 'PO', 'T' || n, date '2026-11-01', 'S' from generate_series(11, 18) n union all select 11, 'PO', 'T11B', '2026-11-02', 'S';
      insert into supp_value (supp_id, base_date, land_value)
        select id, '2025-07-01', case vg_workflow when 'T11B' then 99000 else property_id * 1000 end from supp where vg_workflow ~ '^T1';
      create sequence written;
      create function counted() returns trigger language plpgsql as $$ begin perform nextval('written'); return null; end $$;
      grant usage on sequence written to cadastre_writer;
      create trigger counted after insert on property_value for each statement execute function counted()`);
    const works = ['T11B', ...Array.from({ length: 8 }, (_, n) => `T${n + 11}`)];
    const answers = await send('many.csv', works.map((work) => `A,${work},ACCEPTED\n`).join(''));
    const [count] = await rows('select last_value::integer as n from written');
    await sql('drop trigger counted on property_value; drop function counted; drop sequence written');
    expect(answers).toMatchObject({ kind: 'supp_answers', fails: 0, counts: { read: 9, changed: 9 } });
    expect(count?.n).toBe(1);
    expect(
      await rows(`select string_agg(property_id || ' ' || land_value, ', ' order by property_id) as are from property_value
        where property_id between 11 and 18 and base_date = '2025-07-01'`),
    ).toEqual([
      {
        are: '11 99000, 12 12000, 13 13000, 14 14000, 15 15000, 16 16000, 17 17000, 18 18000',
      },
    ]);
  });

  it('is refused, and the whole file, where the supp answered before it cancels its property', async () => {
    await sql(`
      insert into supp (property_id, supp_type, vg_workflow, received_on, transmit_status)
        select 20, t, 'U' || t, '2026-11-01', 'S' from unnest('{PX,PO}'::text[]) with ordinality u (t, n) order by n;
      insert into supp_value (supp_id, base_date, land_value) select id, '2025-07-01', 1 from supp where vg_workflow = 'UPO'`);
    const { fails, problems } = await send('both.csv', 'A,UPO,ACCEPTED\nA,UPX,ACCEPTED\n');
    expect([fails, problems]).toEqual([
      1,
      ['both.csv:1: Property 20 is cancelled. A supp for it goes no further.'],
    ]);
    expect(await rows(`select status from property where id = 20`)).toEqual([{ status: 'A' }]);
    expect(
      await rows(`select distinct transmit_status from supp where vg_workflow in ('UPO', 'UPX')`),
    ).toEqual([{ transmit_status: 'S' }]);
  });

  it('is taken back with its file', async () => {
    const { fileIds } = await send('w4.csv', csv(line('W4', 7), line('W5', 8)));
    const { id, version } = await suppOf('W5');
    await call('PUT', `/supps/${id}`, 'otto', { version, due_on: '2026-12-24' });
    expect((await call('PUT', `/imports/files/${fileIds[0]}/undo`)).json).toMatchObject({
      removed: 1,
      restored: 0,
      kept: 1,
    });
    expect(await suppOf('W4')).toBeNull();
    expect(await suppOf('W5')).toMatchObject({ due_on: '2026-12-24' });
  });

  it('comes as JSON as well', async () => {
    const json = JSON.stringify({
      kind: 'supps',
      version: 1,
      rows: [
        {
          vg_workflow: 'W6',
          supp_type: 'PO',
          pid: 9,
          base_dates: ['2025-07-01'],
          received: '2026-11-02',
          children: [10],
        },
      ],
    });
    expect(await send('supps.json', json)).toMatchObject({ kind: 'supps', counts: { new: 1 } });
    expect(await suppOf('W6')).toMatchObject({
      property_id: 9,
      supp_values: [{ base_date: '2025-07-01' }],
      related: [{ property_id: 10, role: 'CHILD' }],
    });
  });
});

describe('a file of supps that is wrong', () => {
  it.each<readonly [string, string, string]>([
    ['an unknown property', line('W9', 999), 'There is no property 999 in your districts.'],
    [
      'a cancelled one',
      line('W9', 30, { supp_type: 'PX' }),
      'Property 30 is cancelled. A cancelled property takes no supp.',
    ],
    [
      'a property of another district',
      line('W9', 11, { district: '002' }),
      'Property 11 lies in district 001, the file says 002.',
    ],
    ['a workflow twice', `${line('W9', 11)}\n${line('W9', 12)}`, 'VG workflow W9 stands in 2 lines.'],
    [
      'a workflow of another property',
      line('W2', 11),
      'VG workflow W2 is about property 5, the file says 11.',
    ],
    [
      'a base date that is none',
      line('W9', 11, { base_dates: '2025-07-01|2025-07-02' }),
      '“2025-07-02” is no base date; a 1 July such as 2026-07-01 is.',
    ],
    ['an unknown reason', line('W9', 11, { reason: 'NONE' }), '“NONE” is no reason of the list.'],
    [
      'an unknown type',
      line('W9', 11, { supp_type: 'QQ' }),
      'Type is “QQ”, which is no code. PE, PX, PA, PZ, PR, PO are.',
    ],
    [
      'another record',
      line('W9', 11, { record: 'V' }),
      'The line is a record “V”. Lines of “Supps” are records S.',
    ],
    [
      'an unknown child',
      line('W9', 11, { children: '998' }),
      'Property 998 does not exist, or you may not see it.',
    ],
  ])('is refused at its line, and nothing of it is kept: %s', async (_what, bad, message) => {
    const { problems } = await send('bad.csv', csv(line('W8', 13), bad));
    expect(problems).toEqual([`bad.csv:3: ${message}`]);
    expect(await suppOf('W8')).toBeNull();
    expect(await suppOf('W9')).toBeNull();
  });

  it('is refused where an answer is to an unknown work', async () => {
    expect((await send('bad.csv', 'A,W2,ACCEPTED,\nA,W77,ACCEPTED,\n')).problems).toEqual([
      'bad.csv:2: There is no supp of VG workflow W77 in your districts.',
    ]);
  });

  it('is left out where it is of other districts', async () => {
    expect((await send('other.csv', csv(line('W8', 50, { district: '' })), 'ona')).counts.new).toBe(1);
    expect((await send('other2.csv', csv(line('W10', 51, { district: '' })))).problems).toEqual([
      'other2.csv:2: There is no property 51 in your districts.',
    ]);
  });
});
