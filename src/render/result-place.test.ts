import { describe, expect, it } from 'vitest';
import { resultAddress, withResult } from './result-address.ts';
import { resultOf } from './result-place.ts';

const place = {
  hash: 'h4sh',
  at: 3,
  sort: ['-contract_date', 'id'],
  find: 'smith st',
  filter: 'price:ge:5',
  view: '12',
  block: 'list',
};
const queryOf = (address: string) =>
  Object.fromEntries([...new URLSearchParams(address.split('?')[1])].map(([key, value]) => [key, [value]]));

describe('the place of a record in a result', () => {
  it('stands in the address and is read from it', () => {
    const address = withResult('/sale/7?main.tab=history', place);
    expect(address.startsWith('/sale/7?main.tab=history&result.hash=h4sh')).toBe(true);
    expect(resultOf(queryOf(address))).toEqual(place);
    expect(resultOf(queryOf(withResult(address, { ...place, at: 4, find: '' })))).toEqual({
      ...place,
      at: 4,
      find: '',
    });
  });

  it.each([
    {},
    { 'result.hash': ['x'] },
    { 'result.hash': ['x'], 'result.at': ['0'] },
    { 'result.at': ['2'] },
  ])('is none in %j', (query) => expect(resultOf(query)).toBeNull());

  it('leads back to the result in its order', () => {
    expect(resultAddress('sale', place)).toBe(
      '/sale/result/h4sh?list.view=12&list.sort=-contract_date%2Cid&list.find=smith+st&list.filter=price%3Age%3A5',
    );
    expect(resultAddress('sale', { ...place, sort: [], find: '', filter: '', view: '' })).toBe(
      '/sale/result/h4sh',
    );
  });
});
