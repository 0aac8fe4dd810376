// The server in a process of its own, to be killed and started again, with the calls that the rounds make.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface OfficeOptions {
  /** The checkout. */
  readonly root: string;
  /** A folder that the database's user reaches; the data lie below it. */
  readonly folder: string;
  readonly port: number;
}

export interface Answer {
  readonly status: number;
  readonly body: { readonly [member: string]: unknown };
}

/** A small generator (mulberry32), so that a seed repeats a run's moments. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A moment to kill at: `ms` from now, and not before something was acknowledged, however slow the machine. */
export async function momentAfter(ms: number, acknowledged: () => boolean): Promise<void> {
  const end = Date.now() + 60_000;
  await pause(ms);
  while (!acknowledged() && Date.now() < end) await pause(20);
}

/** Until a server says that it serves; `said` answers what it said so far. */
export async function untilServes(child: ChildProcess, said: () => string, seconds: number): Promise<void> {
  for (let i = 0; !/serves http/.test(said()); i++) {
    if (child.exitCode !== null || i > 20 * seconds) throw new Error(`The server did not start: ${said()}`);
    await pause(50);
  }
}

export class Office {
  token = '';
  private child: ChildProcess | null = null;
  private text = '';
  constructor(private readonly options: OfficeOptions) {}

  async start(): Promise<void> {
    const { root, folder, port } = this.options;
    this.text = '';
    const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/main.ts'), '--empty'], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: '', CADASTRE_DATA: join(folder, 'data'), PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.text += chunk.toString('utf8');
      });
    this.child = child;
    await untilServes(child, () => this.text, 300);
  }

  printedPassword(): string | null {
    return /^\s+admin\s+(\S+)/m.exec(this.text)?.[1] ?? null;
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  killDatabase(): void {
    const place = /The data lies in (.+)\.$/m.exec(this.text)?.[1] ?? join(this.options.folder, 'data');
    const pid = Number(readFileSync(join(place, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  /** Sends a file as it is. */
  async upload(path: string, bytes: Buffer): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${this.options.port}/api${path}`, {
      method: 'POST',
      headers: { authorization: `JWT ${this.token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
      signal: AbortSignal.timeout(20_000),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  async signIn(password: string | null): Promise<void> {
    this.token = '';
    const { body } = await this.call('POST', '/app/login', { username: 'admin', password });
    this.token = String(body.token);
  }

  async call(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${this.options.port}/api${path}`, {
      method,
      headers: {
        ...(this.token ? { authorization: `JWT ${this.token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body
        ? {
            body: JSON.stringify({
              CadastreSafeContent: Buffer.from(JSON.stringify(body)).toString('base64'),
            }),
          }
        : {}),
      signal: AbortSignal.timeout(20_000),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }
}
