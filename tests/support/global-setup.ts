import type { TestProject } from 'vitest/node';
import { startTestServer } from './database-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: import('./database-server.ts').TestServerInfo;
  }
}

/** One PostgreSQL for the whole run; vitest calls the answer at its end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  project.provide('databaseServer', server.info);
  return () => server.stop();
}
