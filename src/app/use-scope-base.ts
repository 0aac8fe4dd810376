import { useMemo } from 'react';
import type { Scope } from '#src/core/scope.ts';
import { baseYear, useSession } from '#src/session/store.ts';
import { workingDistrict, workingYear } from '#src/session/workspace.ts';

declare const __VERSION__: string;

/**
 * What every screen of a session may read. The same object as long as nothing of it changes: another one draws the whole
 * page anew, and the store of the session also holds the page's title and the moment of the last key.
 */
export function useScopeBase(today: string): Omit<Scope, 'params' | 'data'> {
  const user = useSession((s) => s.user);
  const userInfo = useSession((s) => s.userInfo);
  const selectedDistrict = useSession(workingDistrict);
  const exportedDistrict = useSession((s) => s.exportedDistrict);
  const year = useSession(baseYear);
  const selectedBaseyear = useSession(workingYear);
  return useMemo(
    () => ({
      user: user ? { id: user.id, username: user.username, full_name: user.full_name } : null,
      session: {
        baseYear: year,
        selectedBaseyear,
        selectedDistrict,
        exportedDistrict,
        company: userInfo?.company.name ?? '',
        version: __VERSION__,
        parameters: userInfo?.company.params ?? {},
      },
      roles: userInfo?.perms.roles ?? [],
      perms: userInfo?.perms.perms ?? [],
      workDistricts: userInfo?.districts?.work ?? [],
      today,
    }),
    [user, userInfo, selectedDistrict, exportedDistrict, year, selectedBaseyear, today],
  );
}
