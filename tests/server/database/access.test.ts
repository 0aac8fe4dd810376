import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import table from '#schemas/codes/permission.json' with { type: 'json' };
import { codeOf } from '#server/database/errors.ts';
import { createTestDatabase, everybody, type TestDatabase } from '#tests/support/database.ts';

describe('access of requests', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
    await test.database.owner(async (client) => {
      await client.query(`insert into property (id, district_code, suburb, synthetic) values
        (1, '001', 'ONE', false), (2, '002', 'TWO', false), (3, '001', 'THREE', true)`);
      await client.query(`insert into property_value (property_id, base_date, land_value) values
        (1, '2025-07-01', 100), (2, '2025-07-01', 200), (3, '2025-07-01', 300)`);
      await client.query(`insert into sale (district_code, property_id, dealing_number, contract_date, purchase_price)
        values ('001', 1, 'A1', '2025-01-02', 10), ('002', 2, 'A2', '2025-01-02', 20)`);
      await client.query(`insert into audit (table_name, row_id, action, district_code) values
        ('property', 1, 'update', '001'), ('property', 2, 'update', '002'), ('zone', 1, 'update', null)`);
    });
  });

  afterAll(() => test.drop());

  const idsOf = (districts: readonly string[] | '*', table: string, dataset?: 'real' | 'synthetic') =>
    test.database.read({ userId: 5, districts }, dataset ? { dataset } : {}, async (client) => {
      const { rows } = await client.query<{ id: number }>(`select id from ${table} order by id`);
      return rows.map((row) => row.id);
    });

  const refusalOf = async (work: () => Promise<unknown>) => {
    try {
      await work();
      return null;
    } catch (error) {
      return codeOf(error) ?? (error instanceof Error ? error.name : String(error));
    }
  };

  it('shows a reader the rows of its districts only', async () => {
    expect(await idsOf(['001'], 'property')).toEqual([1, 3]);
    expect(await idsOf(['002'], 'property_record')).toEqual([2]);
    expect(await idsOf(['001', '002'], 'property')).toEqual([1, 2, 3]);
    expect(await idsOf('*', 'sale_record')).toHaveLength(2);
    expect(await idsOf(['002'], 'sale_record')).toHaveLength(1);
    expect(await idsOf(['001'], 'audit')).toHaveLength(2);
    expect(await idsOf([], 'property')).toEqual([]);
  });

  it('keeps real and synthetic rows apart where it is told to', async () => {
    expect(await idsOf('*', 'property', 'real')).toEqual([1, 2]);
    expect(await idsOf('*', 'property', 'synthetic')).toEqual([3]);
    expect(await idsOf(['001'], 'property_value', 'synthetic')).toHaveLength(1);
  });

  it('refuses every way out of the reader that SQL offers', async () => {
    const attempt = (text: string) =>
      refusalOf(() =>
        test.database.read({ userId: 5, districts: ['001'] }, {}, (client) => client.query(text)),
      );
    expect(await attempt("select set_config('cadastre.districts', '*', true)")).toBe('42501');
    expect(await attempt("select query_to_xml('set local role cadastre', true, true, '')")).not.toBeNull();
    expect(await attempt("select 1; set local cadastre.districts = '*'")).toBe('42601');
    expect(await attempt('select password_hash from user_password')).toBe('42501');
    expect(await attempt('select * from session')).toBe('42501');
    expect(await attempt("insert into property (id, district_code) values (9, '001')")).toBe('25006');
    expect(await attempt('commit')).toBe('DatabaseSetupError');
  });

  it('refuses districts, users and limits that are not what they should be', async () => {
    const ask = (districts: readonly string[]) =>
      refusalOf(() => test.database.read({ userId: 5, districts }, {}, (client) => client.query('select 1')));
    expect(await ask(["001'; reset role; --"])).toBe('RangeError');
    expect(await ask(['*'])).toBe('RangeError');
    expect(
      await refusalOf(() =>
        test.database.read({ userId: 1.5, districts: '*' }, {}, (client) => client.query('select 1')),
      ),
    ).toBe('RangeError');
  });

  it('lets a writer change rows of its districts and no others', async () => {
    const change = (id: number) =>
      test.database.write({ userId: 7, districts: ['001'], workDistricts: ['001'] }, (client) =>
        client.query('update property set suburb = $2, version = version + 1 where id = $1', [id, 'NEW']),
      );
    expect((await change(1)).rowCount).toBe(1);
    expect((await change(2)).rowCount).toBe(0);
    const { rows } = await test.database.owner((client) =>
      client.query('select suburb, updated_by, version from property where id = 1'),
    );
    expect(rows).toEqual([{ suburb: 'NEW', updated_by: 7, version: 2 }]);
    const moved = refusalOf(() =>
      test.database.write({ userId: 7, districts: ['001'], workDistricts: ['001'] }, (client) =>
        client.query("update property set district_code = '002' where id = 3"),
      ),
    );
    expect(await moved).toBe('42501');
  });

  it('ships roles that all have what links may take for granted', async () => {
    const { rows } = await test.database.owner((client) =>
      client.query<{ perm: string }>(`select perm from role_permission group by perm
        having count(*) = (select count(*) from role) order by perm`),
    );
    const everybody = table.codes
      .filter((row) => 'everybody' in row && row.everybody)
      .map(({ code }) => code);
    expect(rows.map(({ perm }) => perm)).toEqual(everybody.sort());
  });

  it('keeps the audit as it was written', async () => {
    for (const text of ['delete from audit', "update audit set action = 'insert'", 'truncate audit'])
      expect(await refusalOf(() => test.database.owner((client) => client.query(text)))).toBe('42501');
    expect(
      await refusalOf(() => test.database.write(everybody, (client) => client.query('delete from audit'))),
    ).toBe('42501');
  });

  it('rolls a failed write back and goes on', async () => {
    const failed = test.database.write(everybody, async (client) => {
      await client.query("update property set suburb = 'GONE' where id = 1");
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    const { rows } = await test.database.read(everybody, {}, (client) =>
      client.query('select suburb from property where id = 1'),
    );
    expect(rows).toEqual([{ suburb: 'NEW' }]);
  });

  it('ends a statement that takes longer than it may', async () => {
    const slow = refusalOf(() =>
      test.database.read(everybody, { timeoutMs: 50 }, (client) => client.query('select pg_sleep(20)')),
    );
    expect(await slow).toBe('57014');
  });

  it('reads everything of one read from one snapshot', async () => {
    const counts = await test.database.read(everybody, {}, async (client) => {
      await client.query('select 1 from district limit 1');
      await test.database.owner((other) =>
        other.query("insert into import_file (name) values ('later.dat')"),
      );
      return (await client.query<{ n: number }>('select count(*) as n from import_file')).rows;
    });
    expect(counts).toEqual([{ n: 0 }]);
  });

  it('answers rows in batches and as arrays', async () => {
    await test.database.read(everybody, {}, async (client) => {
      const sizes: number[] = [];
      for await (const batch of client.batches('select g from generate_series(1, $1::int) g', [25], 10))
        sizes.push(batch.length);
      expect(sizes).toEqual([10, 10, 5]);
      const arrays = await client.arrays("select 1 as a, 'x' as b");
      expect(arrays.rows).toEqual([[1, 'x']]);
      expect(arrays.fields.map((field) => field.name)).toEqual(['a', 'b']);
    });
  });

  it('ends a statement that begins as its reader leaves', async () => {
    const leaving = new AbortController();
    const options = { signal: leaving.signal, timeoutMs: 0 };
    const asked = test.database.read(everybody, options, async (client) => {
      leaving.abort(new Error('left'));
      // The connection reads no statement when the cancellation comes.
      await new Promise((resolve) => setTimeout(resolve, 50));
      await client.query('select pg_sleep(3600)');
    });
    await expect(asked).rejects.toThrow('left');
  });

  it('leaves nothing behind on the connection whose batches were read', async () => {
    const warnings: unknown[] = [];
    const hear = (warning: unknown) => warnings.push(warning);
    process.on('warning', hear);
    await test.database.read(everybody, {}, async (client) => {
      // As many as Node takes for a leak, and some more.
      for (let i = 0; i < 15; i++) for await (const _ of client.batches('select 1', [], 10));
    });
    await new Promise(setImmediate);
    process.off('warning', hear);
    expect(warnings).toEqual([]);
  });
});
