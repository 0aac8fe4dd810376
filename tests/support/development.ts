// `npm run dev` in a checkout of its own, so that the repository's definitions stay untouched.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort, printed } from './application.ts';
import { createTestDatabase } from './database.ts';
import { root, temporaryFolder } from './database-server.ts';

export interface Development {
  /** The copied checkout. */
  readonly copy: string;
  /** Where the pages come from, and the port of the server behind them. */
  readonly url: string;
  readonly port: number;
  readonly password: string;
  readonly output: () => string;
  readonly process: ChildProcess;
  /** Ends the command. */
  readonly end: () => Promise<void>;
  /** Ends it and takes everything away. */
  readonly remove: () => Promise<void>;
}

function copyCheckout(copy: string): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
  })
    .toString('utf8')
    .split('\0')
    .filter(
      (file) =>
        /^(?:src|server|screens|schemas|scripts|public|docs\/help)\/|^[^/]+$/.test(file) && file !== '',
    );
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

export async function startDevelopment(): Promise<Development> {
  const folder = temporaryFolder('development');
  const copy = join(folder.path, 'checkout');
  copyCheckout(copy);
  const database = await createTestDatabase({ demo: true });
  const [port, pagePort] = [await freePort(), await freePort()];
  let text = '';
  const dev = spawn(process.execPath, [join(copy, 'scripts/dev.mjs'), '--empty'], {
    cwd: copy,
    env: {
      ...process.env,
      PORT: String(port),
      DEV_PORT: String(pagePort),
      DATABASE_URL: database.url,
      CADASTRE_DATA: join(folder.path, 'data'),
      NODE_ENV: 'development',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout, dev.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
  await printed(dev, () => text, /serves http/);
  // Vite may colour the address, so its label is waited for.
  await printed(dev, () => text, /Local/);
  const end = async () => {
    if (dev.exitCode !== null || dev.signalCode !== null) return;
    const ended = once(dev, 'exit');
    dev.kill('SIGTERM');
    await ended;
  };
  return {
    copy,
    url: `http://127.0.0.1:${pagePort}`,
    port,
    password: /^\s+admin\s+(\S+)/m.exec(text)?.[1] ?? '',
    output: () => text,
    process: dev,
    end,
    remove: async () => {
      await end();
      await database.drop();
      rmSync(folder.path, { recursive: true, force: true });
    },
  };
}
