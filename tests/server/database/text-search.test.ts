// The function that looks texts up by their index with the owner's rights tells nobody of rows that they may not see.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

describe('rows with a text', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    await test.database.owner((client) =>
      client.query(`insert into property (id, district_code, street_name, suburb, synthetic) values
        (1, '001', 'GEORGE ST', 'ALPHA', false), (2, '002', 'GEORGE ST', 'BETA', false), (3, '001', 'GEORGE ST', 'GAMMA', true)`),
    );
  });
  afterAll(() => test.drop());

  const ask = (
    patterns: readonly string[],
    districts: readonly string[] | '*',
    most = 100,
    dataset: 'both' | 'real' = 'both',
    field = 'street_name',
  ) =>
    test.database.read({ userId: 5, districts }, { dataset }, async (client) => {
      const { rows } = await client.query<{ ids: number[] }>(
        `select ids from rows_with_text('property_record', $1::text, $2::text[], false, $3::integer)`,
        [field, patterns, most],
      );
      return rows[0]?.ids.map(Number).sort() ?? null;
    });

  it('are those that the policy of the table shows to whoever asks', async () => {
    expect(await ask(['%george%'], '*')).toEqual([1, 2, 3]);
    expect(await ask(['%george%'], ['001'])).toEqual([1, 3]);
    expect(await ask(['%george%'], ['001'], 100, 'real')).toEqual([1]);
    expect(await ask(['%george%'], [])).toEqual([]);
    expect(await ask(['%BETA%'], ['001'], 100, 'both', 'suburb')).toEqual([]);
  });

  it('are as many as one may see: what others have does not reach the limit', async () => {
    expect(await ask(['%GEORGE%'], ['002'], 1)).toEqual([2]);
    expect(await ask(['%GEORGE%'], ['001'], 1)).toBeNull();
  });

  it('are not looked for by a pattern that would fail on some rows, that no index serves, or in a field that has none', async () => {
    expect(await ask(['%GEORGE ST, BETA\\'], ['001'])).toBeNull();
    expect(await ask(['%GEORGE\\\\%'], ['001'])).toEqual([]);
    expect(await ask(['%GE%'], '*')).toBeNull();
    expect(await ask(['%GEORGE%'], '*', 100, 'both', 'internal_notes')).toBeNull();
    expect(await ask(['%GEORGE%'], '*', 1_000_000)).toBeNull();
  });

  it('are found in tables that the migrations declare, and nobody else declares one', async () => {
    const refused = (text: string) =>
      expect(
        test.database.write({ userId: 5, districts: '*', workDistricts: '*' }, (client) =>
          client.query(text),
        ),
      ).rejects.toThrow(/permission denied/);
    await refused("select search_text('property_record', 'internal_notes', 'property')");
    await refused('select from search_text');
    await refused("insert into search_text values ('v', 'f', 'app_user', 'email', 'id', true)");
  });
});
