// How every searchable field of every list is found under row security: by which index, or by looking through the rows
// that the person may see, and then why that will do. A new field without a line here fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/access/caller.ts';
import { permissions } from '#server/access/permissions.ts';
import type { DatabaseClient } from '#server/database/client.ts';
import { quoted } from '#server/database/json-page.ts';
import { foundRows } from '#server/records/found-rows.ts';
import { isFreeText, narrowedBy } from '#server/records/text-index.ts';
import { listSource } from '#server/reports/list-source.ts';
import { pageStatement } from '#server/reports/run.ts';
import type { Criterion, Entity, EntityField } from '#src/core/entity.ts';
import type { SearchOperator } from '#src/core/operators.ts';
import { placeField } from '#src/core/place.ts';
import { isJsonObject } from '#src/core/values.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

/** Two of the demo's six districts. */
const caller: Caller = {
  id: 1,
  username: 'plans',
  full_name: 'Plans',
  sessionId: '',
  roles: [],
  perms: new Set(Object.keys(permissions)),
  districts: ['001', '002'],
  workDistricts: ['001', '002'],
  permissionVersion: '',
};

type Found = { readonly [operators: string]: string };
const words = (index: string): Found => ({ 'contains starts ends': index });
const wordsAndEqual = (index: string): Found => ({ 'contains starts ends eq': index });
/** Either has the number; the second holds district and data set too. */
const pick = 'property_pkey property_id_district_code_synthetic_key';

/** By index: list, field, the operators that the field has of these, and the index that is read. */
const indexed: { readonly [list: string]: { readonly [field: string]: Found } } = {
  areachanges: { id: { 'eq oneof': 'area_change_pkey' } },
  auditnotes: { id: { 'eq oneof': 'audit_note_pkey' } },
  auditresults: { id: { 'eq oneof': 'audit_result_pkey' } },
  reporttexts: { id: { 'eq oneof': 'report_text_pkey' } },
  valueimports: { id: { 'eq oneof': 'value_import_pkey' } },
  factorruns: { id: { 'eq oneof': 'factor_run_pkey' } },
  linkruns: { id: { 'eq oneof': 'link_run_pkey' } },
  componentreports: { id: { 'eq oneof': 'component_year_pkey' } },
  districtyears: { id: { 'eq oneof': 'district_year_pkey' } },
  vatexceptions: {
    id: { 'eq oneof': 'vat_exception_pkey' },
    file_id: { 'eq oneof': 'vat_exception_line' },
  },
  indexruns: { id: { 'eq oneof': 'index_run_pkey' } },
  lgaindexes: { id: { 'eq oneof': 'lga_index_pkey' } },
  objections: { id: { 'eq oneof': 'objection_pkey' } },
  propertyvalues: { id: { 'eq oneof': 'property_value_pkey' } },
  sectiongroups: { id: { 'eq oneof': 's28_group_pkey' } },
  verifications: { id: { 'eq oneof': 'verification_pkey' } },
  comps: {
    id: { 'eq oneof': 'component_pkey' },
  },
  benchmarks: {
    id: { 'eq oneof': 'benchmark_year_pkey' },
    property_id: { 'eq oneof': 'benchmark_year_key' },
  },
  worksheets: {
    id: { 'eq oneof': 'worksheet_pkey' },
    property_id: { 'eq oneof': 'worksheet_of_year' },
  },
  clpas: {
    crown_property_id: { 'eq oneof': 'crown_parcel_property' },
    id: { 'eq oneof': 'crown_parcel_pkey' },
  },
  clprs: {
    id: { 'eq oneof': 'crown_property_pkey' },
  },
  cltes: {
    id: { 'eq oneof': 'tenure_pkey' },
  },
  cllas: {
    id: { 'eq oneof': 'lamc_valuation_pkey' },
  },
  properties: {
    id: { 'eq oneof': pick },
    address: words('property_address'),
    street_name: wordsAndEqual('property_address'),
    suburb: { ...words('property_address'), eq: 'property_suburb' },
    postcode: { 'eq starts': 'property_address' },
    prop_name: wordsAndEqual('property_name'),
    legal_description: words('property_legal_description_words'),
    benchmark_type: { 'eq oneof': 'property_benchmark' },
  },
  sales: {
    id: { 'eq oneof': 'sale_pkey' },
    property_id: { 'eq oneof': 'sale_property' },
    address: words('sale_address'),
    street_name: wordsAndEqual('sale_address'),
    suburb: { ...words('sale_address'), eq: 'sale_suburb' },
    postcode: { 'eq starts': 'sale_address' },
    dealing_number: { eq: 'sale_dealing_number', oneof: 'sale_dealing' },
    contract_date: { 'eq between': 'sale_contract' },
  },
  anlys: {
    id: { 'eq oneof': 'analysis_pkey' },
    sale_id: { 'eq oneof': 'analysis_sale' },
    property_id: { 'eq oneof': 'analysis_property' },
    address: { contains: 'property_address' },
    suburb: { contains: 'property_address', eq: 'property_suburb' },
  },
  supps: {
    id: { 'eq oneof': 'supp_pkey' },
    property_id: { 'eq oneof': 'supp_property_id' },
  },
  checkfindings: {
    id: { 'eq oneof': 'check_result_pkey' },
  },
};

const dozens = 'some dozens of rows';
const few = 'finds a large part of the rows: an index would be passed over';
const computed = 'computed when it is read, from values that change with the base date';
const seldom = 'asked seldom; the rows of the districts are looked through';
const short = 'too short for an index of letters; asked beside a street or a suburb';

/** Without an index. */
const looked: { readonly [list: string]: { readonly [field: string]: string } } = {
  areachanges: {
    address: seldom,
    area_change_pct: seldom,
    changed_at: seldom,
    changed_by: few,
    district_code: few,
    new_area: seldom,
    old_area: seldom,
    property_id: few,
    reason: seldom,
    synthetic: few,
  },
  auditnotes: {
    base_date: few,
    carried_from: few,
    district_code: few,
    key: seldom,
    synthetic: few,
    test: few,
    text: seldom,
  },
  auditresults: {
    about: seldom,
    base_date: few,
    detail: seldom,
    district_code: few,
    failed: few,
    key: seldom,
    measured: seldom,
    measured_at: few,
    synthetic: few,
    test: few,
  },
  reporttexts: {
    base_date: few,
    carried_from: few,
    district_code: few,
    part: few,
    report: few,
    section: few,
    status: few,
    synthetic: few,
    text: seldom,
  },
  valueimports: {
    authority_code: few,
    base_date: few,
    basis_code: few,
    district_code: few,
    file_id: few,
    land_value: seldom,
    property_id: few,
    synthetic: few,
  },
  factorruns: {
    base_date: few,
    component_code: few,
    district_code: few,
    factor: seldom,
    n: seldom,
    n_review: seldom,
    state: few,
    synthetic: few,
    undone_at: seldom,
  },
  linkruns: { base_date: few, district_code: few, kind: few, state: few, synthetic: few },
  componentreports: {
    active: few,
    base_date: few,
    base_year: few,
    begun: few,
    brought_from: few,
    carried_from: few,
    comments: seldom,
    component_code: few,
    crown: few,
    description: seldom,
    district_code: few,
    property_type: few,
    report_status: few,
    report_valuer_id: few,
    synthetic: few,
    valuer_id: few,
    zone_code: few,
  },
  districtyears: {
    base_date: few,
    district_code: few,
    general_valuation: few,
    in_tranche: few,
    state: few,
    synthetic: few,
  },
  vatexceptions: {
    base_date: few,
    district_code: few,
    explanation: seldom,
    key: seldom,
    level: few,
    line_no: seldom,
    message: seldom,
    synthetic: few,
    test: few,
  },
  indexruns: {
    base_date: few,
    crown_class: few,
    district_code: few,
    region_id: few,
    state: few,
    synthetic: few,
  },
  lgaindexes: { base_date: few, crown_class: few, custom_factor: few, district_code: few, synthetic: few },
  objections: {
    address: seldom,
    appeal: few,
    base_date: few,
    by_type: few,
    claimed_value: seldom,
    component_code: few,
    decided_on: few,
    district_code: few,
    ground: few,
    lodged_on: few,
    lv_after: seldom,
    lv_before: seldom,
    lv_change_pct: seldom,
    note: seldom,
    outcome: few,
    property_id: few,
    synthetic: few,
    zone_code: few,
  },
  propertyvalues: {
    address: seldom,
    attributable_part: seldom,
    authority_code: few,
    base_date: few,
    basis_code: few,
    district_code: few,
    factor_applied: seldom,
    factor_component: seldom,
    heritage_value: seldom,
    land_value: seldom,
    mdaf_pct: seldom,
    method: few,
    muaf_pct: seldom,
    offsite_allowance: seldom,
    onsite_allowance: seldom,
    property_id: few,
    risk_rating: few,
    series: few,
    stratum_allowance: seldom,
    subdivider_allowance: seldom,
    synthetic: few,
    unutilised_value: seldom,
    verification_type: few,
    verified_on: few,
  },
  sectiongroups: {
    base_date: few,
    district_code: few,
    lines_total: seldom,
    members_total: seldom,
    name: seldom,
    reviewed_on: few,
    synthetic: few,
    value: seldom,
    valuer_id: few,
  },
  verifications: {
    address: seldom,
    base_date: few,
    component_code: few,
    district_code: few,
    note: seldom,
    property_id: few,
    risk_rating: few,
    synthetic: few,
    verification_type: few,
    verified_by: few,
    verified_on: few,
    zone_code: few,
  },
  tenureminimums: {
    begins_on: dozens,
    id: dozens,
    rent: dozens,
  },
  tenurerates: {
    id: dozens,
    rate: dozens,
    review_years: dozens,
    tenure_type: dozens,
  },
  tenurerebates: {
    id: dozens,
    rebate_category: dozens,
    share: dozens,
  },
  comps: {
    active: few,
    code: seldom,
    crown: few,
    crown_class: seldom,
    description: seldom,
    district_code: few,
    financial: few,
    handcrafted: few,
    non_homogeneous: few,
    property_type: few,
    reviewed_on: few,
    synthetic: few,
    valuer_id: few,
    zone_code: few,
  },
  benchmarks: {
    base_date: few,
    base_year: few,
    benchmark_type: few,
    component_code: few,
    district_code: few,
    synthetic: few,
  },
  worksheets: {
    notes: seldom,
    base_date: few,
    base_year: few,
    district_code: few,
    exported_on: few,
    stage: few,
    supp_id: few,
    synthetic: few,
  },
  clpas: {
    area: seldom,
    cadid: seldom,
    district_code: few,
    identifiers: seldom,
    land_rate: computed,
    land_value: seldom,
    lot: seldom,
    lot_dp: seldom,
    notes: seldom,
    plan: seldom,
    plan_type: seldom,
    property_name: seldom,
    region_id: few,
    section: seldom,
    suburb: few,
    synthetic: few,
    valuation_class: few,
    zone_code: few,
  },
  clprs: {
    area: seldom,
    base_date: few,
    cap_rate: seldom,
    change_pct: computed,
    component_code: few,
    district_code: few,
    land_value: computed,
    name: seldom,
    net_rent: seldom,
    notes: seldom,
    parcel_count: computed,
    rate: seldom,
    region_id: few,
    suburb: few,
    synthetic: few,
    tranche_year: few,
    valuation_class: few,
    value_method: few,
    worked_value: seldom,
    zone_code: few,
  },
  cltes: {
    accepted_on: few,
    account_no: seldom,
    area: seldom,
    clcta: seldom,
    commenced_on: few,
    district_code: few,
    expires_on: few,
    express_rent: seldom,
    file_name: seldom,
    file_status: few,
    gross_rent: seldom,
    holder: seldom,
    holder_class: seldom,
    last_review: few,
    latest_valuation: seldom,
    lga: seldom,
    lot_numbers: seldom,
    lots: seldom,
    net_rent: seldom,
    next_review: few,
    notes: seldom,
    noticed_on: few,
    objected_on: few,
    objection_until: few,
    office: seldom,
    plan_numbers: seldom,
    prior_rent: seldom,
    process_type: seldom,
    proposed_rent: seldom,
    proposed_review: few,
    rebate_category: few,
    redet_gross: seldom,
    redet_minimum: seldom,
    redet_rebate: seldom,
    redet_state: few,
    redet_valuation: seldom,
    redetermined_rent: seldom,
    region: few,
    rent_before: computed,
    rent_change: computed,
    rent_change_share: computed,
    reviewed_on: few,
    structures: seldom,
    subtype: seldom,
    suburb: few,
    suspended: few,
    suspended_until: few,
    synthetic: few,
    tenure_class: seldom,
    tenure_type: few,
    term: seldom,
    usage_class: seldom,
    usages: seldom,
    valuation_ref: seldom,
    valued_by: seldom,
    valued_on: few,
  },
  cllas: {
    assessed_value: seldom,
    asset_name: seldom,
    completed_on: few,
    district_code: few,
    due_on: few,
    inspected_on: few,
    method: few,
    notes: seldom,
    overdue: few,
    parcel_names: seldom,
    purpose: few,
    region_id: few,
    requested_on: few,
    status: few,
    suburb: few,
    synthetic: few,
    value_date: few,
    valuer_id: few,
  },
  properties: {
    area_reason: few,
    valuer_id: few,
    district_code: few,
    status: few,
    zone_code: few,
    unit_number: short,
    hnum1: short,
    component_code: 'asked within a district, whose index holds it',
    property_type: few,
    benchmark_property_type: few,
    subcategory: few,
    area: seldom,
    land_use: few,
    risk_rating: few,
    handcrafted: few,
    land_value_lt: computed,
    land_value_future: computed,
    change_pct: computed,
    land_rate: computed,
    last_sale_date: few,
    last_sale_price: seldom,
    internal_notes: seldom,
    land_description: seldom,
    values_rationale: seldom,
    valuer_name: few,
    strata_plan: seldom,
    synthetic: few,
  },
  sales: {
    district_code: few,
    source: few,
    prop_name: seldom,
    unit_number: short,
    house_number: short,
    settlement_date: seldom,
    purchase_price: seldom,
    interest_pct: few,
    nature: few,
    purpose: few,
    strata_lot: short,
    zone_code: few,
    component_code: 'asked within a district, whose index holds it',
    sale_code: few,
    area: seldom,
    dealing_size: few,
    multi_property: few,
    legal_description: seldom,
    confirmed: few,
    suitable: few,
    inspected_on: seldom,
    conflict: few,
    internal_notes: seldom,
    contract_year: computed,
    whole_price: computed,
    price_rate: computed,
    property_status: few,
    synthetic: few,
  },
  anlys: {
    district_code: few,
    zone_code: few,
    component_code: 'asked within a district, whose index holds it',
    contract_date: 'as many analyses as there are sales in that time',
    purchase_price: seldom,
    added_value: seldom,
    analysed_lv: seldom,
    alv_lt: seldom,
    alv_future: seldom,
    suitability: few,
    analysis_date: seldom,
    inspection_date: seldom,
    exportable: few,
    area: seldom,
    ratio_lt: computed,
    ratio_future: computed,
    valuer_id: few,
    interest_pct: few,
    sale_code: few,
    suitability_reason: seldom,
    state: few,
    stage: few,
    exportable_on: few,
    exported: few,
    exported_on: few,
    has_photo: few,
    analysed_rate: seldom,
    time_method: few,
    alv_rate_lt: computed,
    alv_rate_future: computed,
    sale_summary: seldom,
    internal_notes: seldom,
    synthetic: few,
  },
  supps: {
    notes: seldom,
    district_code: few,
    supp_type: few,
    reason_code: few,
    vg_workflow: seldom,
    batch: seldom,
    received_on: few,
    due_on: few,
    authority_code: few,
    basis_code: few,
    transmit_status: few,
    stage: few,
    assigned_to: few,
    valuer_id: few,
    inspected_on: seldom,
    valuer_comment: seldom,
    sent_on: seldom,
    completed_on: few,
    address: seldom,
    suburb: seldom,
    property_status: few,
    zone_code: few,
    component_code: few,
    area: computed,
    land_value: computed,
    age_days: computed,
    turnaround_days: computed,
    overdue: computed,
    failing_checks: computed,
    check_warnings: computed,
    has_failing: computed,
    synthetic: few,
  },
  checkfindings: {
    item_type: few,
    item_id: few,
    district_code: few,
    rule: few,
    severity: few,
    state: few,
    synthetic: few,
  },
};

/** Lists of some dozens of rows, and those that no page searches. */
const small = new Set([
  'audittests',
  'regions',
  'roles',
  'schedules',
  'settings',
  'teams',
  'users',
  'benchmarklinks',
  'salepairs',
  'factorscenarios',
  'saleconflicts',
]);

function criterionOf(field: EntityField, op: SearchOperator, value: string | number): Criterion {
  const fld = field.id;
  const text = String(value);
  if (op === 'oneof') return { fld, op, val: [value] };
  if (op === 'between') return { fld, op, val: [value, value] };
  // What begins or ends with a blank or a comma is looked for without the index: a part of the text may be trimmed.
  if (op === 'starts') return { fld, op, val: text.slice(0, 8).replace(/[\s,]+$/, '') };
  if (op === 'ends') return { fld, op, val: text.slice(-8).replace(/^[\s,]+/, '') };
  // In another case than it is written in: people type as they like.
  if (op === 'contains')
    return {
      fld,
      op,
      val: text
        .slice(0, 16)
        .replace(/[\s,]+$/, '')
        .toLowerCase(),
    };
  return { fld, op, val: typeof value === 'string' && isFreeText(field) ? value.toLowerCase() : value };
}

/** Tables of which hundreds of rows are looked at again and again within one plan. */
function walkedAgain(plan: unknown): readonly string[] {
  if (Array.isArray(plan)) return plan.flatMap(walkedAgain);
  if (!isJsonObject(plan)) return [];
  const number = (key: string) => Number(plan[key] ?? 0);
  const isWalk = plan['Node Type'] === 'Seq Scan' && number('Actual Loops') > 2;
  const looked = number('Actual Rows') + number('Rows Removed by Filter');
  return [
    ...(isWalk && looked > 200
      ? [`${plan['Relation Name']}, ${plan['Actual Loops']} times ${looked} rows`]
      : []),
    ...Object.values(plan).flatMap(walkedAgain),
  ];
}

describe('searches', () => {
  let server: TestServer;
  let entities: readonly Entity[];
  beforeAll(async () => {
    server = await startTestApp({ demo: true });
    entities = [...server.context.definitions.current().entities.values()].filter(
      ({ record, fields }) => !record.own && Object.values(fields).some(({ search }) => search.length > 0),
    );
  });
  afterAll(() => server.close());

  const scansOf = async (client: DatabaseClient, indexes: string): Promise<number> => {
    const { rows } = await client.query<{ n: number }>(
      'select sum(pg_stat_get_xact_numscans(name::regclass))::integer as n from unnest($1::text[]) name',
      [indexes.split(' ')],
    );
    return rows[0]?.n ?? 0;
  };

  /** Finds by a criterion as a list does; answers how often the index was read, and how many rows were found. */
  const search = (entity: Entity, criterion: Criterion, index: string) =>
    server.database.read({ userId: 1, districts: caller.districts }, {}, async (client) => {
      // The demo is so small that reading it whole may cost less: asked is what the index can serve.
      await client.query('set local enable_seqscan = off');
      const before = await scansOf(client, index);
      const narrowed = await narrowedBy(client, entity, [criterion]);
      const { text, values } = foundRows(entity, [criterion], caller, narrowed);
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::integer as n from (${text}) q`,
        values,
      );
      return { scans: (await scansOf(client, index)) - before, found: rows[0]?.n ?? 0 };
    });

  const sampleOf = async ({ record }: Entity, field: string): Promise<string | number> => {
    const { rows } = await server.database.read({ userId: 1, districts: ['001'] }, {}, (client) =>
      client.query<{ value: string | number }>(
        `select ${quoted(field)} as value from ${quoted(record.view)} where ${quoted(field)} is not null order by id limit 1`,
      ),
    );
    const value = rows[0]?.value;
    if (value === undefined) throw new Error(`The demo has no ${record.list} with a value of "${field}".`);
    return value;
  };

  it('are planned for every searchable field of every list', () => {
    const unplanned = entities
      .filter(({ record }) => !small.has(record.list))
      .flatMap(({ record: { list }, fields }) =>
        Object.values(fields)
          .filter(({ id, search }) => search.length > 0 && !indexed[list]?.[id] && !looked[list]?.[id])
          .map(({ id }) => `${list}.${id}`),
      );
    expect(unplanned).toEqual([]);
    const planned = [indexed, looked].flatMap((lists) =>
      Object.entries(lists).flatMap(([list, fields]) => Object.keys(fields).map((id) => `${list}.${id}`)),
    );
    const gone = planned.filter((name) => {
      const [list, id = ''] = name.split('.');
      return !entities.some(
        ({ record, fields }) => record.list === list && (fields[id]?.search.length ?? 0) > 0,
      );
    });
    expect(gone).toEqual([]);
  });

  it.each(
    Object.entries(indexed).flatMap(([list, fields]) =>
      Object.entries(fields).map(([field, found]) => [list, field, found] as const),
    ),
  )('of %s by %s read their index under row security', async (list, field, found) => {
    const entity = entities.find(({ record }) => record.list === list);
    const known = entity?.fields[field];
    if (!entity || !known) throw new Error(`There is no ${list}.${field}.`);
    const value = await sampleOf(entity, field);
    for (const [operators, index] of Object.entries(found))
      for (const op of known.search.filter((one) => operators.split(' ').includes(one))) {
        const { scans, found: rows } = await search(entity, criterionOf(known, op, value), index);
        expect([op, scans > 0, rows > 0]).toEqual([op, true, true]);
      }
  });

  it.each([
    ['properties', 'property_position'],
    ['sales', 'property_position'],
  ])('of %s around a place read its index under row security', async (list, index) => {
    const entity = entities.find(({ record }) => record.list === list);
    if (!entity) throw new Error(`There is no ${list}.`);
    const [lat, lon] = [await sampleOf(entity, 'lat'), await sampleOf(entity, 'lon')];
    const val = { lat, lon, metres: 2_000, of: 'here' };
    const { scans, found } = await search(entity, { fld: placeField, op: 'within', val }, index);
    expect([scans > 0, found > 0]).toEqual([true, true]);
  });

  it('make the rows of a page far behind once, not once for each of its keys', async () => {
    const entity = entities.find(({ record }) => record.list === 'componentreports');
    if (!entity) throw new Error('There are no component reports.');
    const source = await listSource(entity, [], caller, 'both', server.context);
    const wish = { sort: [], offset: 100, limit: 100, find: '', totals: {}, group: [] };
    const { text, values } = pageStatement(source, wish);
    const times = await server.database.read(
      { userId: 1, districts: caller.districts },
      { dataset: 'both' },
      async (client) => {
        const { rows } = await client.query<{ line: string }>(
          `explain (analyze, timing off, costs off) ${text}`,
          values,
        );
        const lines = rows.map((row) => String(Object.values(row)[0]));
        return lines.flatMap((line) => / on component k.*loops=(\d+)/.exec(line)?.slice(1).map(Number) ?? []);
      },
    );
    expect(times.length).toBeGreaterThan(1);
    expect(Math.max(...times)).toBe(1);
  });

  it('by a word that many rows have walk through no table once for each of them', async () => {
    const walks: string[] = [];
    let asked = 0;
    const wish = { sort: [], offset: 0, limit: 100, find: '', totals: {}, group: [] };
    for (const entity of entities)
      for (const field of Object.values(entity.fields).filter(({ search }) => search.includes('contains'))) {
        const who = { userId: 1, districts: caller.districts };
        await server.database.read(who, { dataset: 'both' }, async (client) => {
          const name = quoted(field.id);
          const { rows: samples } = await client.query<{ word: string }>(
            `select left(${name}::text, 10) as word from ${quoted(entity.record.view)}
             where ${name} is not null group by 1 order by count(*) desc, 1 limit 1`,
          );
          if (!samples[0]) return;
          asked++;
          const criterion: Criterion = { fld: field.id, op: 'contains', val: samples[0].word };
          const source = await listSource(entity, [criterion], caller, 'both', server.context);
          const { text, values } = pageStatement(source, wish);
          const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, values);
          walks.push(...walkedAgain(rows).map((node) => `${entity.record.list}.${field.id}: ${node}`));
        });
      }
    expect(asked).toBeGreaterThan(40);
    expect(walks).toEqual([]);
  });

  it('that are none count and page the table alone, where the view has each of its rows once', async () => {
    const whole = entities.filter(({ record }) => record.wholeTable);
    expect(whole.length).toBeGreaterThanOrEqual(9);
    for (const { record } of whole) {
      const { rows } = await server.database.owner((client) =>
        client.query('select whole_table_of($1::text::regclass) as counted', [record.view]),
      );
      expect(rows, record.view).toEqual([{ counted: record.table }]);
    }
    const properties = entities.find(({ record }) => record.list === 'properties');
    if (!properties) throw new Error('There is no list of properties.');
    const source = await listSource(properties, [], caller, 'both', server.context);
    const wish = { sort: [], offset: 1_000, limit: 100, find: '', totals: {}, group: [] };
    const { text, values } = pageStatement(source, wish);
    const who = { userId: 1, districts: caller.districts };
    // Only what is known to be seen by everybody is counted from an index alone.
    await server.database.connection((client) => client.query('vacuum property'));
    const scans = await server.database.read(who, { dataset: 'both' }, async (client) => {
      await client.query('set local enable_seqscan = off');
      await client.query('set local max_parallel_workers_per_gather = 0');
      const { rows } = await client.query<{ line: string }>(`explain (costs off) ${text}`, values);
      return rows.flatMap(
        (row) => /-> +(.* on property\b.*)/.exec(String(Object.values(row)[0]))?.slice(1) ?? [],
      );
    });
    // The view calls it p: of that only the rows of the page are read.
    expect(scans).toEqual([
      'Index Only Scan using property_id_district_code_synthetic_key on property',
      expect.stringMatching(/ on property p$/),
      'Index Only Scan using property_in_district on property property_1',
    ]);
  });
});
