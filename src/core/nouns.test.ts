import { describe, expect, it } from 'vitest';
import { counted } from './nouns.ts';

describe('how many rows', () => {
  it.each([
    ['sales', '1 sale'],
    ['properties', '1 property'],
    ['analyses', '1 analysis'],
    ['changes of area', '1 change of area'],
    ['branches', '1 branch'],
    ['section 28 groups', '1 section 28 group'],
  ])('are said of one as of several: %s', (noun, one) => {
    expect(counted(1, noun)).toBe(one);
    expect(counted(2000, noun)).toBe(`2,000 ${noun}`);
  });
});
