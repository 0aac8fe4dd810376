// Longer than the habit: what is loaded, in which order, and what goes again, read from top to bottom.
import type { OwnerClient } from '../client.ts';
import type { Database } from '../open-database.ts';
import { addUser, type Credentials } from '../users.ts';
import { loadRows, writeRows } from '../write-rows.ts';
import { addAnalysisLines } from './analysis-lines.ts';
import { plantAudits } from './audits.ts';
import { demoDay } from './dates.ts';
import { plantEvents } from './events.ts';
import { generateDemo } from './generate.ts';
import { plantIndices } from './indices.ts';
import { crownGone, loadCrown } from './load-crown.ts';
import { plantActivity } from './planted-activity.ts';
import { plantBenchmarks } from './planted-benchmarks.ts';
import { plantChanges } from './planted-changes.ts';
import { plantComponents } from './planted-components.ts';
import { plantConflicts } from './planted-conflicts.ts';
import { plantCrown } from './planted-crown.ts';
import { plantValueExceptions } from './planted-exceptions.ts';
import { plantExports } from './planted-exports.ts';
import { plantHandoffs } from './planted-handoffs.ts';
import { plantLinkRuns } from './planted-links.ts';
import { plantLots } from './planted-lots.ts';
import { plantScenarios } from './planted-scenarios.ts';
import { plantValues } from './planted-values.ts';
import { plantVat } from './planted-vat.ts';
import type { ValueRow } from './rows.ts';
import { type DemoSize, usualSize } from './size.ts';
import { plantTexts } from './texts.ts';
import { addWorksheets } from './worksheets.ts';

export interface DemoLoaded {
  readonly users: readonly Credentials[];
  readonly counts: Readonly<Record<string, number>>;
}

/** done is 0 to 1. */
export type Progress = (done: number, message: string) => void;

// Each district lies in one region; the other's are searched as surrounding.
const regions = [
  {
    name: 'Hunter',
    code: 'HUN',
    districts: ['001', '002', '005'],
    surrounding: ['007', '012', '511'],
    turnaround: [30, 20, 40],
  },
  {
    name: 'Upper Hunter',
    code: 'UHR',
    districts: ['007', '012', '511'],
    surrounding: ['001'],
    turnaround: [45, 25, 60],
  },
] as const;

const teams = [
  { name: 'Valuation', lead: 'valuer', members: ['valuer', 'contractor'] },
  { name: 'Office', lead: 'office', members: ['office', 'analyst'] },
] as const;

const users = [
  { username: 'valuer', fullName: 'Nerida Hallowby', role: 'valuer', valuer: true, region: 'Hunter' },
  { username: 'office', fullName: 'Colin Brathwell', role: 'office', valuer: false, region: 'Hunter' },
  {
    username: 'contractor',
    fullName: 'Tamsin Okerley',
    role: 'contractor',
    valuer: true,
    region: 'Upper Hunter',
  },
  { username: 'analyst', fullName: 'Devan Marlish', role: 'analyst', valuer: false, region: 'Hunter' },
  { username: 'viewer', fullName: 'Petra Lindquay', role: 'viewer', valuer: false, region: 'Hunter' },
] as const;

export async function hasDemo(database: Database): Promise<boolean> {
  return database.owner(
    async (client) => (await client.query('select from property where synthetic limit 1')).rowCount > 0,
  );
}

/** Everything in one transaction: a start killed within it leaves nothing. */
export function loadDemo(
  database: Database,
  progress: Progress,
  size: DemoSize = usualSize,
  now: Date = new Date(),
): Promise<DemoLoaded> {
  return database.owner(async (client) => {
    await client.query('lock table component, property, sale, analysis, supp in share row exclusive mode');
    const present = await client.query('select from property where synthetic limit 1');
    if (present.rowCount > 0)
      throw new Error('The demo data is loaded already. Remove it with: npm run admin -- demo remove');
    progress(0, 'Making the demo data');
    const day = demoDay(now);
    const demo = generateDemo(size, day);
    const made = await makePeople(client);
    const crown = await loadCrown(client, demo.properties, size, demoDay(now));
    const valuers = await valuerIds(client);
    const offset = {
      sale: await highestId(client, 'sale'),
      analysis: await highestId(client, 'analysis'),
      supp: await highestId(client, 'supp'),
    };
    const valuerOf = (index: number) => valuers[index] ?? null;
    const personOf = (index: number | null) => (index === null ? null : valuerOf(index));
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
          assigned_to: assigned === null ? null : valuerOf(assigned),
          valuer_id: valuer === null ? null : valuerOf(valuer),
        })),
      ],
      ['supp_value', 0.98, demo.suppValues.map((row) => ({ ...row, supp_id: row.supp_id + offset.supp }))],
      [
        'supp_property',
        0.98,
        demo.suppProperties.map((row) => ({ ...row, supp_id: row.supp_id + offset.supp })),
      ],
      [
        'district_year',
        0.97,
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
    for (const [table, done, rows] of steps) {
      progress(done, `Loading ${table}`);
      counts[table] = await loadTable(client, table, rows);
    }
    await addAnalysisLines(client);
    await addWorksheets(client, day);
    for (const table of ['sale', 'analysis', 'supp'])
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
      );
    for (const [table] of steps) await client.query(`analyze ${table}`);
    progress(0.99, 'Checking supps');
    await checkSupps(client);
    await plantCrown(client);
    Object.assign(counts, await plantEvents(client, day), await plantIndices(client, day));
    await plantBenchmarks(client);
    await plantComponents(client);
    Object.assign(counts, await plantLinkRuns(client, day));
    Object.assign(counts, await plantScenarios(client, day));
    // These are values found by hand, too.
    await plantActivity(client, day);
    await plantChanges(client);
    await plantValues(client);
    Object.assign(counts, await plantTexts(client, day), await plantVat(client));
    await plantValueExceptions(client, day);
    Object.assign(
      counts,
      await plantAudits(client),
      await plantConflicts(client, day),
      await plantExports(client, day),
      await plantHandoffs(client, day),
      await plantLots(client),
    );
    progress(1, 'Demo data loaded');
    return { users: made, counts: { ...counts, ...crown } };
  });
}

/** As the office runs the checks; what was found of a supp that was sent was acknowledged. */
async function checkSupps(client: OwnerClient): Promise<void> {
  await client.query('select supp_check(array_agg(id)) from supp where synthetic');
  await writeRows(client, {
    action: 'update',
    table: 'check_result',
    fields: {},
    marks: {
      acknowledged_comment: "'As on the registered plan.'",
      acknowledged_by: 's.valuer_id',
      acknowledged_at: 's.sent_on::timestamptz',
    },
    from: 'supp s',
    where: "t.item_type = 'SU' and t.item_id = s.id and t.synthetic and s.transmit_status in ('S', 'X')",
  });
}

/** Every synthetic row, and what people attached to one. Answers the rows removed per table. */
export function removeDemo(database: Database): Promise<Readonly<Record<string, number>>> {
  return database.owner(async (client) => {
    const counts: Record<string, number> = {};
    const ofSale = 't.sale_id in (select id from sale where synthetic)';
    const gone: readonly (readonly [string, string])[] = [
      // Its items and messages go with it.
      ['export_job', 't.synthetic'],
      ['handoff_log', 'exists (select from property p where p.synthetic and p.id = any (t.pids))'],
      ['check_result', 't.synthetic'],
      ['supp', 't.synthetic'],
      ['analysis', `t.synthetic or ${ofSale} or t.property_id in (select id from property where synthetic)`],
      ['sale_conflict', `t.synthetic or ${ofSale}`],
      ['sale', 't.synthetic'],
      ['verification', 't.synthetic'],
      ['objection', 't.synthetic'],
      ['area_change', 't.synthetic'],
      ['factor_run', 't.synthetic'],
      ['link_run', 't.synthetic'],
      ['factor_scenario', 't.synthetic'],
      ['s28_group', 't.synthetic'],
      // Benchmarks go with their property, years of a component with it.
      ...(
        [
          'worksheet',
          'district_year',
          'lga_index',
          'index_run',
          'vat_file',
          'report_text',
          'audit_note',
          'audit_run',
          'audit_result',
          'value_import',
        ] as const
      ).map((table) => [table, 't.synthetic'] as const),
      ['property_value', 't.synthetic'],
      ['legal_lot', 'exists (select from property p where p.id = t.property_id and p.synthetic)'],
      ['property', 't.synthetic'],
      ['component', 't.synthetic'],
      ['team', 't.synthetic'],
      ['improvement_schedule', 't.demo'],
      ...crownGone,
      ['app_user', 't.synthetic and t.id <> 1'],
      ['contract_region', 't.synthetic'],
    ];
    for (const [table, where] of gone)
      counts[table] = await writeRows(client, { action: 'delete', table, where });
    return counts;
  });
}

async function makePeople(client: OwnerClient): Promise<readonly Credentials[]> {
  for (const region of regions) {
    const [overdue, target, maximum] = region.turnaround;
    await writeRows(client, {
      action: 'insert',
      table: 'contract_region',
      columns: {
        name: '$1::text',
        report_banner: "$1::text || ' contract region'",
        contractor_code: '$2::text',
        overdue_turnaround: '$3::integer',
        target_turnaround: '$4::integer',
        maximum_turnaround: '$5::integer',
        contract_start: "date '2024-03-01'",
        synthetic: 'true',
      },
      from: '(select) one',
      unless: ['name'],
      values: [region.name, region.code, overdue, target, maximum],
    });
    await client.query(
      `insert into region_district (region_id, district_code, surrounding)
       select r.id, d.code, d.code = any ($3) from contract_region r, district d
       where r.name = $1 and d.code = any ($2::text[] || $3::text[]) on conflict do nothing`,
      [region.name, region.districts, region.surrounding],
    );
  }
  const made: Credentials[] = [];
  for (const user of users) {
    const known = await client.query('select from app_user where lower(username) = $1', [user.username]);
    if (known.rowCount === 0) made.push(await addUser(client, { ...user, synthetic: true }));
  }
  await writeRows(client, {
    action: 'update',
    table: 'app_user',
    fields: {},
    marks: {
      email: "t.username || '@example.org'",
      api_no: 'case when t.valuer then (4100 + t.id)::text end',
    },
    from: '(select) one',
    where: 't.synthetic and t.email is null',
  });
  for (const team of teams) await makeTeam(client, team);
  await writeRows(client, {
    action: 'insert',
    table: 'setting',
    columns: { key: "'supp.overdue.days'", region_id: 'r.id', number: '45' },
    from: "contract_region r where r.name = 'Upper Hunter'",
    unless: ['company', 'key', 'region_id'],
  });
  return made;
}

async function makeTeam(client: OwnerClient, { name, lead, members }: (typeof teams)[number]): Promise<void> {
  await writeRows(client, {
    action: 'insert',
    table: 'team',
    columns: { name: '$1::text', lead_id: 'u.id', synthetic: 'true' },
    from: 'app_user u where u.username = $2::text',
    unless: ['lower(name)'],
    values: [name, lead],
  });
  await client.query(
    `insert into team_member (team_id, user_id)
     select t.id, u.id from team t join app_user u on u.username = any ($2::text[])
     where t.name = $1 and t.synthetic order by u.id on conflict do nothing`,
    [name, members],
  );
}

async function valuerIds(client: OwnerClient): Promise<readonly number[]> {
  const found = await client.query<{ id: number }>(
    'select id from app_user where valuer and synthetic order by id',
  );
  return found.rows.map((row) => row.id);
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
