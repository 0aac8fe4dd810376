// Longer than the habit: what is loaded, in which order, and what goes again, read from top to bottom.
import type { OwnerClient } from '../client.ts';
import type { Database } from '../open-database.ts';
import { addUser, type Credentials } from '../users.ts';
import { withoutIndexes } from '../without-indexes.ts';
import { writeRows } from '../write-rows.ts';
import { addAnalysisLines } from './analysis-lines.ts';
import { plantAudits } from './audits.ts';
import { chaptersOf } from './chapters.ts';
import { demoDay } from './dates.ts';
import { plantEvents } from './events.ts';
import { generateChapter } from './generate.ts';
import { plantIndices } from './indices.ts';
import { heavyTables, loadChapter } from './load-chapter.ts';
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
import type { PropertyRow } from './rows.ts';
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

/** The other districts of a state. */
const rest = {
  name: 'Rest of New South Wales',
  code: 'RNS',
  surrounding: [],
  turnaround: [45, 25, 60],
} as const;
const ofRegions: ReadonlySet<string> = new Set(regions.flatMap(({ districts }) => districts));

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

/** What of the time the rows themselves take; the rest hangs on them. */
const chaptersShare = 0.7;

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
    const made = await makePeople(client, size.others ?? []);
    const valuers = await valuerIds(client);
    const bulk = size.bulk === true;
    const counts: Record<string, number> = {};
    const land: PropertyRow[] = [];
    const chapters = chaptersOf(size);
    const load = async () => {
      for (const [n, chapter] of chapters.entries()) {
        const demo = generateChapter(chapter, day);
        const told = (done: number, message: string) =>
          progress(((n + done) / chapters.length) * chaptersShare, message);
        const added = await loadChapter(client, demo, valuers, bulk, told);
        for (const [table, rows] of Object.entries(added)) counts[table] = (counts[table] ?? 0) + rows;
        // Crown Land lies beside some of them: of many chapters a few of each are enough to choose from.
        for (const [at, row] of demo.properties.entries()) if (at % chapters.length === 0) land.push(row);
      }
    };
    if (bulk) await withoutIndexes(client, heavyTables, load, { cascades: true });
    else await load();
    progress(chaptersShare, 'Making what hangs on them');
    const crown = await loadCrown(client, land, size, day);
    // Statements over millions of rows are planned by what is known of them.
    if (bulk) await analyze(client, Object.keys(counts));
    await addAnalysisLines(client);
    await addWorksheets(client, day);
    for (const table of ['sale', 'analysis', 'supp'])
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
      );
    await analyze(client, Object.keys(counts));
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

async function analyze(client: OwnerClient, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`analyze ${table}`);
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

async function makePeople(client: OwnerClient, others: readonly string[]): Promise<readonly Credentials[]> {
  const beyond = { ...rest, districts: others.filter((code) => !ofRegions.has(code)) };
  for (const region of others.length > 0 ? [...regions, beyond] : regions) {
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
