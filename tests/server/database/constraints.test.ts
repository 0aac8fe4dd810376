import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { constraintProblem } from '#server/plugins/constraint-problem.ts';
import { createTestDatabase, everybody, type TestDatabase } from '#tests/support/database.ts';

describe('a constraint that is violated', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
    await test.database.owner((client) =>
      client.script(`create table owner (id bigint generated always as identity primary key,
          district_code district_code not null references district (code), code text unique, name text not null,
          lot text, plan text, age integer check (age >= 18), full_name text generated always as (lot || plan) stored,
          unique (lot, plan), unique (full_name));
        create unique index owner_name on owner (lower(name));
        select record_table('owner', 'district');
        insert into owner (district_code, code, name, lot, plan) values ('001', 'A', 'Ann', '1', 'DP2')`),
    );
  });
  afterAll(() => test.drop());

  const refusal = async (body: { readonly [column: string]: unknown }, text?: string) => {
    const names = Object.keys(body);
    const statement =
      text ??
      `insert into owner (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`;
    const error = await test.database
      .write(everybody, (client) => client.query(statement, text ? [] : Object.values(body)))
      .then(
        () => null,
        (reason: unknown) => reason,
      );
    const problem = await constraintProblem(error, body, { database: test.database, entities: () => [] });
    return problem && { status: problem.status, errors: problem.errors };
  };
  const row = { district_code: '001', name: 'Bob' };

  it.each([
    [
      'a value that is there',
      { ...row, code: 'A' },
      [{ pointer: '/code', message: 'code: "A" is taken already. Choose another.' }],
    ],
    [
      'an index over an expression',
      { ...row, name: 'ANN' },
      [{ pointer: '/name', message: 'name: "ANN" is taken already. Choose another.' }],
    ],
    [
      'a value outside its rule',
      { ...row, age: 7 },
      [{ pointer: '/age', message: 'age: "7" is not accepted; the rule is (age >= 18).' }],
    ],
    ['a missing value', { ...row, name: null }, [{ pointer: '/name', message: 'name: A value is needed.' }]],
    [
      'a reference to nothing',
      { ...row, district_code: '999' },
      [
        {
          pointer: '/district_code',
          message: 'district_code: "999" does not exist in district. Choose another.',
        },
      ],
    ],
  ])('answers the field of %s', async (_, body, errors) => {
    expect(await refusal(body)).toEqual({ status: 422, errors });
  });

  it('answers each field of several, those of a computed column too', async () => {
    const several =
      'There is a record with the same values already. Change one of them, or open that record.';
    expect((await refusal({ ...row, lot: '1', plan: 'DP2' }))?.errors).toEqual([
      { pointer: '/lot', message: `lot: ${several}` },
      { pointer: '/plan', message: `plan: ${several}` },
    ]);
    await test.database.owner((client) =>
      client.query('alter table owner drop constraint owner_lot_plan_key'),
    );
    expect((await refusal({ ...row, lot: '1D', plan: 'P2' }))?.errors.map(({ pointer }) => pointer)).toEqual([
      '/lot',
      '/plan',
    ]);
  });

  it('leaves everything else to others: rows in use, other errors, tables without such a field', async () => {
    await test.database.owner((client) =>
      client.query("insert into district (code, name) values ('998', 'X')"),
    );
    expect(await refusal({}, 'select 1 / 0')).toBeNull();
    const inUse = await test.database
      .owner((client) => client.query("delete from district where code = '001'"))
      .catch((error: unknown) => error);
    expect(await constraintProblem(inUse, {}, { database: test.database, entities: () => [] })).toBeNull();
    expect(
      await constraintProblem(new Error('x'), {}, { database: test.database, entities: () => [] }),
    ).toBeNull();
  });
});
