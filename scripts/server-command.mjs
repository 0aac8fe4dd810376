// How the server is started: from one file, made ahead of it, which takes half the time of some thousand small ones.
import { bundled } from './bundle.mjs';

/** What `node` is given; the sources themselves where the one file cannot be made. */
export async function serverArguments() {
  const options = { inParts: false, folders: ['server/modules'] };
  const path = await bundled('server', 'scripts/server.ts', options);
  return path === null ? ['--import', 'tsx', 'server/main.ts'] : [path];
}
