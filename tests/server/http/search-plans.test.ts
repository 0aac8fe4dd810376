// How every searchable field of every list is found under row security: by which index, or by looking through the rows
// that the person may see, and then why that will do. A new field without a line here fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/access/caller.ts';
import { permissions } from '#server/access/permissions.ts';
import type { DatabaseClient } from '#server/database/client.ts';
import { quoted } from '#server/database/json-page.ts';
import { foundRows } from '#server/records/found-rows.ts';
import { isFreeText, narrowedBy } from '#server/records/text-index.ts';
import type { Criterion, Entity, EntityField } from '#src/core/entity.ts';
import type { SearchOperator } from '#src/core/operators.ts';
import { placeField } from '#src/core/place.ts';
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
};

const few = 'finds a large part of the rows: an index would be passed over';
const computed = 'computed when it is read, from values that change with the base date';
const seldom = 'asked seldom; the rows of the districts are looked through';
const short = 'too short for an index of letters; asked beside a street or a suburb';

/** Without an index. */
const looked: { readonly [list: string]: { readonly [field: string]: string } } = {
  properties: {
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
    synthetic: few,
  },
};

/** Lists of some dozens of rows. */
const small = new Set(['regions', 'roles', 'settings', 'teams', 'users']);

function criterionOf(field: EntityField, op: SearchOperator, value: string | number): Criterion {
  const fld = field.id;
  const text = String(value);
  if (op === 'oneof') return { fld, op, val: [value] };
  if (op === 'between') return { fld, op, val: [value, value] };
  if (op === 'starts') return { fld, op, val: text.slice(0, 8) };
  if (op === 'ends') return { fld, op, val: text.slice(-8) };
  // In another case than it is written in: people type as they like.
  if (op === 'contains') return { fld, op, val: text.slice(0, 16).trim().toLowerCase() };
  return { fld, op, val: typeof value === 'string' && isFreeText(field) ? value.toLowerCase() : value };
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
});
