import { randomUUID } from 'node:crypto';
import { randomOf } from '#tests/battery/random.ts';
import { envelope, startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';
import { addInspections, inspectionFiles } from '#tests/support/inspection.ts';
import { changeMany } from './bulk.ts';
import { type Client, type Place, takenLabel, workThrough } from './client.ts';
import type { AuditLine, Evidence, Request } from './evidence.ts';
import { component, placesOfYear, type YearRequest, yearFixture, yearWork } from './year.ts';
import type { YearEvidence } from './year-promises.ts';

export interface Office {
  readonly server: TestServer;
  /** Lets five people work at once, in records of this run; answers what was asked and what came of it. */
  readonly run: (seed: number, operations: number) => Promise<Evidence>;
}

const people = [
  { name: 'ada', districts: ['001'] },
  { name: 'ben', districts: ['001'] },
  { name: 'cora', districts: ['001', '002'] },
  { name: 'dev', districts: ['002'] },
  { name: 'eva', districts: ['001', '002'] },
];

/** The real server on a port, with five people who may write in one district or in both. */
export async function openOffice(): Promise<Office> {
  const server = await startTestApp({ screens: { ...screens, ...inspectionFiles } });
  await addSales(server.database);
  await addInspections(server.database);
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const sender =
    (token: string): Client['call'] =>
    async (method, path, body) => {
      const response = await fetch(`${address}/api${path}`, {
        method,
        headers: { authorization: `JWT ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: envelope(body) } : {}),
      });
      const text = await response.text();
      return { status: response.status, json: text === '' ? null : JSON.parse(text) };
    };
  const senders: Client['call'][] = [];
  for (const { name, districts } of people) {
    await server.addUser(name, 'office', districts);
    // What an office does is not all that a year's values need.
    await server.database.owner((client) =>
      client.query(
        `insert into user_role (user_id, role_id)
         select u.id, r.id from app_user u, role r where u.username = $1::text and r.name = 'valuer'`,
        [name],
      ),
    );
    senders.push(sender(await server.tokenOf(name)));
  }
  const users = await idsOf(server);
  const admin = sender(await server.tokenOf('admin'));

  const run = async (seed: number, operations: number): Promise<Evidence> => {
    const before = await clear(server);
    const made: Request[] = [];
    const place = async (district: string, label: string): Promise<Place> => {
      const rooms = [{ name: 'Hall', size: 4 }];
      const row = { district_code: district, sale_id: district === '001' ? 1 : 5, label, rate: 1, rooms };
      const { status, json } = await admin('POST', '/inspections', { request_id: randomUUID(), ...row });
      made.push({
        kind: 'create',
        user: users.get('admin') ?? 0,
        rows: [{ id: 0, ...row }],
        status,
        answer: json,
      });
      return { district, id: json.id };
    };
    for (const district of ['001', '002']) await place(district, takenLabel);
    const places: Place[] = [];
    for (let n = 0; n < 8; n++) places.push(await place(n < 5 ? '001' : '002', `P${n}`));
    const clients = people.map(
      ({ name, districts }, no): Client => ({
        no,
        user: users.get(name) ?? 0,
        districts,
        random: randomOf(seed * 10 + no),
        call: senders[no] as Client['call'],
        places,
      }),
    );
    const ofYear: YearRequest[] = [];
    const year = placesOfYear();
    const worked = await Promise.all(
      clients.map((client) => {
        const { work } = yearWork(client, year);
        const onYear = async (n: number) => void ofYear.push(...(await work(n)));
        return workThrough(client, Math.ceil(operations / people.length), onYear);
      }),
    );
    const last = clients.find(({ districts }) => districts.length === 2);
    const alone = last ? await takeOneBack(last, operations) : [];
    if (last) ofYear.push(...(await yearWork(last, year).takeBack()));
    return {
      requests: [...made, ...worked.flat(), ...alone],
      ...(await foundIn(server, admin, before)),
      year: { requests: ofYear, ...(await yearIn(server, before)) },
    };
  };
  return { server, run };
}

/** While others write, what is to be taken back may have changed each time; when all have left, one is sure to be. */
async function takeOneBack(client: Client, operations: number): Promise<readonly Request[]> {
  const requests: Request[] = [];
  for (let n = 1; n <= 100; n++) {
    requests.push(...(await changeMany(client, client.places, operations + n)));
    if (requests.some(({ kind, status }) => kind === 'undo' && status === 200)) break;
  }
  return requests;
}

async function idsOf(server: TestServer): Promise<ReadonlyMap<string, number>> {
  const { rows } = await server.database.owner((client) =>
    client.query<{ id: number; username: string }>('select id::integer, username from app_user'),
  );
  return new Map(rows.map(({ id, username }) => [username, id]));
}

/** Nothing of the run before is left but its history, which nobody can remove; answers the last line of that. */
async function clear(server: TestServer): Promise<number> {
  return server.database.owner(async (client) => {
    for (const table of ['inspection_room', 'inspection', 'notification', 'number_series'])
      await client.query(`delete from ${table}`);
    await client.script(yearFixture);
    const { rows } = await client.query<{ last: number }>(
      'select coalesce(max(id), 0)::integer as last from audit',
    );
    return rows[0]?.last ?? 0;
  });
}

async function foundIn(
  server: TestServer,
  admin: Client['call'],
  before: number,
): Promise<Omit<Evidence, 'requests' | 'year'>> {
  return server.database.owner(async (client) => {
    const rows = async <Row extends object>(text: string): Promise<readonly Row[]> =>
      (await client.query<Row>(text)).rows;
    const ids = await rows<{ id: number }>('select id::integer from inspection order by id');
    const records = [];
    for (const { id } of ids) records.push((await admin('GET', `/inspections/${id}`)).json);
    return {
      records,
      rooms: await rows(
        'select id::integer, inspection_id::integer, posn, name, size::float as size from inspection_room order by id',
      ),
      audit: await rows<AuditLine>(
        `select row_id::integer, user_id::integer, action, from_version, forced, fields from audit
         where table_name = 'inspection' and id > ${before} order by id`,
      ),
      told: (await rows(`select from notification where notify_type = 'STGECHGD'`)).length,
    };
  });
}

async function yearIn(server: TestServer, before: number): Promise<Omit<YearEvidence, 'requests'>> {
  return server.database.owner(async (client) => {
    const rows = async <Row extends object>(text: string): Promise<readonly Row[]> =>
      (await client.query<Row>(text)).rows;
    const list = `case table_name when 'audit_note' then 'auditnotes' else 'benchmarklinks' end`;
    return {
      records: await rows(`select 'auditnotes' as list, id::integer, version, text from audit_note
        union all select 'benchmarklinks', id::integer, version, text from analysis_benchmark`),
      audit:
        await rows(`select ${list} as list, row_id::integer, user_id::integer, action, from_version, forced, fields from audit
        where table_name in ('audit_note', 'analysis_benchmark') and id > ${before} and user_id is not null order by id`),
      runs: await rows(`select r.id::integer, r.district_code, r.factor::float8 as factor, r.state, r.job_id::integer,
          (select jsonb_agg(jsonb_build_object('id', w.property_id, 'old', w.old_value, 'now', w.new_value))
            from factor_run_value w where w.run_id = r.id) as wrote from factor_run r order by r.id`),
      values: await rows(`select p.id::integer, p.district_code, v.land_value::integer as v1 from property p
        join property_value v on v.property_id = p.id and v.base_date = future_base_date() where p.component_code = '${component}'`),
      factors:
        await rows(`select c.district_code, y.factor::float8 as factor from component c left join component_year y
        on y.district_code = c.district_code and y.component_code = c.code and y.base_date = future_base_date() where c.code = '${component}'`),
    };
  });
}
