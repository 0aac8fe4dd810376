import { describe, expect, it } from 'vitest';
import { findRows } from './find-places.ts';

const rows = [
  { id: 1101, address: '11 OAK ST, ALPHA', legal_description: 'Lot 11 DP 755123' },
  { id: 11, address: '2 OAKLEY RD, BETA', legal_description: '7/DP1101' },
  { id: 12, address: '11 ELM ST, ALPHA', legal_description: null },
];
const ids = (text: string) =>
  findRows(rows, ['id', 'address', 'legal_description'], text).found.map(({ id }) => id);

describe('a search on the map', () => {
  it('puts the one that is named first', () => {
    expect(ids('11')).toEqual([11, 1101, 12]);
    expect(ids('1101')).toEqual([1101, 11]);
  });

  it('finds by any words, in any order, whole ones before beginnings', () => {
    expect(ids('alpha oak')).toEqual([1101]);
    expect(ids('oak')).toEqual([1101, 11]);
    expect(ids('11/DP755123')).toEqual([1101]);
    expect(ids('lot 7 dp 1101')).toEqual([11]);
    expect(ids('7 dp 11')).toEqual([]);
    expect(ids('DP 1101')).toEqual([11]);
  });

  it('finds nothing by nothing, and counts what it does not tell', () => {
    expect(ids('  ,')).toEqual([]);
    const many = Array.from({ length: 50 }, (_, i) => ({ id: i, address: 'OAK ST' }));
    expect(findRows(many, ['id', 'address'], 'oak')).toMatchObject({ count: 50 });
    expect(findRows(many, ['id', 'address'], 'oak').found).toHaveLength(20);
  });
});
