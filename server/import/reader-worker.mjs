// Run as a worker: unpacking and reading an upload takes seconds of computing, which would stop every other request.
// A worker of Node loads no TypeScript by itself, whatever its parent was started with.
import { register } from 'tsx/esm/api';

register();
await import('./reader-thread.ts');
