import type { OwnerClient } from '#server/database/client.ts';
import { writeRows } from '#server/database/write-rows.ts';
import { copyIn } from '../database/copy-in.ts';
import { parseHouseNumber } from './house-number.ts';
import { parseLegalDescription } from './legal-description.ts';
import { copyText } from './received-row.ts';

/** Columns that the newest received record gives to its out-of-contract property. */
const FIELDS: readonly (readonly [column: string, value: string])[] = [
  ['district_code', 'district_code'],
  ['prop_name', 'prop_name'],
  ['unit_number', 'unit_number'],
  ['street_name', 'street_name'],
  ['suburb', 'suburb'],
  ['postcode', "substring(postcode from '^[0-9]{4}$')"],
  ['legal_description', 'legal_description'],
  ['area', 'area'],
  ['area_unit', "coalesce(area_unit, 'M')"],
  ['dimensions', 'dimensions'],
  ['zone_code', 'zone_code'],
  ['component_code', 'component_code'],
  ['strata_lot', 'strata_lot'],
];
const NUMBERS = ['hnum1_prefix', 'hnum1', 'hnum1_suffix', 'hnum2_prefix', 'hnum2', 'hnum2_suffix'] as const;

interface Newest {
  readonly property_id: number;
  readonly house_number: string | null;
  readonly legal_description: string | null;
  readonly lots: boolean;
  readonly numbers: boolean;
}

/** Temporary tables of the properties to settle: which, and the received record that each `stood` on. */
export async function touchProperties(client: OwnerClient, fileIds: readonly number[]): Promise<void> {
  await client.script(`
    create temp table if not exists touched_property (property_id bigint);
    insert into touched_property
      select distinct r.property_id from sale_received r
      where r.file_id in (${fileIds.join(',')}) and r.property_id > 0
        and not exists (select from touched_property t where t.property_id = r.property_id);
    analyze touched_property;
    create temp table if not exists property_stood as select r.* from sale_received r where false;
    insert into property_stood
      select r.* from touched_property t join property p on p.id = t.property_id
      join sale_received r on r.file_id = p.file_id and r.line_no = p.line_no
      where not exists (select from property_stood o where o.property_id = t.property_id)`);
}

/**
 * An unknown property becomes an out-of-contract one, as the newest received record tells it. One that stands on
 * an older record follows, but for what was changed by hand. Properties in contract are never touched.
 */
export async function settleProperties(client: OwnerClient): Promise<void> {
  await client.script(`
    create temp table newest as
      select distinct on (r.property_id) r.property_id, r.file_id, r.line_no,
        p.id is null as unknown, o.content is distinct from r.content as differs
      from touched_property t
      join sale_received r on r.property_id = t.property_id
      left join property p on p.id = t.property_id
      left join property_stood o on o.property_id = t.property_id
      where p.id is null or (p.status = 'O' and not p.synthetic and o.content is not null)
      order by r.property_id, r.archive, r.download_at desc, r.recorded_at desc nulls last,
        r.contract_date desc nulls last, r.line_no desc, r.content desc, r.file_id desc;
    analyze newest`);
  const { rows } = await client.query<Newest & Record<string, unknown>>(`
    select n.property_id, r.house_number, r.legal_description,
      n.unknown or o.legal_description is distinct from r.legal_description as lots,
      n.unknown or o.house_number is distinct from r.house_number as numbers
    from newest n
    join sale_received r on r.file_id = n.file_id and r.line_no = n.line_no
    left join property_stood o on o.property_id = n.property_id
    where n.differs`);
  await splitNumbers(client, rows);
  const inserting = insertProperties(client);
  const lots = lotLines(rows);
  await inserting;
  await updateProperties(client);
  await writeLots(client, lots);
}

async function splitNumbers(client: OwnerClient, rows: readonly Newest[]): Promise<void> {
  await client.script(
    `create temp table house (property_id bigint, ${NUMBERS.map(
      (name) => `${name} ${/\d$/.test(name) ? 'integer' : 'text'}`,
    ).join(', ')})`,
  );
  const lines = rows
    .filter((row) => row.numbers && row.house_number !== null)
    .map((row) => {
      const number = parseHouseNumber(row.house_number);
      const cells = NUMBERS.map((name) => copyText(number[name] === null ? null : String(number[name])));
      return `${row.property_id}\t${cells.join('\t')}\n`;
    });
  await copyIn(client, 'copy house from stdin', lines.join(''));
  await client.script('analyze house');
}

const received = (alias: string, column: string, value: string) =>
  value === column ? `${alias}.${column}` : value.replace(column, `${alias}.${column}`);

const origin = { file_id: 'r.file_id', line_no: 'r.line_no' };
const lastOf = 'sale_received r on r.file_id = n.file_id and r.line_no = n.line_no';
const numbersOf = 'house h on h.property_id = n.property_id';

async function insertProperties(client: OwnerClient): Promise<void> {
  await writeRows(client, {
    action: 'insert',
    table: 'property',
    columns: {
      id: 'n.property_id',
      status: "'O'",
      ...origin,
      synthetic: 'r.synthetic',
      ...Object.fromEntries(FIELDS.map(([column, value]) => [column, received('r', column, value)])),
      ...Object.fromEntries(NUMBERS.map((name) => [name, `h.${name}`])),
    },
    from: `newest n join ${lastOf} left join ${numbersOf} where n.unknown`,
  });
}

async function updateProperties(client: OwnerClient): Promise<void> {
  const fields = FIELDS.map(([column, value]) => {
    const [now, before] = [received('r', column, value), received('o', column, value)];
    return [column, `case when ${now} is distinct from ${before} then ${now} else t.${column} end`];
  });
  const numbers = NUMBERS.map((name) => [
    name,
    `case when r.house_number is distinct from o.house_number then h.${name} else t.${name} end`,
  ]);
  await writeRows(client, {
    action: 'update',
    table: 'property',
    fields: Object.fromEntries([...fields, ...numbers]),
    marks: origin,
    from: `newest n join ${lastOf} join property_stood o on o.property_id = n.property_id left join ${numbersOf}`,
    where: 't.id = n.property_id and not n.unknown',
  });
  await client.script(`
    delete from legal_lot l using newest n, property_stood o, sale_received r
    where l.property_id = n.property_id and not n.unknown and n.differs
      and o.property_id = n.property_id and r.file_id = n.file_id and r.line_no = n.line_no
      and o.legal_description is distinct from r.legal_description`);
}

function lotLines(rows: readonly Newest[]): string {
  const lines: string[] = [];
  for (const row of rows) {
    if (!row.lots || row.legal_description === null) continue;
    const parsed = parseLegalDescription(row.legal_description);
    const tail = [
      ...parsed.tenures.map((tenure) => `${tenure.type} ${tenure.numbers.join(' - ')}`),
      ...(parsed.remains.trim() === '' ? [] : [parsed.remains.trim()]),
    ].join('; ');
    let last = copyText(tail === '' ? null : tail);
    for (const lot of parsed.lots) {
      const section = copyText(lot.section);
      lines.push(
        `${row.property_id}\t${lot.lot}\t${section}\t${lot.plan_type}\t${lot.plan}\t${lot.part ? 't' : 'f'}\t${last}\n`,
      );
      last = '\\N';
    }
    if (parsed.lots.length === 0) lines.push(`${row.property_id}\t\\N\t\\N\t\\N\t\\N\tf\t${last}\n`);
  }
  return lines.join('');
}

async function writeLots(client: OwnerClient, lines: string): Promise<void> {
  if (lines === '') return;
  const columns = 'property_id, lot, section, plan_type, plan, part, tail';
  await copyIn(client, `copy legal_lot (${columns}) from stdin`, lines);
}

/** Out-of-contract properties whose last received record was taken back; those that anything hangs on are kept. */
export async function removeProperties(client: OwnerClient): Promise<void> {
  // Asked of what was touched, which is little; asked of properties it may be looked for along all of them.
  const gone = 'not exists (select from sale_received r where r.property_id = k.property_id)';
  await writeRows(client, {
    action: 'delete',
    table: 'property',
    using: 'touched_property k',
    where: `t.id = k.property_id and t.status = 'O' and t.line_no is not null and t.updated_by is null and ${gone}
      and not exists (select from sale s where s.property_id = k.property_id)
      and not exists (select from analysis a where a.property_id = k.property_id)
      and not exists (select from property_value v where v.property_id = k.property_id)`,
  });
  await writeRows(client, {
    action: 'update',
    table: 'property',
    fields: {},
    marks: { line_no: 'null::integer' },
    from: 'touched_property k',
    where: `t.id = k.property_id and ${gone}`,
  });
}
