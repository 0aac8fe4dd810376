// `npm run dev`: the server watches definitions, Vite serves the browser's code with hot reload and passes calls on.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { prepare, root } from './prepare.mjs';

prepare();

function freePort(wanted) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(freePort(wanted + 1)));
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => resolve(wanted)));
  });
}

const port = process.env.PORT ? Number(process.env.PORT) : await freePort(8090);
const pagePort = process.env.DEV_PORT ? Number(process.env.DEV_PORT) : await freePort(5173);
const server = spawn(
  process.execPath,
  ['--import', 'tsx', 'server/main.ts', '--dev', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: String(port), PAGE_URL: `http://127.0.0.1:${pagePort}` },
  },
);
server.on('exit', (code) => process.exit(code ?? 1));
// Vite ends this process by itself on SIGTERM, maybe before the server was told.
process.on('exit', () => server.kill('SIGTERM'));

const { createServer: createVite } = await import('vite');
const vite = await createVite({
  root,
  server: { port: pagePort, strictPort: true, proxy: { '/api': { target: `http://127.0.0.1:${port}` } } },
});
await vite.listen();
vite.printUrls();

async function stop() {
  await vite.close();
  server.kill('SIGTERM');
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
