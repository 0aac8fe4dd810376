import { useMemo } from 'react';
import type { LinkRule } from '#src/core/href.ts';
import { useManifest } from './ports.tsx';

/** What an address that a person gives may lead to: pages this user may open, and the hosts that the server names. */
export function useLinkRule(): LinkRule {
  const routes = useManifest();
  return useMemo(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="cadastre-link-hosts"]');
    return { routes, hosts: (meta?.content ?? '').split(' ').filter((host) => host !== '') };
  }, [routes]);
}
