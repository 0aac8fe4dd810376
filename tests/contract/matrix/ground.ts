// The one server of the matrix: a person of every role, and what lies in a district of their own, in one that they may
// only search, and in a foreign one.
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokenHash } from '#server/access/reset-tokens.ts';
import { type Answer, startTestApp, type TestServer } from '#tests/support/http.ts';
import { editScreen, figureScreens, screens } from '#tests/support/http-fixture.ts';
import { addInspections, inspectionFiles } from '#tests/support/inspection.ts';
import { startUpstream } from '#tests/support/upstream.ts';

export const districts = { own: '001', searched: '002', foreign: '003' } as const;
export type Place = keyof typeof districts;
export const places = Object.keys(districts).filter((name): name is Place => Object.hasOwn(districts, name));

export interface Asker {
  readonly role: string;
  readonly username: string;
  readonly id: number;
  readonly token: string;
  readonly perms: ReadonlySet<string>;
}

/** An answer to a request of the matrix: by whom, and about what lies where. */
export interface At {
  readonly place: Place;
  readonly district: string;
  readonly asker: Asker;
  readonly ground: Ground;
}

export const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const paper = {
  format: 1,
  id: 'paper',
  route: '/paper',
  title: 'Paper',
  paper: {},
  blocks: [{ id: 'words', type: 'text', text: 'Words.' }],
};

export interface Ground {
  readonly server: TestServer;
  readonly askers: readonly Asker[];
  /** Of each role one whose sessions end when they change their password. */
  readonly twins: readonly Asker[];
  /** A number that was not given before. */
  readonly next: () => number;
  /** One row of one statement of the owner. */
  readonly row: (
    text: string,
    values?: readonly unknown[],
  ) => Promise<{ readonly [column: string]: unknown }>;
  readonly sale: (district: string) => Promise<number>;
  readonly inspection: (district: string) => Promise<{ readonly id: number; readonly label: string }>;
  /** A file of a record, or a photo that its owner has given to one or to none. */
  readonly file: (owner: number, saleId: number | null, type?: 'image/png' | 'image/jpeg') => Promise<number>;
  readonly importFile: (district: string) => Promise<number>;
  /** A token of a new session. */
  readonly session: (userId: number) => Promise<string>;
  readonly resetToken: () => Promise<string>;
  readonly backup: () => string;
  /** What a refused request must leave as it was. */
  readonly fingerprint: () => Promise<string>;
  readonly admin: (method: string, path: string, body?: object) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** Roles as the database has them, or those of them that are named. */
export async function openGround(wanted: readonly string[] | null): Promise<Ground> {
  const upstream = await startUpstream();
  const server = await startTestApp({
    screens: { ...screens, ...editScreen, ...inspectionFiles, 'screens/paper.json': paper, ...figureScreens },
    config: { reword: { url: upstream.url, key: null, model: 'm', timeoutMs: 15_000 } },
  });
  await addInspections(server.database);
  const row: Ground['row'] = async (text, values = []) => {
    const { rows } = await server.database.owner((client) =>
      client.query<{ readonly [column: string]: unknown }>(text, values),
    );
    return rows[0] ?? {};
  };
  const id = async (text: string, values: readonly unknown[] = []) => Number((await row(text, values)).id);
  await row(`update sysparam set value = '1' where name = 'USETXTAI'`);
  for (const [place, district] of Object.entries(districts))
    await row(
      `insert into property (id, district_code, hnum1, street_name, suburb, postcode) values ($1, $2, 1, $3, 'TOWN', '2320')`,
      [Number(district), district, `${place.toUpperCase()} ST`],
    );
  const roles = (
    await server.database.owner((client) =>
      client.query<{ name: string }>('select name from role order by id'),
    )
  ).rows
    .map(({ name }) => name)
    .filter((name) => wanted === null || wanted.includes(name));
  const session = async (userId: number) => {
    const { sessions, tokens, now } = server.context;
    const sessionId = await sessions.open(userId, { address: '127.0.0.1', agent: 'matrix' }, now());
    return tokens.sign({ userId, sessionId }, now());
  };
  const person = async (role: string, username: string): Promise<Asker> => {
    await server.addUser(username, role, [districts.own]);
    await row(
      `insert into region_district (region_id, district_code, surrounding)
       select r.id, $2, true from contract_region r where r.name = $1`,
      [`Region of ${username}`, districts.searched],
    );
    const { id: own, perms } = await row(
      `select u.id, array(select distinct p.perm from user_role m join role_permission p on p.role_id = m.role_id
         where m.user_id = u.id) as perms from app_user u where u.username = $1`,
      [username],
    );
    const token = await session(Number(own));
    return { role, username, id: Number(own), token, perms: new Set(Array.isArray(perms) ? perms : []) };
  };
  const askers: Asker[] = [];
  const twins: Asker[] = [];
  for (const role of roles) {
    askers.push(await person(role, role));
    twins.push(await person(role, `${role}-twin`));
  }
  await server.addUser('forgetful', 'viewer', []);
  const admin = await session(1);
  let count = 0;
  const next = () => {
    count += 1;
    return count;
  };
  const folder = (name: string) => {
    const path = join(server.context.config.dataDir, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const sale = (district: string) =>
    id(
      `insert into sale (source, district_code, house_number, street_name, suburb, postcode, purchase_price, contract_date,
         dealing_number) values ('USER', $1, $2, 'HIGH ST', 'ALPHA', '2320', 5000, '2022-03-04', 'M' || $2) returning id`,
      [district, String(next())],
    );
  return {
    server,
    askers,
    twins,
    next,
    row,
    session,
    sale,
    inspection: async (district) => {
      const label = `L${next()}`;
      const made = await id(
        `insert into inspection (district_code, sale_id, label, number, state) values ($1, $2, $3, $3, 'PLANNED') returning id`,
        [district, await sale(district), label],
      );
      await row(`insert into inspection_room (inspection_id, posn, name) values ($1, 1, 'Hall')`, [made]);
      return { id: made, label };
    },
    file: async (owner, saleId, type = 'image/png') => {
      const name = randomUUID();
      writeFileSync(join(folder('photos'), name), type === 'image/png' ? png : jpeg);
      return id(
        `insert into attachment (user_id, file, name, type, size_bytes, item_type, item_id)
         values ($1, $2, 'a', $3, 70, case when $4::bigint is not null then 'SA' end, $4) returning id`,
        [owner, name, type, saleId],
      );
    },
    importFile: async (district) => {
      const file = await id(
        `insert into import_file (name, kind, districts, state, read_count) values ($1::text, 'PSI', array[$1::text], 'done', 1) returning id`,
        [district],
      );
      await row(
        `insert into sale_received (file_id, line_no, district_code, archive, download_at, content, purchase_price, dealing_number)
         values ($1::bigint, 2, $2::text, false, now(), gen_random_uuid(), 1000, 'R' || $1::bigint)`,
        [file, district],
      );
      await row(
        `insert into import_log (file_id, line_no, district_code, action) values ($1, 2, $2, 'new')`,
        [file, district],
      );
      return file;
    },
    resetToken: async () => {
      const token = `token ${next()}`;
      await row(
        `insert into password_reset (user_id, token_hash, created_at, expires_at)
         select id, $1::bytea, now(), now() + interval '1 day' from app_user where username = 'forgetful'`,
        [tokenHash(token)],
      );
      return token;
    },
    backup: () => {
      const name = `before-${next()}.cadastre.gz`;
      writeFileSync(join(folder('backups'), name), '');
      return name;
    },
    fingerprint: async () =>
      JSON.stringify(
        await row(`select (select count(*) from audit) as audit,
          (select jsonb_build_array(count(*), sum(version), count(*) filter (where suitable is false)) from sale) as sale,
          (select jsonb_build_array(count(*), sum(version)) from inspection) as inspection,
          (select count(*) from inspection_room) as room,
          (select jsonb_build_array(count(*), sum(version), sum(item_id)) from attachment) as attachment,
          (select jsonb_build_array(count(*), sum(version)) from import_file where kind <> 'UPLOAD') as file,
          (select jsonb_build_array(count(*), sum(version)) from reference_item) as item`),
      ),
    admin: (method, path, body) => server.call(method, path, { token: admin, ...(body ? { body } : {}) }),
    close: async () => {
      await server.context.jobs.idle();
      await server.close();
      await upstream.close();
    },
  };
}
