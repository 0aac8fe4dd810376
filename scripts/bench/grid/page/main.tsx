import '@blueprintjs/core/lib/css/blueprint.css';
import '#src/app/theme.css';
import './page.css';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import type { HostLog } from './ours.tsx';

const wanted = new URLSearchParams(location.search);
const log: HostLog = { saves: [], acts: [], exports: [], pages: [] };
const world = {
  log,
  failing: wanted.has('failing'),
  held: false,
  mounted: true,
  show: (_shown: boolean) => {},
};
Object.assign(globalThis, { world });

if (wanted.get('theme') === 'dark') {
  document.documentElement.dataset.theme = 'dark';
  document.body.classList.add('bp6-dark');
}

const Ours = lazy(async () => ({ default: (await import('./ours.tsx')).Host }));
const Ag = lazy(async () => ({ default: (await import('./ag-grid.tsx')).AgGrid }));
const Tan = lazy(async () => ({ default: (await import('./tanstack.tsx')).TanStack }));

const kind = wanted.get('grid') ?? 'ours';
const failing = () => world.failing;
const held = () => world.held;
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
const app = createRoot(root);

world.show = (shown) => {
  const grid =
    kind === 'ag' ? (
      <Ag />
    ) : kind === 'tanstack' ? (
      <Tan />
    ) : (
      <Ours
        plain={wanted.has('plain')}
        office={wanted.has('office')}
        held={held}
        failing={failing}
        log={log}
      />
    );
  const tree = <Suspense>{shown ? grid : <p>Elsewhere</p>}</Suspense>;
  app.render(wanted.has('strict') ? <StrictMode>{tree}</StrictMode> : tree);
};
world.show(true);
