import type { Scope } from '#src/core/scope.ts';
import { baseYear, type SessionState } from '#src/session/store.ts';

declare const __VERSION__: string;

/** What every screen of a session may read. */
export function scopeBase(state: SessionState, today: string): Omit<Scope, 'params' | 'data'> {
  const { user, userInfo } = state;
  return {
    user: user ? { id: user.id, username: user.username, full_name: user.full_name } : null,
    session: {
      baseYear: baseYear(state),
      selectedBaseyear: state.selectedBaseyear ?? baseYear(state),
      selectedDistrict: state.selectedDistrict,
      company: userInfo?.company.name ?? '',
      version: __VERSION__,
      parameters: userInfo?.company.params ?? {},
    },
    roles: userInfo?.perms.roles ?? [],
    perms: userInfo?.perms.perms ?? [],
    today,
  };
}
