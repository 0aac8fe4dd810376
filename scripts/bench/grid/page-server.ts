import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';

export interface ServedPage {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Builds a page to be measured, that of grids where no other is named, as it would be shipped and serves it on a free port of this machine. */
export async function servePage(
  root = fileURLToPath(new URL('./page', import.meta.url)),
): Promise<ServedPage> {
  const outDir = await mkdtemp(join(tmpdir(), 'cadastre-grid-'));
  const shared = {
    root,
    configFile: false as const,
    logLevel: 'error' as const,
    base: './',
    build: { outDir, emptyOutDir: true },
  };
  await build({ ...shared, plugins: [react()] });
  const server = await preview({ ...shared, preview: { host: '127.0.0.1', port: 0 } });
  const address = server.resolvedUrls?.local[0];
  if (!address) throw new Error('The page of grids got no address.');
  return {
    address,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
