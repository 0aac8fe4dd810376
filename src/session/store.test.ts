import { afterEach, describe, expect, it } from 'vitest';
import { clearSession, hasPermission, hasRole, sessionStore } from './store.ts';

/** The specification's session store, in its order. */
const specified =
  `sessionId title helpLink pathAfterLogin mvp4AuthToken showDrawer drawerPinned user userInfo selectedDistrict
  selectedBaseyear exportedDistrict company hiddenSearchRows sysparamUpdateTime unseenUpdates sbMobileView notificationCount
  notificationMaster lastActive logoutTime logoutDlgShownAt`.split(/\s+/);
const cleared =
  `user userInfo mvp4AuthToken sessionId lastActive logoutDlgShownAt logoutTime company sysparamUpdateTime notificationCount
  notificationMaster`.split(/\s+/);
const before = sessionStore.getState();
const user = {
  id: 7,
  username: 'ada',
  full_name: 'Ada',
  company: { id: 1, name: 'Office', baseDate: '2025-07-01' },
};
const userInfo = {
  company: { name: 'Office', baseDate: '2025-07-01', params: {} },
  perms: { roles: ['valuer'], perms: ['saleV'] },
  menu: [],
};

describe('the session store', () => {
  afterEach(() => sessionStore.setState(before, true));

  it('has the fields that are specified, and the theme besides', () => {
    expect(Object.keys(before).sort()).toEqual([...specified, 'theme'].sort());
  });

  it('loses eleven things at sign-out and keeps what belongs to the browser', () => {
    const full = Object.fromEntries(Object.keys(before).map((key) => [key, `some ${key}`]));
    sessionStore.setState(full as never);
    clearSession();
    const gone = Object.entries(sessionStore.getState()).filter(([, value]) => value === null);
    expect(gone.map(([key]) => key).sort()).toEqual([...cleared].sort());
    expect(cleared).toHaveLength(11);
  });

  it('answers for roles and permissions by their names, and the system admin has every permission', () => {
    sessionStore.setState({ user, userInfo });
    const state = sessionStore.getState();
    expect([hasRole(state, 'valuer'), hasRole(state, 'viewer')]).toEqual([true, false]);
    expect([hasPermission(state, 'saleV'), hasPermission(state, 'admnU')]).toEqual([true, false]);
    const admin = { ...state, user: { ...user, id: 1 } };
    expect([hasPermission(admin, 'admnU'), hasRole(admin, 'administrator')]).toEqual([true, false]);
  });
});
