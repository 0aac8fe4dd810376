import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collector } from './collect.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what is asked within 10 ms', () => {
  it('is asked in one call, each name once, and later in another', async () => {
    const calls: (readonly string[])[] = [];
    const get = collector(async (names) => {
      calls.push(names);
      return Object.fromEntries(
        names.filter((name) => name !== 'none').map((name) => [name, name.toUpperCase()]),
      );
    }, 10);
    const first = [get('a'), get('b')];
    await vi.advanceTimersByTimeAsync(9);
    const same = [get('a'), get('none')];
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all([...first, ...same])).toEqual(['A', 'B', 'A', undefined]);
    const later = get('a');
    await vi.advanceTimersByTimeAsync(10);
    expect(await later).toBe('A');
    expect(calls).toEqual([['a', 'b', 'none'], ['a']]);
  });

  it('fails together, and is asked again afterwards', async () => {
    let fails = true;
    const get = collector(async (names) => {
      if (fails) throw new Error('No.');
      return Object.fromEntries(names.map((name) => [name, 1]));
    }, 10);
    const both = Promise.allSettled([get('a'), get('b')]);
    await vi.advanceTimersByTimeAsync(10);
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    const again = get('a');
    await vi.advanceTimersByTimeAsync(10);
    expect(await again).toBe(1);
  });

  it('is at most so much in one call', async () => {
    const sizes: number[] = [];
    const get = collector(
      async (names) => {
        sizes.push(names.length);
        return {};
      },
      10,
      2,
    );
    const all = Promise.all(['a', 'b', 'c'].map(get));
    await vi.advanceTimersByTimeAsync(10);
    await all;
    expect(sizes).toEqual([2, 1]);
  });
});
