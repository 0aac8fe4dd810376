import { type CSSProperties, type ReactNode, Suspense } from 'react';
import { lazyPart } from '#src/render/load-part.ts';
import { PortsProvider } from '#src/render/ports.tsx';
import { Skeleton } from '#src/render/states.tsx';
import { hasPermission, useSession } from '#src/session/store.ts';
import { observeCalls } from '#src/studio/call-log.ts';
import { dataCredit, productName } from './base-path.ts';
import { client } from './client.ts';
import { happened } from './events.ts';

const Shell = lazyPart(async () => (await import('#src/shell/shell.tsx')).Shell);
const RecordCards = lazyPart(async () => (await import('#src/render/record-cards.tsx')).RecordCards);
const InspectorHost = lazyPart(async () => (await import('#src/studio/inspector-host.tsx')).InspectorHost);
const InspectButton = lazyPart(async () => (await import('#src/studio/inspector-host.tsx')).InspectButton);

/** The name above a page without a frame. */
const plainStyle = { '--cad-product': JSON.stringify(productName) } as CSSProperties;

const log = observeCalls(client);
const editorOf = (path: string) => `/studio/edit?path=${encodeURIComponent(path)}`;
const endSession = () => happened('sessionEnded');

function useMayInspect(): boolean {
  return useSession((s) => s.mvp4AuthToken !== null && hasPermission(s, 'defnU'));
}

/** Lets those who edit definitions look at how a page is made; costs others nothing. */
export function Inspectable({ children }: { readonly children: ReactNode }) {
  if (!useMayInspect()) return children;
  return (
    <PortsProvider api={log.api}>
      <Suspense fallback={<Skeleton />}>
        <InspectorHost calls={log.calls} editorOf={editorOf}>
          {children}
        </InspectorHost>
      </Suspense>
    </PortsProvider>
  );
}

/** What stays while pages change: the shell of who is signed in, or an empty page. */
export function Frame({ signedIn, children }: { readonly signedIn: boolean; readonly children: ReactNode }) {
  const title = useSession((s) => s.title);
  const mayInspect = useMayInspect();
  if (!signedIn)
    return (
      <main className="cad-plain" style={plainStyle}>
        {children}
      </main>
    );
  return (
    <Suspense fallback={null}>
      <Shell
        onSessionEnd={endSession}
        product={productName}
        title={title}
        credit={dataCredit}
        tools={
          mayInspect ? (
            <Suspense fallback={null}>
              <InspectButton />
            </Suspense>
          ) : null
        }
      >
        {children}
      </Shell>
      <Suspense fallback={null}>
        <RecordCards />
      </Suspense>
    </Suspense>
  );
}
