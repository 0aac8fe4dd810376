// What the store promises of one record type it promises of all: nobody learns of another district, and of two who
// save at once one is told. Every entity is tried on a record of the demo; a new one without any fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetPassword } from '#server/database/users.ts';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import type { Entity, EntityField } from '#src/core/entity.ts';
import type { Row } from '#src/core/values.ts';
import { password, startTestApp, type TestServer } from '#tests/support/http.ts';

interface File {
  readonly $id: string;
  readonly scope: string;
  readonly record: object;
  readonly properties: { readonly [field: string]: { readonly write?: string } };
  readonly life?: { readonly field: string };
}

/** The types whose records lie in a district and are saved by people, by the files: a test each, before any server runs. */
const types: readonly string[] = readDefinitionFiles(process.cwd())
  .filter(({ path }) => path.startsWith('schemas/entities/'))
  .map(({ bytes }) => JSON.parse(bytes.toString()) as File)
  .filter(({ scope, record }) => scope === 'district' && !('own' in record))
  // One of which people write nothing but its state is moved, not saved.
  .filter(({ properties, life }) =>
    Object.entries(properties).some(([id, { write = 'always' }]) => write === 'always' && id !== life?.field),
  )
  .map(({ $id }) => $id);

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestApp({ demo: true });
  await server.database.owner((client) => resetPassword(client, 'admin', password));
  admin = await server.tokenOf('admin');
});
afterAll(() => server?.close());

function owned(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
  return server.database.owner(async (client) => (await client.query<Row>(text, [...values])).rows);
}

function entityOf(type: string): Entity {
  const entity = server.context.definitions.current().entities.get(type);
  if (!entity) throw new Error(`There is no entity ${type}.`);
  return entity;
}

/** Of these types a rule takes a save of some records alone. */
const takenBy: { readonly [type: string]: string } = {
  // Of an LGA out of tranche in an open year.
  lgaIndex: 'custom_factor is not null and district_closed(district_code, base_date, synthetic) is null',
  // Whose year is open.
  districtYear: "state = 'OPEN'",
  componentReport: 'district_closed(district_code, base_date, synthetic) is null',
  s28Group: 'district_closed(district_code, base_date, synthetic) is null',
  benchmarkLink: 'district_closed(district_code, base_date, synthetic) is null',
  checkResult: 'rule in (select code from check_rule where acknowledgeable)',
  // Whose year is open, and that is worth something.
  propertyValue: 'land_value > 0 and district_closed(district_code, base_date, synthetic) is null',
};

/** The latest record of the demo that may be saved. */
async function sampleOf({
  id: type,
  record,
  life,
}: Entity): Promise<{ readonly id: number; readonly district: string }> {
  const open = life
    ? `where (${life.field} is null or ${life.field} <> all ($1))`
    : 'where $1::text[] is not null';
  const [found] = await owned(
    `select id::text, district_code as district from ${record.table} ${open} and ${takenBy[type] ?? 'true'}
     order by id desc limit 1`,
    [life?.locked ?? []],
  );
  if (!found) throw new Error(`The demo has no ${record.list} that may be saved.`);
  return { id: Number(found.id), district: String(found.district) };
}

/** A field that anybody may fill with any text or number, so that what is stored tells who was first; a flag where there is none. */
function freeField({ fields, refs, key, unique }: Entity): EntityField {
  const named = new Set([...(key ?? []), ...(unique ?? []).flat(), ...Object.keys(refs ?? {})]);
  const free = (field: EntityField) =>
    field.write === 'always' &&
    !field.readOnly &&
    !field.engine &&
    !field.permission &&
    !field.value &&
    !field.from &&
    !field.number &&
    !field.lines &&
    !field.codes &&
    !field.list &&
    !field.pattern &&
    !named.has(field.id) &&
    (field.maxLength ?? 20) >= 8 &&
    (field.minimum ?? 0) <= 1 &&
    (field.maximum ?? 9) >= 6;
  const known = Object.values(fields);
  const found =
    known.find((field) => free(field) && field.type === 'text' && ['text', 'note'].includes(field.format)) ??
    known.find((field) => free(field) && ['integer', 'number'].includes(field.type)) ??
    known.find((field) => free(field) && field.format === 'richText') ??
    known.find((field) => free(field) && field.type === 'boolean');
  if (!found) throw new Error('No field of it is free to be filled.');
  return found;
}

/** What a free field is filled with: a word, a number, a line of formatted text, or a flag that is not as it stands. */
function filled({ type, format }: EntityField, word: string, number: number, before: unknown): unknown {
  if (type === 'boolean') return before !== true;
  if (format === 'richText') return { blocks: [{ text: word, type: 'p' }] };
  return type === 'text' ? word : number;
}

describe.each(types)('%s', (type) => {
  it('takes one of four saves of the same version, tells the others what is stored, and marks a forced one', async () => {
    const entity = entityOf(type);
    const { id } = await sampleOf(entity);
    const path = `/${entity.record.list}/${id}`;
    const read = await server.call('GET', path, { token: admin });
    expect(read.status, read.text).toBe(200);
    const field = freeField(entity);
    const before = read.json[field.id];
    const values = [2, 3, 4, 5].map((n) => filled(field, `WORD ${n}`, n, before));
    const historyOf = () =>
      owned(
        `select from_version, forced, fields -> $3 -> 'new' as new from audit
         where table_name = $1 and row_id = $2 and fields ? $3 order by id`,
        [entity.record.table, id, field.id],
      );
    const known = (await historyOf()).length;
    const send = (value: unknown, more: object = {}) =>
      server.call('PUT', path, {
        token: admin,
        body: { version: read.json.version, [field.id]: value, ...more },
      });

    const answers = await Promise.all(values.map((value) => send(value)));
    expect(
      answers.map(({ status }) => status).sort(),
      JSON.stringify(answers.map(({ text }) => text)),
    ).toEqual([200, 409, 409, 409]);
    const first = values[answers.findIndex(({ status }) => status === 200)];
    expect(first).not.toEqual(before);
    for (const { json } of answers.filter(({ status }) => status === 409))
      expect([json.current[field.id], json.current.version > read.json.version]).toEqual([first, true]);
    expect((await historyOf()).slice(known)).toEqual([
      { from_version: read.json.version, forced: false, new: first },
    ]);

    const last = filled(field, 'WORD 6', 6, first);
    const forced = await send(last, { __forceUpdate__: true });
    expect(forced.status, forced.text).toBe(200);
    expect((await server.call('GET', path, { token: admin })).json[field.id]).toEqual(last);
    expect((await historyOf()).slice(known + 1)).toMatchObject([{ forced: true, new: last }]);
  });

  it('is not there for somebody of another district, who neither reads nor writes it', async () => {
    const entity = entityOf(type);
    const { id, district } = await sampleOf(entity);
    const [other] = await owned('select code from district where code <> $1 order by code limit 1', [
      district,
    ]);
    const name = `far-${type.toLowerCase()}`;
    await server.addUser(name, 'administrator', [String(other?.code)]);
    const token = await server.tokenOf(name);
    const path = `/${entity.record.list}/${id}`;
    const field = freeField(entity);
    const stored = (await server.call('GET', path, { token: admin })).json;
    const body = { version: stored.version, [field.id]: filled(field, 'FAR', 1, stored[field.id]) };
    const answers = [
      await server.call('GET', path, { token }),
      await server.call('PUT', path, { token, body }),
      await server.call('PUT', path, { token, body: { ...body, __forceUpdate__: true } }),
      await server.call('DELETE', `${path}?version=${stored.version}`, { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await server.call('GET', path, { token: admin })).json).toEqual(stored);
  });

  it('refuses a field that it does not have, a wrong version and one that nobody read, and keeps what was', async () => {
    const entity = entityOf(type);
    const { id } = await sampleOf(entity);
    const path = `/${entity.record.list}/${id}`;
    const stored = (await server.call('GET', path, { token: admin })).json;
    const field = freeField(entity);
    const value = filled(field, 'NEVER', 1, stored[field.id]);
    const put = (body: object) => server.call('PUT', path, { token: admin, body });
    expect((await put({ version: stored.version, [field.id]: value, no_such: 1 })).json.code).toBe(
      'unknown-field',
    );
    expect((await put({ [field.id]: value })).json.code).toBe('version-missing');
    expect((await put({ version: stored.version + 7, [field.id]: value })).status).toBe(409);
    const nested = await put({ version: stored.version, [field.id]: { deep: [value] } });
    expect(nested.status).toBe(400);
    expect(`${nested.json.errors?.[0]?.pointer}/`).toMatch(`/${field.id}/`);
    expect((await server.call('GET', path, { token: admin })).json).toEqual(stored);
  });
});
