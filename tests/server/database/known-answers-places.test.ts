import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipMembers } from '#server/import/zip-members.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { root } from '#tests/support/database-server.ts';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';

const folder = knownAnswer('data');
const present = areHere([join(folder, 'reference/zones.csv')], 'districts and zones');

function csv(name: string): readonly (readonly string[])[] {
  return readFileSync(join(folder, 'reference', name), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','));
}

let test: TestDatabase;

async function column(sql: string): Promise<readonly string[]> {
  const { rows } = await test.database.owner((client) => client.query<{ value: string }>(sql));
  return rows.map((row) => row.value);
}

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

describe('zones that only the files of some councils name', () => {
  const named = ['AGB', 'B8', 'ENT', 'ENZ', 'MU', 'UD', 'UR'];
  const held = () =>
    column(`select code::text as value from zone where code in ('${named.join("', '")}') order by code`);
  const migrate = () =>
    test.database.owner((client) =>
      client.script(readFileSync(join(root, 'server/database/migrations/462_zones_of_files.sql'), 'utf8')),
    );

  it('are in the list, in one that was filled before too', async () => {
    expect(await held()).toEqual(named);
    await column("delete from zone where code in ('AGB', 'UR') returning code::text as value");
    await column("update zone set name = 'Ours' where code = 'B8' returning code::text as value");
    await migrate();
    await migrate();
    expect(await held()).toEqual(named);
    expect(await column("select name as value from zone where code = 'B8'")).toEqual(['Ours']);
  });
});

describe.skipIf(!present)('districts and zones', () => {
  it('holds the 130 current districts and the 220 with former ones, by their codes', async () => {
    const all = await column('select code::text as value from district order by code');
    const current = await column('select code::text as value from district where current order by code');
    expect(all).toEqual(
      csv('districts_all_incl_former.csv')
        .map(([code]) => code)
        .sort(),
    );
    expect(current).toEqual(
      csv('districts_current.csv')
        .map(([code]) => code)
        .sort(),
    );
    expect([current.length, all.length]).toEqual([130, 220]);
  });

  it('holds every zone code', async () => {
    const codes = new Set(await column('select distinct code::text as value from zone'));
    expect(csv('zones.csv').filter(([code]) => !codes.has(code ?? ''))).toEqual([]);
  });

  it('resolves every district and zone of the real files', async () => {
    const districts = new Set(await column('select code::text as value from district'));
    const zones = new Set(await column('select distinct code::text as value from zone'));
    const unknown = new Set<string>();
    const look = async (zip: Buffer) => {
      for await (const member of zipMembers(zip))
        for (const line of member.bytes.toString('latin1').split('\n')) {
          const part = line.split(';');
          if (part[0] !== 'B') continue;
          if (!districts.has(part[1] ?? '')) unknown.add(`district ${part[1]}`);
          if (part[16] && !zones.has(part[16])) unknown.add(`zone ${part[16]}`);
        }
    };
    for (const code of ['001', '002', '005', '007', '012', '511'])
      await look(readFileSync(join(folder, `psi/hunter/${code}_2017-2023.zip`)));
    for (const week of ['20210823', '20220110'])
      await look(readFileSync(join(folder, `psi/weekly/${week}.zip`)));
    expect([...unknown]).toEqual([]);
  });
});
