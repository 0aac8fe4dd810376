// The previewed screen in a React root of its own: its routes, answers and address are not the page's.
import { type ReactNode, useEffect, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { SWRConfig } from 'swr';
import type { LinkedScreen, ManifestEntry } from '#src/core/linked.ts';
import type { Scope } from '#src/core/scope.ts';
import type { AppPorts } from '#src/render/dispatch.ts';
import { HeadSlot } from '#src/render/head-slot.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import type { Registries } from '#src/render/registries.ts';
import { Screen } from '#src/render/screen.tsx';
import { ScreenHead } from '#src/render/screen-head.tsx';
import { forgetPreviews } from './preview-ports.ts';

export interface PreviewPage {
  readonly screen: LinkedScreen;
  readonly routeParams: { readonly [id: string]: string };
  readonly base: Omit<Scope, 'params' | 'data'>;
  readonly api: ApiPort;
  /** As whom it is seen: what one may know is no answer for the other. */
  readonly as: string;
  readonly ports: AppPorts;
  readonly registries: Registries;
  readonly manifest: readonly ManifestEntry[];
  readonly onTitle: (title: string) => void;
}

const here = '/';
const answers = () => new Map();
const nothing = () => undefined;

/** A link of the previewed screen is named, not followed. */
function Stay({
  onLeave,
  children,
}: {
  readonly onLeave: (to: string) => void;
  readonly children: ReactNode;
}) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const last = useRef('');
  useEffect(() => {
    if (pathname === here) {
      last.current = search;
      return;
    }
    onLeave(`${pathname}${search}`);
    void navigate({ pathname: here, search: last.current }, { replace: true });
  }, [pathname, search, navigate, onLeave]);
  return children;
}

function Page({ page }: { readonly page: PreviewPage }) {
  return (
    <SWRConfig key={page.as} value={{ provider: answers, shouldRetryOnError: false }}>
      <PortsProvider api={page.api} registries={page.registries} manifest={page.manifest} app={page.ports}>
        <MemoryRouter initialEntries={[here]}>
          <Stay onLeave={page.ports.navigate}>
            <HeadSlot value={ScreenHead}>
              <Screen
                screen={page.screen}
                routeParams={page.routeParams}
                base={page.base}
                visit="preview"
                onTitle={page.onTitle}
                setDirty={nothing}
              />
            </HeadSlot>
          </Stay>
        </MemoryRouter>
      </PortsProvider>
    </SWRConfig>
  );
}

export function PreviewRoot({ page }: { readonly page: PreviewPage }) {
  const box = useRef<HTMLDivElement>(null);
  const root = useRef<Root | null>(null);
  useEffect(() => {
    if (!box.current) return;
    const made = createRoot(box.current);
    root.current = made;
    return () => {
      root.current = null;
      // React forbids to end one root while another is being drawn.
      setTimeout(() => {
        made.unmount();
        forgetPreviews();
      });
    };
  }, []);
  useEffect(() => {
    root.current?.render(<Page page={page} />);
  }, [page]);
  return <div ref={box} className="cad-preview-root" />;
}
