import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ManifestEntry } from '#src/core/linked.ts';
import { matchRoute, type RouteMatch } from '#src/core/route.ts';
import { PageBoundary } from '#src/render/load-boundary.tsx';
import { VisitProvider } from '#src/render/visit.ts';
import { takeWish, wishFor } from '#src/session/wanted-path.ts';
import { Frame } from './frame.tsx';
import { Page } from './page.tsx';
import { useForgetting } from './session-cache.ts';
import type { Manifest } from './use-manifest-answer.ts';

/** Applies the routing rules of the specification to the current address. */
export function Routed({ manifest, token }: { readonly manifest: Manifest; readonly token: string | null }) {
  const signedIn = token !== null;
  const location = useLocation();
  const navigate = useNavigate();
  const match = useMemo(() => matchRoute(manifest.entries, location.pathname), [manifest, location.pathname]);
  const access = match?.entry.access ?? 'auth';
  const here = `${location.pathname}${location.search}${location.hash}`;
  const redirect =
    !signedIn && access === 'auth' ? '/app/login' : signedIn && access === 'public' ? 'home' : null;

  useEffect(() => {
    if (redirect === '/app/login') {
      wishFor(here);
      void navigate('/app/login', { replace: true });
    } else if (redirect === 'home') {
      void navigate(takeWish(manifest.entries) ?? '/app/dashboard', { replace: true });
    }
  }, [redirect, here, manifest, navigate]);

  const page = pageOf(match, location.pathname);
  const visit = useVisitOf(page);
  useForgetting(token, visit);
  const offered = useMemo(() => ({ entry: match?.entry ?? null, routeParams: match?.params ?? {} }), [match]);

  if (redirect !== null) return null;
  return (
    <Frame signedIn={signedIn}>
      <VisitProvider value={visit}>
        <PageBoundary key={page}>
          <Page offered={offered} signedIn={signedIn} today={manifest.today ?? ''} />
        </PageBoundary>
      </VisitProvider>
    </Frame>
  );
}

/** What the path is the page of. Another district on the same page is a filter of it: what stands there stays until the new figures come. */
function pageOf(match: RouteMatch<ManifestEntry> | null, path: string): string {
  if (!match) return path;
  const places = match.entry.params.filter(({ entity }) => entity !== null).map(({ id }) => id);
  const keys = Object.entries(match.params).filter(([id]) => !places.includes(id));
  return places.length === 0 ? path : JSON.stringify([match.entry.id, keys]);
}

/** Coming back to a route is another visit of it. */
function useVisitOf(route: string): string {
  const [visit, setVisit] = useState({ route, count: 1 });
  if (visit.route === route) return String(visit.count);
  setVisit({ route, count: visit.count + 1 });
  return String(visit.count + 1);
}
