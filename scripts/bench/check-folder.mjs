// What `npm run screens -- check` does, on a folder: `FOLDER FILE…`. Prints the seconds of CPU of the whole process.
import { bundled, runBundled } from '../bundle.mjs';
import { prepare } from '../prepare.mjs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stdout.write(String((user + system) / 1e6));
});
prepare();
await runBundled(await bundled('check-folder', 'scripts/bench/check-folder.ts'));
