import '@blueprintjs/core/lib/css/blueprint.css';
import '#src/app/theme.css';
import '#src/render/screen.css';
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { get } from './calls.ts';
import { Form } from './form.tsx';
import { List } from './list.tsx';
import { Report } from './report.tsx';

const none = () => Promise.reject(new Error('The hand-written pages call for themselves.'));
// The grid and the facts look reference lists up through this port.
const api: ApiPort = {
  base: '/api',
  call: (_, input) =>
    get(`/ref/lists?which=${(input as { query?: { which?: string } })?.query?.which ?? ''}`),
  upload: none,
  file: none,
};

function useAddress(): string {
  return useSyncExternalStore(
    (tell) => {
      addEventListener('popstate', tell);
      return () => removeEventListener('popstate', tell);
    },
    () => location.pathname,
  );
}

function Page(): ReactNode {
  const [, kind = '', second = '', third = ''] = useAddress().split('/');
  if (kind === 'sale' && second === 'result') return <List hash={third} />;
  if (kind === 'sale') return <Form id={second} />;
  if (kind === 'report') return <Report district={third} />;
  return <h1>Page not found</h1>;
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
createRoot(root).render(
  <BrowserRouter>
    <PortsProvider api={api}>
      <div className="cad-shell">
        <main className="cad-content">
          <Suspense>
            <Page />
          </Suspense>
        </main>
      </div>
    </PortsProvider>
  </BrowserRouter>,
);
