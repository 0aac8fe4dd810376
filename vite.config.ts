import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const tableCore = fileURLToPath(new URL('src/blocks/grid/table-core.tsx', import.meta.url));

export default defineConfig({
  base: './',
  plugins: [
    react(),
    {
      name: 'table-without-menus',
      enforce: 'pre',
      resolveId: (source, importer) =>
        source === '@blueprintjs/core' && importer?.includes('/@blueprintjs/table/') ? tableCore : null,
    },
    {
      // What the server tells pages that are older than what it serves.
      name: 'client-version',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'version.txt', source: `${version}\n` });
      },
    },
    {
      // The application's server sets a base before the page; here addresses of several segments need the root.
      name: 'page-from-the-root',
      apply: 'serve',
      transformIndexHtml: (html) => html.replaceAll('="./', '="/'),
    },
  ],
  // draft-js, a CommonJS package, reads `global`.
  define: { __VERSION__: JSON.stringify(version), global: 'globalThis' },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    sourcemap: true,
    chunkSizeWarningLimit: 1200,
    // The page's address has several segments, so preloads must not be relative to it.
    modulePreload: { polyfill: false },
  },
  server: { host: '127.0.0.1' },
});
