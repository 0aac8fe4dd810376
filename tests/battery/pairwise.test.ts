import { describe, expect, it } from 'vitest';
import { allPairs, pairsOf, pairwise, spread } from './pairwise.ts';

const factors = {
  rows: ['none', 'one', 'many'],
  network: ['ok', 'slow', '403', '404', '409', '422', '500'],
  role: ['a', 'b', 'c', 'd', 'e', 'f'],
  view: ['desktop', 'narrow', 'zoomed'],
  scheme: ['light', 'dark'],
};

describe('combinations', () => {
  it('let every two levels of two factors meet', () => {
    const met = new Set(pairwise(factors, 7).flatMap(pairsOf));
    expect([...allPairs(factors)].filter((pair) => !met.has(pair))).toEqual([]);
  });

  it('are few: near the product of the two largest factors', () => {
    expect(pairwise(factors, 7).length).toBeLessThan(7 * 6 * 1.3);
  });

  it('are the same for the same seed and others for another', () => {
    expect(pairwise(factors, 7)).toEqual(pairwise(factors, 7));
    expect(pairwise(factors, 7)).not.toEqual(pairwise(factors, 8));
  });

  it('take every level of a lone factor, and of a factor with one level that one', () => {
    expect(pairwise({ role: ['a', 'b'] }, 1)).toEqual([{ role: 'a' }, { role: 'b' }]);
    expect(pairwise({ role: ['a', 'b'], rows: ['many'] }, 1)).toHaveLength(2);
  });

  it('spread over many subjects cover all pairs, and one subject’s differ', () => {
    const subjects = Array.from({ length: 24 }, (_, i) => ({ id: `screen ${i}`, factors }));
    const plan = spread(subjects, 3, 7);
    const met = new Set([...plan.values()].flat().flatMap(pairsOf));
    expect([...allPairs(factors)].filter((pair) => !met.has(pair))).toEqual([]);
    for (const own of plan.values()) expect(new Set(own.map(({ rows }) => rows)).size).toBe(3);
    expect(spread(subjects, 3, 7)).toEqual(plan);
  });

  it('leave out what a subject does not have', () => {
    const plan = spread([{ id: 'x', factors: { ...factors, role: ['b'] } }], 3, 1);
    expect(plan.get('x')?.map(({ role }) => role)).toEqual(['b', 'b', 'b']);
  });
});
