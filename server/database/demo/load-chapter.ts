import type { OwnerClient } from '../client.ts';
import { loadRows } from '../write-rows.ts';
import type { DemoRows, ValueRow } from './rows.ts';

type Told = (done: number, message: string) => void;

/** Tables of which an office for measuring has hundreds of thousands of rows: their indexes are worth making anew. */
export const heavyTables = ['property', 'legal_lot', 'parcel_shape', 'property_value', 'sale'] as const;

/**
 * The rows of a chapter, numbered behind those that are there. In bulk what a property keeps of its values is made
 * once they are all there, by the function that its trigger calls. Answers how many rows of which table.
 */
export async function loadChapter(
  client: OwnerClient,
  demo: DemoRows,
  valuers: readonly number[],
  bulk: boolean,
  told: Told,
): Promise<Readonly<Record<string, number>>> {
  const offset = {
    sale: await highestId(client, 'sale'),
    analysis: await highestId(client, 'analysis'),
    supp: await highestId(client, 'supp'),
  };
  const valuerOf = (index: number) => valuers[index] ?? null;
  const personOf = (index: number | null) => (index === null ? null : valuerOf(index));
  const ofSupp = <Row extends { readonly supp_id: number }>(row: Row) => ({
    ...row,
    supp_id: row.supp_id + offset.supp,
  });
  const steps: readonly (readonly [string, number, Iterable<object>])[] = [
    [
      'component',
      0.1,
      demo.components.map(({ valuer, ...row }) => ({ ...row, valuer_id: valuerOf(valuer) })),
    ],
    ['property', 0.2, demo.properties],
    ['legal_lot', 0.35, demo.lots],
    ['parcel_shape', 0.38, demo.parcels],
    ['property_value', 0.4, withPeople(demo.values, valuerOf)],
    ['sale', 0.8, demo.sales.map((row) => ({ ...row, id: row.id + offset.sale }))],
    [
      'analysis',
      0.95,
      demo.analyses.map(({ valuer, ...row }) => ({
        ...row,
        id: row.id + offset.analysis,
        sale_id: row.sale_id + offset.sale,
        valuer_id: valuerOf(valuer),
      })),
    ],
    [
      'supp',
      0.97,
      demo.supps.map(({ assigned, valuer, ...row }) => ({
        ...row,
        id: row.id + offset.supp,
        assigned_to: personOf(assigned),
        valuer_id: personOf(valuer),
      })),
    ],
    ['supp_value', 0.98, demo.suppValues.map(ofSupp)],
    ['supp_property', 0.98, demo.suppProperties.map(ofSupp)],
    [
      'district_year',
      0.98,
      demo.districtYears.map((row) => ({ ...row, locked_by: personOf(row.locked_by) })),
    ],
    [
      'component_year',
      0.98,
      demo.componentYears.map((row) => ({
        ...row,
        applied_by: personOf(row.applied_by),
        report_valuer_id: valuerOf(row.report_valuer_id),
      })),
    ],
    ['benchmark_year', 0.99, demo.benchmarkYears],
  ];
  const counts: Record<string, number> = {};
  if (bulk) await client.query('alter table property_value disable trigger in_force_new');
  for (const [table, done, rows] of steps) {
    told(done, `Loading ${table}`);
    counts[table] = await loadTable(client, table, rows);
    if (bulk && table === 'property_value') await keepInForce(client, demo);
  }
  if (bulk) await client.query('alter table property_value enable trigger in_force_new');
  return counts;
}

/** District by district: a list of so many properties is looked through for each of them. */
async function keepInForce(client: OwnerClient, { properties }: DemoRows): Promise<void> {
  const most = 20_000;
  for (let from = 0; from < properties.length; from += most)
    await client.query('select settle_values_in_force($1::bigint[])', [
      properties.slice(from, from + most).map(({ id }) => id),
    ]);
}

async function highestId(client: OwnerClient, table: 'sale' | 'analysis' | 'supp'): Promise<number> {
  const found = await client.query<{ id: number }>(`select coalesce(max(id), 0) as id from ${table}`);
  return found.rows[0]?.id ?? 0;
}

function withPeople(
  values: Iterable<ValueRow>,
  valuerOf: (index: number) => number | null,
): Iterable<object> {
  return {
    *[Symbol.iterator]() {
      for (const value of values)
        yield value.verified_by === null ? value : { ...value, verified_by: valuerOf(value.verified_by) };
    },
  };
}

/** Rows inside a record are of its data set. */
const rowsInside: ReadonlySet<string> = new Set(['legal_lot', 'supp_value', 'supp_property']);

/** Answers how many rows they were; their columns are those of the first. */
async function loadTable(client: OwnerClient, table: string, rows: Iterable<object>): Promise<number> {
  const [first] = rows;
  if (first === undefined) return 0;
  const counted = { rows: 0 };
  const inside = rowsInside.has(table);
  const columns = inside ? Object.keys(first) : [...Object.keys(first), 'synthetic'];
  await loadRows(client, table, columns, copyLines(rows, counted, inside ? '' : '\tt'));
  return counted.rows;
}

function* copyLines(rows: Iterable<object>, counted: { rows: number }, mark: string): Generator<string> {
  let lines: string[] = [];
  for (const row of rows) {
    counted.rows++;
    lines.push(`${Object.values(row).map(copyText).join('\t')}${mark}\n`);
    if (lines.length < 2_000) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

/** A value as COPY's text format has it. The demo holds no array and no object. */
function copyText(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return String(value);
  return String(value).replace(
    /[\\\t\n\r]/g,
    (letter) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n' })[letter] ?? '\\r',
  );
}
