import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { App } from './app.tsx';
import { basePath } from './base-path.ts';
import '@blueprintjs/core/lib/css/blueprint.css';
import './theme.css';

const router = createBrowserRouter([{ path: '*', element: <App /> }], { basename: basePath });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
createRoot(root).render(<RouterProvider router={router} />);
