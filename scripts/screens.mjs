// `npm run screens -- VERB …`: starts the verbs from one file, made ahead of them.
import { spawn } from 'node:child_process';
import { bundled, runBundled } from './bundle.mjs';
import { prepare } from './prepare.mjs';

prepare();
const entry = 'scripts/screens.ts';
// A picture needs the server, whose operations are found by their files.
const path = process.argv[2] === 'render' ? null : await bundled('screens', entry);
if (path) await runBundled(path);
else {
  const child = spawn(process.execPath, ['--import', 'tsx', entry, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
