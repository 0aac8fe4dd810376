// Which table goes where when the data are spread over machines by district (docs/decisions/0195-beyond-the-state.md). Longer
// than the habit: every table is named, so that a new one is placed by whoever makes it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Each row is of one district, which the row says. */
const byDistrict = [
  'analysis',
  'analysis_benchmark',
  'area_change',
  'audit_note',
  'audit_result',
  'audit_run',
  'benchmark_year',
  'check_result',
  'component',
  'component_forward',
  'component_year',
  'crown_parcel',
  'crown_property',
  'district_year',
  'export_item',
  'export_message',
  'factor_run',
  'factor_run_value',
  'factor_scenario',
  'index_run',
  'index_run_value',
  'lamc_valuation',
  'lga_index',
  'link_run',
  'link_run_line',
  'lot_shape',
  'objection',
  'parcel_shape',
  'property',
  'property_in_force',
  'property_last_sale',
  'property_value',
  'received_land_value',
  'report_count',
  'report_text',
  's28_group',
  'sale',
  'sale_conflict',
  'sale_pair',
  'sale_received',
  'supp',
  'tenure',
  'value_import',
  'vat_exception',
  'verification',
  'worksheet',
];

/** Rows of a district, and rows of none: each with its reason. */
const byDistrictOrNone = {
  audit: 'Also tells of what has no district: people, settings, files.',
  import_log: 'A line that could not be read names no district.',
} as const;

/** Rows inside a record, which has the district: the column that leads to it, and its table. */
const insideRecord: Readonly<Record<string, readonly [string, string]>> = {
  analysis_adjustment: ['analysis_id', 'analysis'],
  analysis_answer: ['analysis_id', 'analysis'],
  analysis_cost: ['analysis_id', 'analysis'],
  analysis_improvement: ['analysis_id', 'analysis'],
  analysis_lease: ['analysis_id', 'analysis'],
  analysis_plant: ['analysis_id', 'analysis'],
  analysis_rural: ['analysis_id', 'analysis'],
  analysis_sold_with: ['analysis_id', 'analysis'],
  crown_value: ['crown_property_id', 'crown_property'],
  factor_scenario_line: ['scenario_id', 'factor_scenario'],
  lamc_parcel: ['lamc_valuation_id', 'lamc_valuation'],
  legal_lot: ['property_id', 'property'],
  s28_line: ['group_id', 's28_group'],
  s28_member: ['group_id', 's28_group'],
  supp_property: ['supp_id', 'supp'],
  supp_value: ['supp_id', 'supp'],
  tenure_lot: ['tenure_id', 'tenure'],
  tenure_structure: ['tenure_id', 'tenure'],
  tenure_usage: ['tenure_id', 'tenure'],
  worksheet_comparison: ['worksheet_id', 'worksheet'],
  worksheet_line: ['worksheet_id', 'worksheet'],
};

/** Of the whole office: people and their settings, reference lists, files, jobs, what the program keeps of itself. */
const ofOffice = [
  'app_user',
  'attachment',
  'audit_test',
  'check_rule',
  'contract_region',
  'definition_draft',
  'definition_version',
  'district',
  'draft',
  'export_job',
  'grid_view',
  'handoff_log',
  'hit_log',
  'import_file',
  'improvement_rate',
  'improvement_schedule',
  'installation',
  'job',
  'job_record',
  'journey',
  'journey_handover',
  'journey_stop',
  'limit_count',
  'mail_change',
  'map_state',
  'migration',
  'notification',
  'number_series',
  'passkey',
  'passkey_challenge',
  'password_reset',
  'phrase',
  'phrase_list',
  'recovery_code',
  'reference_item',
  'reference_link',
  'region_district',
  'regional_index',
  'request_key',
  'role',
  'role_permission',
  'schema_view',
  'search',
  'search_text',
  'session',
  'setting',
  'setting_kind',
  'sign_in_ticket',
  'slow_query',
  'sysparam',
  'team',
  'team_member',
  'tenure_minimum',
  'tenure_rate',
  'tenure_rebate',
  'transfer_log',
  'user_activity',
  'user_factor',
  'user_option',
  'user_password',
  'user_region',
  'user_role',
  'user_written',
  'valuation_file',
  'vat_file',
  'zone',
];

/** Keys that hold over all districts and do not name the district: on several machines nothing would hold them. */
const keysWithoutDistrict = [
  'analysis_benchmark (analysis_id, property_id, base_date)',
  'benchmark_year (property_id, base_date)',
  'check_result (item_type, item_id, rule, base_date, series)',
  'crown_parcel (cadid)',
  'lot_shape (label)',
  'parcel_shape (property_id)',
  'property_in_force (property_id)',
  'property_last_sale (property_id)',
  'property_value (property_id, base_date, series)',
  'sale (natural_key)',
  'sale_conflict (sale_id, existing_content, incoming_content)',
  'sale_pair (analysis_a, analysis_b, kind, item)',
  'sale_received (file_id, line_no)',
  'tenure (account_no)',
  'vat_exception (file_id, line_no)',
  'worksheet (property_id, base_date)',
];

/** References between rows of districts that do not name the district, beside those from inside a record to it. */
const referencesWithoutDistrict = [
  'analysis (property_id) > property',
  'analysis (sale_id) > sale',
  'analysis_benchmark (analysis_id) > analysis',
  'analysis_benchmark (property_id) > property',
  'area_change (supp_id) > supp',
  'crown_parcel (crown_property_id) > crown_property',
  'factor_run_value (run_id) > factor_run',
  'index_run_value (run_id) > index_run',
  'lamc_parcel (parcel_id) > crown_parcel',
  'link_run_line (run_id) > link_run',
  's28_member (property_id) > property',
  'sale_conflict (sale_id) > sale',
  'sale_pair (analysis_a) > analysis',
  'sale_pair (analysis_b) > analysis',
  'supp_property (property_id) > property',
  'worksheet (copied_from) > worksheet',
  'worksheet_comparison (analysis_id) > analysis',
  'worksheet_comparison (property_id) > property',
];

/** The one that leads from the office into a district, as a district leads to the office everywhere. */
const referencesIntoDistricts = ['journey_stop (analysis_id) > analysis'];

const ask = async <Row>(text: string) =>
  (await test.database.owner((client) => client.query<Row & Record<string, unknown>>(text))).rows;

interface Reference {
  readonly table: string;
  readonly columns: readonly string[];
  readonly target: string;
}

const references = () =>
  ask<Reference>(`
    select k.conrelid::regclass::text as "table", k.confrelid::regclass::text as target,
      (select array_agg(a.attname::text order by n.place) from unnest(k.conkey) with ordinality as n (number, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.number) as columns
    from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`);

const ofDistricts: ReadonlySet<string> = new Set([
  ...byDistrict,
  ...Object.keys(byDistrictOrNone),
  ...Object.keys(insideRecord),
]);
const written = ({ table, columns, target }: Reference) => `${table} (${columns.join(', ')}) > ${target}`;

describe('tables by district', () => {
  it('are each of one kind', async () => {
    const tables = await ask<{ name: string }>(
      `select relname::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual([...ofDistricts, ...ofOffice].sort());
  });

  it('name the district in each of their rows', async () => {
    const named = await ask<{ name: string; always: boolean }>(
      `select c.relname::text as name, a.attnotnull as always from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'district_code' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    );
    const of = (always: boolean) => named.filter((one) => one.always === always).map(({ name }) => name);
    // Of a region it is what the row is about.
    expect(of(true)).toEqual([...byDistrict, 'region_district'].sort());
    expect(of(false)).toEqual(Object.keys(byDistrictOrNone).sort());
  });

  it('have the rows inside a record hang on it', async () => {
    const found = (await references()).map(written);
    const wanted = Object.entries(insideRecord).map(
      ([table, [column, target]]) => `${table} (${column}) > ${target}`,
    );
    expect(wanted.filter((one) => !found.includes(one))).toEqual([]);
    expect(Object.values(insideRecord).filter(([, target]) => !byDistrict.includes(target))).toEqual([]);
  });

  it('have these keys that do not name it', async () => {
    const keys = await ask<{ table: string; columns: readonly string[] }>(`
      select i.indrelid::regclass::text as "table",
        (select array_agg(a.attname::text order by n.place) from unnest(i.indkey) with ordinality as n (number, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = n.number) as columns
      from pg_index i join pg_class c on c.oid = i.indrelid
      where i.indisunique and c.relnamespace = 'public'::regnamespace`);
    const without = keys
      .filter(({ table, columns }) => byDistrict.includes(table) && !columns.includes('district_code'))
      .map(({ table, columns }) => `${table} (${columns.join(', ')})`)
      // A number that a sequence gives is new wherever it is given.
      .filter((key) => !key.endsWith(' (id)'));
    expect(without.sort()).toEqual(keysWithoutDistrict);
  });

  it('refer to each other by these columns that do not name it', async () => {
    const inward = Object.entries(insideRecord).map(([table, [column]]) => `${table} (${column})`);
    const found = (await references()).filter(
      ({ table, columns, target }) =>
        ofDistricts.has(target) &&
        !columns.includes('district_code') &&
        !inward.includes(`${table} (${columns.join(', ')})`),
    );
    const from = (inside: boolean) =>
      found
        .filter(({ table }) => ofDistricts.has(table) === inside)
        .map(written)
        .sort();
    expect(from(true)).toEqual(referencesWithoutDistrict);
    expect(from(false)).toEqual(referencesIntoDistricts);
  });
});
