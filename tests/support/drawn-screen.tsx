// A definition over the library of tests/definitions, drawn by the spine in jsdom, its calls answered by the test.
import { render } from '@testing-library/react';
import { useMemo } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { actionRunners } from '#src/actions/index.ts';
import { formatDiagnostic } from '#src/core/diagnostic.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import { matchPattern } from '#src/core/route.ts';
import type { ScopeSession } from '#src/core/scope.ts';
import type { BlockComponent } from '#src/render/block-props.ts';
import { asFailure } from '#src/render/failure.ts';
import { HeadSlot } from '#src/render/head-slot.ts';
import { type ApiPort, PortsProvider, type Workspace } from '#src/render/ports.tsx';
import type { Lazy } from '#src/render/registries.ts';
import { Screen } from '#src/render/screen.tsx';
import { ScreenHead } from '#src/render/screen-head.tsx';
import type { WidgetComponent } from '#src/render/widget-props.ts';
import { prepareLibrary } from '#tests/definitions/fixture.ts';
import { testScope } from './block-props.tsx';

export interface Drawn {
  /** Path and query at which the page stands now. */
  readonly address: () => string;
  readonly told: readonly string[];
  /** Messages of the loads that failed and that nothing on the page tells. */
  readonly failures: readonly string[];
}

interface Parts {
  readonly blocks?: ReadonlyMap<string, Lazy<BlockComponent>>;
  readonly widgets?: ReadonlyMap<string, Lazy<WidgetComponent>>;
  readonly call?: ApiPort['call'];
  readonly workspace?: Workspace;
  readonly session?: Partial<ScopeSession>;
}

const { params: _, data: __, ...rest } = testScope;

/** The screen with the places that the path names. */
function Placed({ screen, session }: { readonly screen: LinkedScreen; readonly session: ScopeSession }) {
  const base = useMemo(() => ({ ...rest, session }), [session]);
  const { pathname } = useLocation();
  return (
    <Screen
      key={pathname}
      screen={screen}
      routeParams={matchPattern(screen.route, pathname) ?? {}}
      base={base}
      visit="1"
      onTitle={() => undefined}
      setDirty={() => undefined}
    />
  );
}

/** Draws the definition at its address; what is no mistake of the test must have no finding. */
export function drawScreen(
  definition: { readonly id: string; readonly [key: string]: unknown },
  address: string,
  parts: Parts = {},
): Drawn {
  const bytes = new TextEncoder().encode(JSON.stringify({ format: 1, ...definition }));
  const { screens, diagnostics } = prepareLibrary(null, [{ path: `screens/${definition.id}.json`, bytes }]);
  const linked = screens.find(({ id }) => id === definition.id);
  if (!linked || diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  const told: string[] = [];
  const failures: string[] = [];
  const never = () => Promise.reject(new Error('not called'));
  const session = { ...testScope.session, ...parts.session };
  const page = (
    <SWRConfig value={{ provider: () => new Map() }}>
      <PortsProvider
        api={{ base: '/api', call: parts.call ?? (async () => ({})), upload: never, file: never }}
        {...(parts.workspace ? { workspace: parts.workspace } : {})}
        tell={(thrown) => void failures.push(asFailure(thrown).message)}
        registries={{
          blocks: parts.blocks ?? new Map(),
          widgets: parts.widgets ?? new Map(),
          actions: actionRunners,
        }}
        app={{
          navigate: (to) => void router.navigate(to),
          snackbar: (_kind, text) => void told.push(text),
          confirm: async () => true,
          share: () => undefined,
          changeMany: () => Promise.resolve(false),
          handOff: () => Promise.resolve(false),
          takeIds: () => () => undefined,
          session: {
            signIn: () => undefined,
            refresh: async () => undefined,
            signOut: async () => undefined,
            remember: () => undefined,
          },
        }}
      >
        <HeadSlot value={ScreenHead}>
          <Placed screen={linked} session={session} />
        </HeadSlot>
      </PortsProvider>
    </SWRConfig>
  );
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return {
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    told,
    failures,
  };
}
