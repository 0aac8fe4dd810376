import { afterEach, describe, expect, it } from 'vitest';
import { refreshSession, signIn } from './sign-in.ts';
import { clearSession, sessionStore } from './store.ts';

const answer = (name: string) => ({
  token: `token of ${name}`,
  user: {
    id: 7,
    username: name,
    full_name: name,
    company: { id: 1, name: 'Office', baseDate: '2025-07-01' },
  },
  userInfo: {
    company: { name: 'Office', baseDate: '2025-07-01', params: {} },
    perms: { roles: [], perms: [] },
    menu: [],
  },
});
const userOf = () => sessionStore.getState().user?.username ?? null;

describe('the user and their rights', () => {
  afterEach(clearSession);

  it('are refreshed while their session goes on', () => {
    signIn(answer('ada'));
    refreshSession({ ...answer('ada'), user: { ...answer('ada').user, username: 'ada2' } }, 'token of ada');
    expect(userOf()).toBe('ada2');
  });

  it('do not come back by an answer that is later than the sign-out, or that is another person’s', () => {
    signIn(answer('ada'));
    clearSession();
    refreshSession(answer('ada'), 'token of ada');
    expect(userOf()).toBeNull();
    signIn(answer('bob'));
    refreshSession(answer('ada'), 'token of ada');
    expect(userOf()).toBe('bob');
  });

  it('are refused when the answer is no session', () => {
    expect(() => signIn({ token: 'x' })).toThrow('no session');
    refreshSession({ user: null }, null);
    expect(userOf()).toBeNull();
  });
});
