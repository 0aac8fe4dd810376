// The application on the data folder: the server that runs there, or one of our own for as long as a picture takes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Config, localFolder } from '#server/config.ts';
import { readAddress } from '#server/plugins/address.ts';

export interface Served {
  readonly url: string;
  readonly own: boolean;
  readonly stop: () => Promise<void>;
}

/** A first start makes the demo data, which takes a while. */
const startSeconds = 400;

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([ended, wait(20_000)]);
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}

export async function serve(config: Config, note: (line: string) => void): Promise<Served> {
  const running = readAddress(localFolder(config));
  if (running && (await answers(running.url))) return { url: running.url, own: false, stop: async () => {} };
  const build: { readonly buildClient: () => void } = await import(
    new URL('../../build.mjs', import.meta.url).href
  );
  build.buildClient();
  note(`No server runs on ${config.dataDir}; one is started for this picture.`);
  let text = '';
  const child = spawn(process.execPath, ['--import', 'tsx', join(config.root, 'server/main.ts')], {
    cwd: config.root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', CADASTRE_DATA: config.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
  for (let i = 0; i < startSeconds * 10; i++) {
    const address = readAddress(localFolder(config));
    if (address?.pid === child.pid && address && (await answers(address.url))) {
      // The passwords of a first start are printed once and never again.
      if (text.includes('password')) note(text.trim());
      return { url: address.url, own: true, stop: () => end(child) };
    }
    if (child.exitCode !== null) throw new Error(`The server did not start: ${text.trim()}`);
    await wait(100);
  }
  await end(child);
  throw new Error(`The server did not start within ${startSeconds} s: ${text.trim()}`);
}
