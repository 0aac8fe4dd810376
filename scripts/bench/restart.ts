import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyDefinitions, countScreens } from '../screens/copy-definitions.ts';
import type { BenchLine } from './line.ts';

interface Start {
  /** Seconds until the server serves, and of CPU in its own process until then. */
  readonly wall: number;
  readonly cpu: number;
}

/** Starts the server of a house as `npm run dev` does, and ends it when it serves. */
function start(house: string): Promise<Start> {
  const began = performance.now();
  const hook = join(house, 'cpu.mjs');
  const child = spawn(process.execPath, ['--import', hook, '--import', 'tsx', 'server/main.ts', '--empty'], {
    cwd: house,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: '',
      CADASTRE_DATA: join(house, 'data'),
      PORT: '0',
      HOST: '127.0.0.1',
    },
  });
  let said = '';
  let wall = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (wall > 0 || !/ serves http/.test(said)) return;
    wall = (performance.now() - began) / 1000;
    child.kill('SIGTERM');
  });
  return new Promise((resolve, reject) => {
    child.on('exit', () => {
      const cpu = Number(/^CPU (\S+)$/m.exec(said)?.[1]);
      if (wall > 0) resolve({ wall, cpu });
      else reject(new Error(`The server did not start: ${said}`));
    });
  });
}

/** Restarts of a server with so many screens, whose database is there and empty. */
export async function benchRestart(root: string, wanted = 150): Promise<readonly BenchLine[]> {
  const house = copyDefinitions(root, wanted);
  try {
    unlinkSync(join(house, 'server'));
    unlinkSync(join(house, 'node_modules'));
    for (const part of [
      'server',
      'src',
      'scripts',
      'package.json',
      'package-lock.json',
      'tsconfig.base.json',
    ])
      cpSync(join(root, part), join(house, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
    mkdirSync(join(house, 'data'), { mode: 0o755 });
    writeFileSync(
      join(house, 'cpu.mjs'),
      `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  console.log('CPU', (user + system) / 1e6);
});
`,
    );
    await start(house);
    const starts = [await start(house), await start(house), await start(house)];
    const best = (of: keyof Start) => Math.min(...starts.map((one) => one[of])).toFixed(2);
    return [
      {
        what: `Restart of the server with ${countScreens(house)} screens`,
        measured: `${best('wall')} s, ${best('cpu')} s of CPU`,
        budget: '< 5 s',
      },
    ];
  } finally {
    rmSync(house, { recursive: true, force: true });
  }
}
