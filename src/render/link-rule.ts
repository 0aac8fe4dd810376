import { useCallback, useMemo } from 'react';
import { type LinkRule, mayLink } from '#src/core/href.ts';
import { useManifest } from './ports.tsx';

/** What an address that a person gives may lead to: pages this user may open, and the hosts that the server names. */
export function useLinkRule(): LinkRule {
  const routes = useManifest();
  return useMemo(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="cadastre-link-hosts"]');
    return { routes, hosts: (meta?.content ?? '').split(' ').filter((host) => host !== '') };
  }, [routes]);
}

/** Whether an address that the data give, e.g. a column of a row, is a page of this application that this user may open. */
export function useMayOpen(): (href: string) => boolean {
  const routes = useManifest();
  return useCallback((href) => mayLink(href, { routes, hosts: [] }), [routes]);
}
