import { randomUUID } from 'node:crypto';
import type { Reports, Row } from './support.ts';

/** Rows put into a table one by one, columns as the keys of each row. Answers the ids. */
export async function put(db: Reports, table: string, rows: readonly Row[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const row of rows) {
    const names = Object.keys(row);
    const places = names.map((_, i) => `$${i + 1}`).join(', ');
    const [made] = await db.owner(
      `insert into ${table} (${names.join(', ')}) values (${places}) returning *`,
      Object.values(row),
    );
    ids.push(Number(made?.id));
  }
  return ids;
}

/** Many rows of one shape in one statement. Answers the ids, in the order of the rows. */
export async function putAll(db: Reports, table: string, rows: readonly Row[]): Promise<readonly number[]> {
  const names = Object.keys(rows[0] ?? {}).join(', ');
  const made = await db.owner(
    `insert into ${table} (${names})
     select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb) returning *`,
    [JSON.stringify(rows)],
  );
  return made.map((row) => Number(row.id));
}

/** The places the fixtures lie in: two districts, three zones (one of which changed its meaning), some components. */
export async function putPlaces(db: Reports): Promise<void> {
  await db.owner(`insert into district (code, name) values ('001', 'First'), ('002', 'Second'), ('005', 'Fifth')
    on conflict (code) do nothing`);
  await db.owner('delete from zone');
  await db.owner(`insert into zone (code, name, category, valid_from, valid_to) values
    ('R2', 'Low Density Residential', 'Residential', '1900-01-01', '9999-12-31'),
    ('RU2', 'Rural Landscape', 'Rural', '1900-01-01', '9999-12-31'),
    ('E4', 'Environmental Living', 'Environment', '1900-01-01', '2021-11-30'),
    ('E4', 'General Industrial', 'Industrial', '2023-04-26', '9999-12-31')`);
  await db.owner(`insert into component (district_code, code, zone_code, description, non_homogeneous) values
    ('001', 'AAB', 'R2', 'Town', false), ('001', 'RAB', 'RU2', 'Grazing', true), ('002', 'AAB', 'R2', 'Village', false)`);
}

/** The base date in force is 1 July of the year, as if the office had not got further. */
export async function putBaseYear(db: Reports, year: number): Promise<void> {
  await db.owner(`update sysparam set value = $1 where company = 1 and name = 'CURRBASE'`, [`${year}-07-01`]);
}

export const property = (id: number, more: Row = {}): Row => ({
  id,
  district_code: '001',
  status: 'A',
  zone_code: 'R2',
  component_code: 'AAB',
  street_name: 'HIGH ST',
  hnum1: id % 1000,
  suburb: 'ALFA',
  postcode: '2325',
  ...more,
});

let dealing = 0;
export const sale = (property_id: number | null, more: Row = {}): Row => ({
  property_id,
  source: 'LPI',
  district_code: '001',
  suburb: 'ALFA',
  street_name: 'HIGH ST',
  zone_code: 'R2',
  component_code: 'AAB',
  nature: 'R',
  purpose: 'RESIDENCE',
  contract_date: '2022-08-15',
  settlement_date: '2022-09-20',
  download_at: '2022-10-03 02:00',
  purchase_price: 500_000,
  area: 600,
  dealing_number: `AA${++dealing}`,
  ...more,
});

/** A record as a file brought it; what belongs to a sale shares its property, strata lot and dealing. */
export const received = (file_id: number, line_no: number, on: string, more: Row): Row => ({
  file_id,
  line_no,
  archive: false,
  download_at: `${on} 02:00`,
  content: randomUUID(),
  ...more,
});

/** Parameters of every report as the screens send them when nothing was chosen. */
export const untouched: Row = {
  districts: ['001', '002', '005'],
  year: 2022,
  year_by: 'contract',
  population: 'standard',
  group_by: 'suburb',
  type_by: 'nature',
  series: 'lt',
};
