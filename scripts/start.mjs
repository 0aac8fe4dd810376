// `npm start`: installs what is missing, builds what changed, then serves. Options go on to the server.
import { spawn } from 'node:child_process';
import { buildClient } from './build.mjs';
import { prepare } from './prepare.mjs';

prepare();
buildClient();
const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
// A terminal's Ctrl+C reaches the server by itself; a signal sent to this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
