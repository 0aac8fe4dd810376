// Runs a TypeScript script of this project after making sure that its packages are installed.
import { spawn } from 'node:child_process';
import { prepare } from './prepare.mjs';

const [script, ...args] = process.argv.slice(2);
prepare();
const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
