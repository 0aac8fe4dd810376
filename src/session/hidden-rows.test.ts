import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hideRows } from './hidden-rows.ts';
import { clearSession, sessionStore } from './store.ts';
import { hiddenOf } from './workspace.ts';

const before = sessionStore.getState();
const company = { id: 1, name: 'Office', baseDate: '2025-07-01' };
const signIn = (id: number) =>
  sessionStore.setState({ user: { id, username: `u${id}`, full_name: 'Ada', company } });
const hidden = () => hiddenOf(sessionStore.getState());

describe('rows that a person has hidden', () => {
  beforeEach(() => signIn(7));
  afterEach(() => sessionStore.setState(before, true));

  it('are kept by user and search, over a sign-out', () => {
    hideRows('sales a', [1, 2]);
    hideRows('sales b', [3]);
    expect(hidden()).toEqual({ 'sales a': [1, 2], 'sales b': [3] });
    clearSession();
    expect(hidden()).toEqual({});
    signIn(8);
    hideRows('sales a', [9]);
    expect(sessionStore.getState().hiddenSearchRows).toEqual({
      7: { 'sales a': [1, 2], 'sales b': [3] },
      8: { 'sales a': [9] },
    });
  });

  it('leave nothing behind when they are shown', () => {
    hideRows('sales a', [1]);
    hideRows('sales a', []);
    expect(hidden()).toEqual({});
  });

  it('of a search that was long ago are forgotten', () => {
    for (let i = 0; i < 25; i += 1) hideRows(`sales h${i}`, [i]);
    hideRows('sales h6', [60]);
    expect(Object.keys(hidden())).toHaveLength(20);
    expect(hidden()['sales h4']).toBeUndefined();
    expect(hidden()['sales h6']).toEqual([60]);
    expect(hidden()['sales h24']).toEqual([24]);
  });
});
