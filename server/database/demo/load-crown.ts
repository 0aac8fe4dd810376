import type { OwnerClient } from '../client.ts';
import { loadRows } from '../write-rows.ts';
import { makeCrown } from './crown.ts';
import type { PropertyRow } from './rows.ts';
import type { DemoSize } from './size.ts';

type Rows = readonly { readonly [column: string]: string | number | boolean | null }[];

/** Tables whose rows keep the numbers that the maker gave, moved behind what is there. */
const numbered = ['crown_property', 'crown_parcel', 'tenure', 'lamc_valuation'] as const;

/** What goes with the demo, what refers before what is referred to; rows inside go with their record. */
export const crownGone = (['lamc_valuation', 'crown_parcel', 'crown_property', 'tenure'] as const).map(
  (table) => [table, 't.synthetic'] as const,
);

/** Crown Land of the demo, lying where its properties lie. Answers how many rows of which table. */
export async function loadCrown(
  client: OwnerClient,
  land: readonly PropertyRow[],
  size: DemoSize,
  today: string,
): Promise<Readonly<Record<string, number>>> {
  const crown = makeCrown(land, size, today);
  const [property = 0, parcel = 0, tenure = 0, lamc = 0] = await highest(client);
  const valuers = await client.query<{ id: number }>(
    'select id from app_user where valuer and synthetic order by id',
  );
  const valuations = crown.lamc.map(({ valuer, ...row }) => ({
    ...row,
    valuer_id: typeof valuer === 'number' ? (valuers.rows[valuer]?.id ?? null) : null,
  }));
  // Rows inside a record have no data set of their own.
  const steps: readonly (readonly [table: string, inside: boolean, rows: Rows])[] = [
    ['crown_property', false, moved(crown.properties, { id: property })],
    ['crown_value', true, moved(crown.values, { crown_property_id: property })],
    ['crown_parcel', false, moved(crown.parcels, { id: parcel, crown_property_id: property })],
    ['tenure', false, moved(crown.tenures, { id: tenure })],
    ['tenure_lot', true, moved(crown.tenureLots, { tenure_id: tenure })],
    ['tenure_usage', true, moved(crown.tenureUsages, { tenure_id: tenure })],
    ['tenure_structure', true, moved(crown.tenureStructures, { tenure_id: tenure })],
    ['lamc_valuation', false, moved(valuations, { id: lamc })],
    ['lamc_parcel', true, moved(crown.lamcParcels, { lamc_valuation_id: lamc, parcel_id: parcel })],
  ];
  const counts: Record<string, number> = {};
  for (const [table, inside, rows] of steps) {
    counts[table] = rows.length;
    const columns = Object.keys(rows[0] ?? {});
    const lines = rows.map(
      (row) => `${[...Object.values(row), ...(inside ? [] : [true])].map(cell).join('\t')}\n`,
    );
    if (rows.length > 0) await loadRows(client, table, inside ? columns : [...columns, 'synthetic'], lines);
    await client.query(`analyze ${table}`);
  }
  for (const table of numbered)
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    );
  return counts;
}

function moved(rows: Rows, by: { readonly [column: string]: number }): Rows {
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      Object.entries(by).map(([column, offset]) => {
        const number = row[column];
        return [column, typeof number === 'number' ? number + offset : null];
      }),
    ),
  }));
}

/** As COPY's text format has it; no text of these rows holds a tab, a backslash or a line's end. */
const cell = (value: string | number | boolean | null) =>
  value === null ? '\\N' : value === true ? 't' : value === false ? 'f' : String(value);

async function highest(client: OwnerClient): Promise<readonly number[]> {
  const found: number[] = [];
  for (const table of numbered) {
    const { rows } = await client.query<{ id: number }>(`select coalesce(max(id), 0) as id from ${table}`);
    found.push(rows[0]?.id ?? 0);
  }
  return found;
}
