import { describe, expect, it } from 'vitest';
import { faultsOf } from './rules.ts';

describe('a new password', () => {
  it('needs the current one, eight characters, moderate strength and its repetition', () => {
    expect(faultsOf({ current: '', next: '', again: '' }, null)).toEqual({
      current: 'Current password is required',
      next: 'New password is required',
    });
    expect(faultsOf({ current: 'x', next: 'short', again: 'shor' }, 4)).toEqual({
      next: 'Password must be at least 8 characters',
      again: 'This must match the password above',
    });
    const next = 'password1';
    expect(faultsOf({ current: 'x', next, again: next }, 1)).toEqual({
      next: 'Password must be of at least moderate strength',
    });
    const good = 'correct horse battery';
    expect(faultsOf({ current: 'x', next: good, again: good }, 3)).toEqual({});
    expect(faultsOf({ current: 'x', next: 'a'.repeat(201), again: 'a'.repeat(201) }, 4).next).toContain(
      '200',
    );
  });
});
