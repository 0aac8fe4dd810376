import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkScreens } from './screens/check.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command, ...options] = process.argv.slice(2);
const unknown = options.find((option) => option !== '--json');

if (command !== 'check' || unknown !== undefined) {
  console.error(`"${[command, ...options].join(' ')}" is not known. Use: npm run screens -- check [--json]`);
  process.exitCode = 2;
} else {
  const errors = await checkScreens({
    root,
    json: options.includes('--json'),
    out: console.log,
    note: () => {},
  });
  process.exitCode = errors > 0 ? 1 : 0;
}
