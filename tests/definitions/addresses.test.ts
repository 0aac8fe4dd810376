import { describe, expect, it } from 'vitest';
import { addressBook, NoRecordYet } from '#scripts/screens/addresses.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import { root } from './fixture.ts';

// A page of one record, as far as its address depends on it.
const screen = {
  id: 'sale/edit',
  route: '/sale/:id',
  needs: null,
  params: [{ id: 'id', in: 'route', type: 'integer', entity: null, default: null }],
  data: {
    record: {
      kind: 'operation',
      id: 'record',
      params: { list: 'sales', id: { $text: [{ path: ['params', 'id'] }] } },
    },
  },
} as unknown as LinkedScreen;
const visitor = { role: 'valuer', districts: '*', perms: new Set<string>(), token: 'one' } as const;
const addressWith = (ids: readonly number[], status: number) =>
  addressBook(root, {
    call: () => Promise.resolve(new Response('{}', { status })),
    idsOf: () => Promise.resolve(ids),
  }).of(screen, visitor);

describe('the address of a record’s page', () => {
  it('names a record that the visitor may read', async () => {
    expect(await addressWith([7], 200)).toBe('/sale/7');
  });

  it('tells a type without any record from records that are kept from the visitor', async () => {
    await expect(addressWith([], 200)).rejects.toBeInstanceOf(NoRecordYet);
    await expect(addressWith([7], 404)).rejects.toThrow('valuer may read no record of sales.');
    await expect(addressWith([7], 404)).rejects.not.toBeInstanceOf(NoRecordYet);
  });

  // The expectations beside the component's page name one of district 001.
  const component = {
    id: 'ref/component',
    route: '/ref/comp/:district/:component',
    needs: null,
    params: ['district', 'component'].map((id) => ({
      id,
      in: 'route',
      type: 'text',
      entity: null,
      default: null,
    })),
    data: {
      component: {
        kind: 'operation',
        id: 'component',
        params: {
          list: 'comps',
          key: { $text: [{ path: ['params', 'district'] }, '/', { path: ['params', 'component'] }] },
        },
      },
    },
  } as unknown as LinkedScreen;
  const componentFor = (district: string) =>
    addressBook(root, {
      call: (_visitor, _method, path) =>
        Promise.resolve(
          path.startsWith('/comps/key')
            ? new Response('{}', { status: path.includes(`key=${district}%2F`) ? 200 : 404 })
            : Response.json({ district_code: district, code: 'BCD' }),
        ),
      idsOf: () => Promise.resolve([7]),
    }).of(component, visitor);

  it('takes the record of the expectations where the visitor may read it, else one by its key', async () => {
    expect(await componentFor('001')).toBe('/ref/comp/001/AAA');
    expect(await componentFor('512')).toBe('/ref/comp/512/BCD');
  });

  // The expectations beside it are of district 001 too, and its operation is told the district.
  const reconciliation = {
    id: 'report/reconciliation',
    route: '/report/reconciliation/:dst',
    needs: null,
    params: [{ id: 'dst', in: 'route', type: 'text', entity: 'district', default: null }],
    data: {
      identities: {
        kind: 'operation',
        id: 'identities',
        params: { district: { $text: [{ path: ['params', 'dst'] }] } },
      },
    },
  } as unknown as LinkedScreen;
  const placeFor = (districts: readonly string[] | '*') =>
    addressBook(root, {
      call: () => Promise.reject(new Error('Nothing is to be asked.')),
      idsOf: () => Promise.resolve([]),
    }).of(reconciliation, { ...visitor, districts });

  it('takes the district of the expectations where the visitor may see it, else one of theirs', async () => {
    expect(await placeFor('*')).toBe('/report/reconciliation/001');
    expect(await placeFor(['001', '005'])).toBe('/report/reconciliation/001');
    expect(await placeFor(['005'])).toBe('/report/reconciliation/005');
  });

  // Nobody names a record list here: what the operation is told by its id is what its neighbour lists.
  const file = {
    id: 'annual/valuationfile',
    route: '/annual/valuationfile/:id',
    needs: null,
    params: [{ id: 'id', in: 'route', type: 'text', entity: null, default: null }],
    data: {
      members: {
        kind: 'operation',
        id: 'members',
        operation: 'valuationfile.members',
        params: { id: { $text: [{ path: ['params', 'id'] }] } },
      },
    },
  } as unknown as LinkedScreen;
  const fileOf = (items: readonly object[]) =>
    addressBook(root, {
      call: (_visitor, method, path) => {
        expect([method, path]).toEqual(['GET', '/annual/valuation-files']);
        return Promise.resolve(Response.json({ items }));
      },
      idsOf: () => Promise.resolve([]),
    }).of(file, visitor);

  it('is the first that the operation of its kind lists, where the page is none of a record', async () => {
    expect(await fileOf([{ id: 'abc' }, { id: 'def' }])).toBe('/annual/valuationfile/abc');
    await expect(fileOf([])).rejects.toBeInstanceOf(NoRecordYet);
  });
});
