import { describe, expect, it } from 'vitest';
import { faultsOf } from './rules.ts';
import { strengthOf } from './strength.ts';

const owner = { username: 'olive.tree@office.example', companyName: 'Riverbend Valuations' };

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
    expect(faultsOf({ current: 'x', next, again: next }, strengthOf(next, owner))).toEqual({
      next: 'Password must be of at least moderate strength',
    });
    const good = 'correct horse battery';
    expect(faultsOf({ current: 'x', next: good, again: good }, strengthOf(good, owner))).toEqual({});
    expect(faultsOf({ current: 'x', next: 'a'.repeat(201), again: 'a'.repeat(201) }, 4).next).toContain(
      '200',
    );
  });

  it('is not made strong by the name, its local part or the company', () => {
    for (const word of ['olive.tree', 'olive.tree@office.example', 'Riverbend', 'Valuations'])
      expect(strengthOf(word, owner), word).toBeLessThan(2);
  });

  it('is judged at once however long it is', () => {
    const begun = process.cpuUsage();
    strengthOf(
      Array.from({ length: 5_000 }, (_, i) => String.fromCharCode(33 + ((i * 7919) % 90))).join(''),
      owner,
    );
    const { user } = process.cpuUsage(begun);
    expect(user).toBeLessThan(5_000_000);
  });
});
