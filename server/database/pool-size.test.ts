import { describe, expect, it } from 'vitest';
import { poolSize } from './pool-size.ts';

describe('the connections of a server', () => {
  it.each([
    [57, null, 25],
    [77, null, 32],
    [500, null, 32],
    [20, null, 7],
    [8, null, 2],
    [3, null, 2],
    [97, 12, 12],
    [97, 60, 60],
    [57, 60, 51],
    [5, 60, 2],
  ])('of a database that allows %s, %s asked for, are %s', (allowed, asked, size) => {
    expect(poolSize(allowed, asked)).toBe(size);
  });

  it('leave two servers and six others room wherever there is any', () => {
    for (let allowed = 10; allowed < 200; allowed++)
      expect(2 * poolSize(allowed) + 6).toBeLessThanOrEqual(allowed);
  });
});
