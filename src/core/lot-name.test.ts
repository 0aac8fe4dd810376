import { describe, expect, it } from 'vitest';
import { lotInWords, readLot } from './lot-name.ts';

const told = (text: string) => {
  const read = readLot(text);
  return read && [read.lot, read.section, read.planType, read.plan];
};

describe('lot and plan', () => {
  it.each<[string, ReturnType<typeof told>]>([
    ['1//DP598704', ['1', null, 'DP', '598704']],
    ['12/4/dp758003', ['12', '4', 'DP', '758003']],
    ['13/1032686', ['13', null, null, '1032686']],
    ['7 / 22 / 758003', ['7', '22', null, '758003']],
    ['Lot 12 Sec 4 DP 758003', ['12', '4', 'DP', '758003']],
    ['lot 3 SP 065328', ['3', null, 'SP', '65328']],
    ['12A DP 598704', ['12A', null, 'DP', '598704']],
    ['Lot B, DP 33', ['B', null, 'DP', '33']],
    ['SP 65328', [null, null, 'SP', '65328']],
    ['//SP65328', [null, null, 'SP', '65328']],
    ['12 OAK ST', null],
    ['1234567', null],
    ['', null],
    ['1/2/3/4', null],
    ['DP', null],
  ])('is read from %s', (text, parts) => {
    expect(told(text)).toEqual(parts);
  });

  it('is said in words', () => {
    expect(['1//DP598704', '12/4/DP758003', '//SP65328', 'else'].map(lotInWords)).toEqual([
      'Lot 1 DP 598704',
      'Lot 12 Sec 4 DP 758003',
      'SP 65328',
      'else',
    ]);
  });
});
