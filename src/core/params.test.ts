import { describe, expect, it } from 'vitest';
import type { LinkedParam } from './linked.ts';
import { paramFaults, paramTexts, parseParams } from './params.ts';
import type { Scope } from './scope.ts';

const scope: Scope = {
  params: {},
  data: {},
  user: null,
  session: {
    baseYear: 2025,
    selectedBaseyear: 2024,
    selectedDistrict: null,
    exportedDistrict: null,
    company: '',
    version: '',
    parameters: {},
  },
  roles: [],
  perms: [],
  workDistricts: [],
  today: '2024-07-01',
};

function param(over: Partial<LinkedParam> & { readonly id: string }): LinkedParam {
  return {
    in: 'query',
    title: over.id,
    type: 'text',
    format: 'text',
    many: false,
    codes: null,
    list: null,
    entity: null,
    widget: { type: 'text', options: {} },
    default: null,
    required: false,
    help: null,
    ...over,
  };
}

const params = [
  param({ id: 'id', in: 'route', type: 'integer' }),
  param({
    id: 'year',
    type: 'integer',
    default: { $expr: 'session.selectedBaseyear', over: 'screen', returns: 'any' },
  }),
  param({ id: 'from', type: 'date' }),
  param({ id: 'zones', many: true }),
  param({ id: 'open', type: 'boolean', default: true }),
];
const parse = (query: { readonly [id: string]: readonly string[] }) =>
  parseParams(params, { id: '7' }, query, scope, () => 2024);

describe('parameters of a screen', () => {
  it('have their defaults when the address says nothing', () => {
    expect(parse({})).toEqual({ id: 7, year: 2024, from: null, zones: null, open: true });
  });

  it('are typed by what the address says', () => {
    expect(parse({ year: ['2022'], from: ['2024-02-29'], zones: ['A', 'B'], open: ['false'] })).toEqual({
      id: 7,
      year: 2022,
      from: '2024-02-29',
      zones: ['A', 'B'],
      open: false,
    });
  });

  it('fall back to the default where the text is no such value', () => {
    expect(parse({ year: ['next'], from: ['2023-02-29'], open: ['maybe'] })).toMatchObject({
      year: 2024,
      from: null,
      open: true,
    });
  });

  it('can be emptied where they have a default', () => {
    expect(parse({ year: [''] })).toMatchObject({ year: null });
  });

  it('keep the default where the page cannot be without them', () => {
    const list = param({ id: 'list', default: 'novels', required: true });
    expect(parseParams([list], {}, { list: [''] }, scope, () => null)).toEqual({ list: 'novels' });
  });

  it('write to the address only what differs from the default', () => {
    expect(paramTexts(2024, 2024)).toEqual([]);
    expect(paramTexts(2022, 2024)).toEqual(['2022']);
    expect(paramTexts(null, 2024)).toEqual(['']);
    expect(paramTexts(['A', 'B'], null)).toEqual(['A', 'B']);
    expect(paramTexts(null, null)).toEqual([]);
  });
});

describe('an address that asks for what a filter does not have', () => {
  const tables = {
    kind: [
      { code: 'lt', label: 'Lasting' },
      { code: 'ft', label: 'Future' },
    ],
  };
  const filters = [
    param({ id: 'year', type: 'integer', format: 'baseYear', default: 2024 }),
    param({ id: 'kind', codes: 'kind', default: 'lt' }),
    param({ id: 'kinds', codes: 'kind', many: true }),
    param({ id: 'from', type: 'date' }),
    param({ id: 'open', type: 'boolean' }),
    param({ id: 'least', type: 'number', in: 'route' }),
  ];
  const told = (query: { readonly [id: string]: readonly string[] }) =>
    paramFaults(filters, query, tables).map(({ param: { id }, text, lack }) => `${id}: ${text} ${lack}`);

  it('is told of what is no value, with the choices', () => {
    expect(
      told({ year: ['99999'], kind: ['NOPE'], from: ['2024-02-31'], open: ['maybe'], least: ['x'] }),
    ).toEqual([
      'year: 99999 is no year from 1900 to 2100',
      'kind: NOPE is none of the choices: Lasting, Future',
      'from: 2024-02-31 is no day as yyyy-mm-dd',
      'open: maybe is neither true nor false',
    ]);
    expect(told({ year: ['2020'], kind: [''], kinds: ['ft', 'lt'], unknown: ['1'] })).toEqual([]);
  });

  it('has the usual value in its stead, and keeps what is a value', () => {
    const values = parseParams(
      filters,
      {},
      { year: ['1'], kind: ['NOPE'], kinds: ['NOPE', 'ft'] },
      scope,
      () => null,
      tables,
    );
    expect(values).toMatchObject({ year: 2024, kind: 'lt', kinds: ['ft'] });
  });
});
