import { useCallback, useMemo } from 'react';
import { isPage, isServed, type LinkRule } from '#src/core/href.ts';
import type { MayOpen } from '#src/core/resolve/open-plan.ts';
import { useManifest } from './ports.tsx';

/** What an address that a person gives may lead to: pages this user may open, and the hosts that the server names. */
export function useLinkRule(): LinkRule {
  const routes = useManifest();
  return useMemo(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="cadastre-link-hosts"]');
    return { routes, hosts: (meta?.content ?? '').split(' ').filter((host) => host !== '') };
  }, [routes]);
}

/** Whether an address is a page of this application that this user may open. */
export function useMayOpen(): MayOpen {
  const routes = useManifest();
  return useCallback(
    (href, by = 'data') => (by === 'definition' ? isServed : isPage)(href, routes),
    [routes],
  );
}
