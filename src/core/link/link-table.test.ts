import { describe, expect, it } from 'vitest';
import type { ValueType } from '../values.ts';
import type { TableFacts } from './catalog.ts';
import { linkTable } from './link-table.ts';

function table(columns: { readonly [name: string]: ValueType }): TableFacts {
  return { columns: new Map(Object.entries(columns)), scope: 'district', writes: ['update'], stamped: true };
}

const tables = new Map([
  ['book', table({ id: 'integer', price: 'integer' })],
  ['book_copy', { ...table({ id: 'integer', place: 'text' }), scope: 'parent' }],
]);
const entity = {
  record: { table: 'book', permissions: { view: 'bookV', update: 'bookU' } },
  properties: { price: { type: 'integer' } },
};

function findings(json: object): readonly string[] {
  const found: string[] = [];
  linkTable({ ...entity, ...json }, tables, (pointer, rule) => found.push(`${pointer} ${rule}`));
  return found;
}

describe('an entity and its tables', () => {
  it('agree about what lies in a column, and computed values need none', () => {
    const twice = { type: 'integer', value: 'form.price * 2' };
    expect(findings({ properties: { ...entity.properties, twice } })).toEqual([]);
    expect(findings({ properties: { twice: { ...twice, stored: true } } })).toEqual([
      '/properties/twice missing-column',
    ]);
  });

  it('agree about rows inside a record', () => {
    const child = { table: 'book_copy', parent: 'id', properties: { place: { type: 'string' } } };
    expect(findings({ children: { copies: child } })).toEqual([]);
    expect(
      findings({
        children: { copies: { ...child, parent: 'book_id', properties: { shelf: { type: 'string' } } } },
      }),
    ).toEqual(['/children/copies/properties/shelf missing-column', '/children/copies/parent missing-column']);
    expect(findings({ children: { copies: { ...child, table: 'book' } } })).toEqual([
      '/children/copies/table scope-differs',
      '/children/copies/properties/place missing-column',
    ]);
    expect(findings({ children: { copies: { ...child, table: 'copies' } } })).toEqual([
      '/children/copies/table unknown-table',
    ]);
  });
});
