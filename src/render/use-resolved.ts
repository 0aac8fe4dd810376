import { useMemo } from 'react';
import type { LinkedScreen } from '#src/core/linked.ts';
import { type ResolvedScreen, resolveScreen } from '#src/core/resolve/resolve-screen.ts';
import type { Evaluate } from '#src/core/resolve/resolve-value.ts';
import type { Scope } from '#src/core/scope.ts';
import { districtsOf, titleScope } from '#src/core/title-scope.ts';
import { useMayOpen } from './link-rule.ts';
import { useReferenceList } from './reference.ts';

/** The screen as it is drawn; its title names the district of the address as soon as the names are there. */
export function useResolved(screen: LinkedScreen, scope: Scope, evaluate: Evaluate): ResolvedScreen {
  const { title, params } = screen;
  const { rows } = useReferenceList(districtsOf(title, params).length > 0 ? 'districts' : null);
  const mayOpen = useMayOpen();
  return useMemo(
    () => resolveScreen(screen, scope, evaluate, mayOpen, titleScope(title, params, scope, rows)),
    [screen, scope, evaluate, mayOpen, title, params, rows],
  );
}
