// The composition root: what every part of the application asks for, and the page at the current address.
import { useCallback, useEffect, useMemo } from 'react';
import { SWRConfig } from 'swr';
import { ConfirmHost } from '#src/render/confirm.tsx';
import { asFailure } from '#src/render/failure.ts';
import { PageBoundary } from '#src/render/load-boundary.tsx';
import { PortsProvider } from '#src/render/ports.tsx';
import { ErrorCard } from '#src/render/states.tsx';
import { isOn } from '#src/session/parameters.ts';
import { followOtherTabs, sessionStore, useSession } from '#src/session/store.ts';
import { ManyRecordsHost } from '#src/shell/many-records/host.tsx';
import { Snackbars } from '#src/shell/snackbars.tsx';
import { client } from './client.ts';
import { MismatchHost } from './mismatch-host.tsx';
import { registries } from './registries.ts';
import { Routed } from './routed.tsx';
import { perSession, tellFailure } from './session-cache.ts';
import { useBrowserPorts } from './use-browser-ports.ts';
import { useBrowserWorkspace } from './use-browser-workspace.ts';
import { useManifestAnswer } from './use-manifest-answer.ts';
import { useSessionEnd } from './use-session-end.ts';
import { useTheme } from './use-theme.ts';

const noEntries = [] as const;

export function App() {
  useTheme();
  useEffect(followOtherTabs, []);
  // Here and not with the page: while the manifest loads, nobody else would hear it, and it is told once.
  useSessionEnd();
  const token = useSession((s) => s.mvp4AuthToken);
  const userInfo = useSession((s) => s.userInfo);
  const workspace = useBrowserWorkspace();
  const app = useBrowserPorts();
  const { manifest, error, again } = useManifestAnswer(token);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other parameters are other switches
  const switches = useCallback((name: string) => isOn(sessionStore.getState(), name), [userInfo]);
  const cached = useMemo(
    () => ({ shouldRetryOnError: false, use: [perSession(token)], onError: tellFailure }),
    [token],
  );
  return (
    <SWRConfig value={cached}>
      <PortsProvider
        api={client}
        app={app}
        registries={registries}
        manifest={manifest?.entries ?? noEntries}
        switches={switches}
        workspace={workspace}
        tell={tellFailure}
      >
        {manifest ? (
          <PageBoundary>
            <Routed manifest={manifest} token={token} />
          </PageBoundary>
        ) : error ? (
          <div className="cad-page-message">
            <ErrorCard
              title="The application could not be loaded"
              failure={asFailure(error)}
              onRetry={again}
            />
          </div>
        ) : null}
        <MismatchHost />
        <ConfirmHost />
        <ManyRecordsHost />
        <Snackbars />
      </PortsProvider>
    </SWRConfig>
  );
}
