import { describe, expect, it } from 'vitest';
import { patternProblem } from './safe-pattern.ts';

describe('patterns of definitions', () => {
  it('may stand when they are proven to end in time', () => {
    for (const pattern of ['^/studio', '^[a-z]{3}$', '^(?:[a-z]+/)*[a-z]+$', '^[a-z]+(?:-[a-z]{1,8}){0,3}$'])
      expect(patternProblem(pattern)).toBeNull();
  });

  it('are told with a text that is hard for them', () => {
    expect(patternProblem('^(\\w{1,20} ?){1,20}$')).toBe(
      '"^(\\w{1,20} ?){1,20}$" can be tried in more than 200 ways on a text that begins with "0000000", and each of them takes time. Make its repetitions exclude each other.',
    );
    expect(patternProblem('[0-9]+x')).toContain(
      'Make its repetitions exclude each other, and begin it with "^".',
    );
    expect(patternProblem('^(|){30}x$')).toContain('before anything is read');
  });

  it('never stand without a proof, refer back or look around', () => {
    for (const pattern of [
      '^(a?){1000}$',
      '(a|a)*$',
      '(\\w+\\s?)*$',
      '((a{1,}))+',
      '(a)\\1',
      '(?=a)',
      '(?<!a)b',
      '(',
      'x'.repeat(201),
    ])
      expect(patternProblem(pattern)).not.toBeNull();
  });
});
