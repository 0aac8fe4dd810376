import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valueTypeOf } from '#server/definitions/describe-query.ts';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { readMeta } from '#server/definitions/prepare.ts';
import { composeAddress } from '#src/core/address.ts';
import type { Entity } from '#src/core/entity.ts';
import { prepareDefinitions } from '#src/core/prepare.ts';
import type { ValueType } from '#src/core/values.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { root } from './fixture.ts';

// Entities are dictionary and database at once: what they say of a column, PostgreSQL must say too.
const files = readDefinitionFiles(root).filter(({ path }) => path.startsWith('schemas/'));
const { entities } = prepareDefinitions(files, {
  meta: readMeta(root),
  blockLinks: new Map(),
  actionLinks: new Map(),
  query: () => null,
});

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function columnsOf(relation: string): Promise<ReadonlyMap<string, ValueType>> {
  return test.database.owner(async (client) => {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select attname as name, coalesce(nullif(typbasetype, 0), atttypid)::int as type
       from pg_attribute join pg_type t on t.oid = atttypid where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [relation],
    );
    return new Map(rows.map(({ name, type }) => [name, valueTypeOf(Number(type))]));
  });
}

function fits(field: ValueType, column: ValueType): boolean {
  return (
    field === column ||
    (field === 'number' && column === 'integer') ||
    (field === 'json' && column === 'list')
  );
}

describe('entities on the database', () => {
  it('are read', () => {
    expect(entities.size).toBeGreaterThan(2);
  });

  it.each([...entities.values()].map((entity: Entity) => [entity.id, entity] as const))(
    '%s: every field is a column of the view, of its type',
    async (_, entity) => {
      const columns = await columnsOf(entity.record.view);
      const wrong = Object.values(entity.fields)
        .filter((field) => !fits(field.type, columns.get(field.id) ?? 'json') || !columns.has(field.id))
        .map(
          (field) =>
            `${field.id}: ${field.type}, in ${entity.record.view} ${columns.get(field.id) ?? 'missing'}`,
        );
      expect(wrong).toEqual([]);
    },
  );

  it.each([...entities.values()].map((entity: Entity) => [entity.id, entity] as const))(
    '%s: every field that can be written is a column of the table',
    async (_, entity) => {
      const columns = await columnsOf(entity.record.table);
      const wrong = Object.values(entity.fields)
        .filter((field) => !field.readOnly && !columns.has(field.id))
        .map((field) => field.id);
      expect(wrong).toEqual([]);
    },
  );
});

describe('a field that holds the number of a record', () => {
  it('is written without separators of thousands, and knows what it refers to', () => {
    const loose = [...entities.values()].flatMap(({ id, fields, children }) =>
      [fields, ...Object.values(children ?? {}).map(({ lines }) => lines.fields)].flatMap((all) =>
        Object.values(all)
          .filter((field) => field.id.endsWith('_id') && field.type === 'integer')
          .filter(({ format, list }) => format !== 'id' && list === null)
          .map((field) => `${id}: ${field.id}`),
      ),
    );
    expect(loose).toEqual([]);
  });
});

describe('the address of a row', () => {
  it('is the same line here and in the database', async () => {
    const rows = [
      {
        unit_number: '3',
        hnum1_prefix: null,
        hnum1: 12,
        hnum1_suffix: 'A',
        hnum2_prefix: null,
        hnum2: 14,
        hnum2_suffix: null,
        street_name: 'KENNETH ST',
        suburb: 'TAMARAMA',
        postcode: '2026',
        prop_name: 'THE MILL',
      },
      {
        unit_number: null,
        hnum1_prefix: 'L',
        hnum1: 5,
        hnum1_suffix: null,
        hnum2_prefix: null,
        hnum2: null,
        hnum2_suffix: null,
        street_name: 'ELDON ST',
        suburb: 'ABERDEEN',
        postcode: null,
        prop_name: null,
      },
      {
        unit_number: 'LOT 1',
        hnum1_prefix: null,
        hnum1: null,
        hnum1_suffix: null,
        hnum2_prefix: null,
        hnum2: null,
        hnum2_suffix: null,
        street_name: 'OLD RD',
        suburb: null,
        postcode: null,
        prop_name: null,
      },
      {
        unit_number: null,
        hnum1_prefix: null,
        hnum1: null,
        hnum1_suffix: null,
        hnum2_prefix: null,
        hnum2: null,
        hnum2_suffix: null,
        street_name: null,
        suburb: null,
        postcode: '2336',
        prop_name: null,
      },
      {
        unit_number: null,
        hnum1_prefix: null,
        hnum1: 8,
        hnum1_suffix: null,
        hnum2_prefix: 'A',
        hnum2: 10,
        hnum2_suffix: 'B',
        street_name: null,
        suburb: 'SCONE',
        postcode: '2337',
        prop_name: 'X',
      },
    ];
    const lines = await test.database.owner(async (client) => {
      const { rows: found } = await client.query<{ line: string; named: string }>(
        `select address_of(null, r.unit_number, r.hnum1_prefix, r.hnum1, r.hnum1_suffix, r.hnum2_prefix, r.hnum2, r.hnum2_suffix, r.street_name, r.suburb, r.postcode) as line,
                address_of(r.prop_name, r.unit_number, r.hnum1_prefix, r.hnum1, r.hnum1_suffix, r.hnum2_prefix, r.hnum2, r.hnum2_suffix, r.street_name, r.suburb, r.postcode) as named
         from json_to_recordset($1::json) as r(unit_number text, hnum1_prefix text, hnum1 int, hnum1_suffix text, hnum2_prefix text, hnum2 int, hnum2_suffix text, street_name text, suburb text, postcode text, prop_name text)
         order by r.n`
          .replace(')', ')')
          .replace('as r(', 'as r(')
          .replace(/\s+order by r\.n$/, ''),
        [JSON.stringify(rows)],
      );
      return found;
    });
    expect(lines).toEqual(
      rows.map((row) => ({ line: composeAddress(row), named: composeAddress(row, { withName: true }) })),
    );
  });
});
