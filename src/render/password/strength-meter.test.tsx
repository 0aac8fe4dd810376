// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { leastStrength, newPasswordProblem } from '#src/core/password.ts';
import { StrengthMeter } from './strength-meter.tsx';

afterEach(cleanup);

describe('the strength of a password', () => {
  it.each(['Very weak', 'Weak', 'Moderate', 'Strong', 'Very strong'])('has the level %s', (word) => {
    const level = ['Very weak', 'Weak', 'Moderate', 'Strong', 'Very strong'].indexOf(word);
    render(<StrengthMeter level={level} />);
    expect(screen.getByRole('status').textContent).toBe(word);
  });

  it('is one of five levels, of which the third is the least that is taken', () => {
    const problem = 'Password must be of at least moderate strength';
    const taken = [0, 1, 2, 3, 4].map((level) => newPasswordProblem('long enough', () => level));
    expect(taken).toEqual([problem, problem, null, null, null]);
    expect(leastStrength).toBe(2);
  });

  it('is not shown while it is not known', () => {
    render(<StrengthMeter level={null} />);
    expect(screen.queryByRole('status')).toBeNull();
  });
});
