import type { ValueType } from '#src/core/values.ts';
import type { DatabaseClient } from '../database/client.ts';
import type { PositionalSql } from './named-parameters.ts';

export interface DescribedColumn {
  readonly name: string;
  readonly type: ValueType;
}

export interface Description {
  readonly columns: readonly DescribedColumn[];
  readonly params: readonly DescribedColumn[];
}

const byOid: ReadonlyMap<number, ValueType> = new Map([
  [16, 'boolean'],
  [20, 'integer'],
  [21, 'integer'],
  [23, 'integer'],
  [26, 'integer'],
  [700, 'number'],
  [701, 'number'],
  [1700, 'number'],
  [1082, 'date'],
  [1114, 'datetime'],
  [1184, 'datetime'],
  [114, 'json'],
  [3802, 'json'],
]);
const arrays = new Set([
  199, 1000, 1001, 1003, 1005, 1007, 1009, 1014, 1015, 1016, 1021, 1022, 1115, 1182, 1185, 1231, 2951, 3807,
]);

export function valueTypeOf(oid: number): ValueType {
  return arrays.has(oid) ? 'list' : (byOid.get(oid) ?? 'text');
}

const byName: ReadonlyMap<string, ValueType> = new Map([
  ['boolean', 'boolean'],
  ['bigint', 'integer'],
  ['integer', 'integer'],
  ['smallint', 'integer'],
  ['numeric', 'number'],
  ['double precision', 'number'],
  ['real', 'number'],
  ['date', 'date'],
  ['timestamp with time zone', 'datetime'],
  ['timestamp without time zone', 'datetime'],
  ['json', 'json'],
  ['jsonb', 'json'],
]);

/** What a statement takes and returns, asked of the database without running it. */
export async function describeStatement(client: DatabaseClient, sql: PositionalSql): Promise<Description> {
  await client.query(`prepare described as ${sql.text}`);
  const prepared = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'described'`,
  );
  await client.query('deallocate described');
  const types = prepared.rows[0]?.types ?? [];
  const { fields } = await client.arrays(
    `select * from (${sql.text}) r limit 0`,
    sql.names.map(() => null),
  );
  return {
    columns: fields.map((field) => ({ name: field.name, type: valueTypeOf(field.dataTypeID) })),
    params: sql.names.map((name, i) => {
      const type = types[i] ?? 'text';
      return { name, type: type.endsWith('[]') ? 'list' : (byName.get(type) ?? 'text') };
    }),
  };
}
