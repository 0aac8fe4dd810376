import { describe, expect, it } from 'vitest';
import { patternProblem } from './safe-pattern.ts';

describe('patterns of definitions', () => {
  it('may stand by their looks where no proof is found, when they repeat one thing without end', () => {
    const giveUp = () => undefined;
    for (const pattern of ['^/studio', '^[a-z]{3}$', '^[0-9]+$', '^\\+[0-9]*$'])
      expect(patternProblem(pattern, giveUp)).toBeNull();
    for (const pattern of ['^(a+)+$', '^\\s*(.*?)\\s*$', '^[a-z]+[a-z0-9]+$'])
      expect(patternProblem(pattern, giveUp)).not.toBeNull();
  });

  it('follow a proof, whatever they look like', () => {
    expect(patternProblem('^(?:[a-z]+/)*[a-z]+$', () => null)).toBeNull();
    expect(patternProblem('^a$', () => 'It takes long.')).toBe('It takes long.');
  });

  it('never refer back or look around', () => {
    for (const pattern of ['(a)\\1', '(?=a)', '(?<!a)b', '(', 'x'.repeat(201)])
      expect(patternProblem(pattern, () => null)).not.toBeNull();
  });
});
