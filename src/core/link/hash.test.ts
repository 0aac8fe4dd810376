import { describe, expect, it } from 'vitest';
import { canonical, hashOf } from './hash.ts';

describe('hashes', () => {
  it('are the same for the same value in another order', () => {
    expect(hashOf({ a: 1, b: [true, null] })).toBe(hashOf({ b: [true, null], a: 1 }));
    expect(canonical({ b: undefined, a: 'x' })).toBe('{"a":"x"}');
  });

  it('are 32 hex digits and differ for 20,000 values that differ little', () => {
    const seen = new Set(Array.from({ length: 20_000 }, (_, i) => hashOf({ id: i })));
    expect(seen.size).toBe(20_000);
    for (const hash of [...seen].slice(0, 10)) expect(hash).toMatch(/^[0-9a-f]{32}$/);
  });

  it('tell order, type and nesting apart', () => {
    const values = [[1, 2], [2, 1], ['1', 2], [[1], 2], { 0: 1 }, '1', 1, null, '', 'null'];
    expect(new Set(values.map(hashOf)).size).toBe(values.length);
  });
});
