// `npm start` on a copy of the checkout with a data folder of its own, to which faults happen.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { runningServer } from '#server/database/embedded/start.ts';
import { type Answer, untilServes } from '../kill/office.ts';

const copied = [
  'src',
  'server',
  'screens',
  'schemas',
  'scripts',
  'public',
  'docs/help',
  'package.json',
  'package-lock.json',
];
const supervised = `import { serverArguments } from './scripts/server-command.mjs';
  import { supervise } from './scripts/supervise.mjs';
  process.exit(await supervise(process.execPath, [...(await serverArguments()), '--empty']));`;

export class FaultOffice {
  readonly dataDir: string;
  token = '';
  private readonly copy: string;
  private child: ChildProcess | null = null;
  private text = '';
  private password: string | null = null;
  private highest = 0;

  constructor(
    private readonly root: string,
    folder: string,
    private readonly port: number,
  ) {
    chmodSync(folder, 0o755);
    this.dataDir = join(folder, 'data');
    this.copy = join(folder, 'checkout');
  }

  prepare(files: { readonly [path: string]: string }): void {
    for (const name of copied) {
      mkdirSync(dirname(join(this.copy, name)), { recursive: true });
      cpSync(join(this.root, name), join(this.copy, name), { recursive: true });
    }
    symlinkSync(join(this.root, 'node_modules'), join(this.copy, 'node_modules'));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(this.copy, path), text);
  }

  /** Starts and waits until pages are answered. */
  async start(): Promise<void> {
    const env = { ...process.env, DATABASE_URL: '', CADASTRE_DATA: this.dataDir, PORT: String(this.port) };
    const child = spawn(process.execPath, ['--input-type=module', '-e', supervised], {
      cwd: this.copy,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.text += chunk.toString('utf8');
      });
    this.child = child;
    await untilServes(child, () => this.text, 300);
    this.password = /^\s+admin\s+(\S+)/m.exec(this.text)?.[1] ?? this.password;
    await this.signIn();
  }

  output(): string {
    return this.text;
  }

  /** Of the process that supervises. */
  supervisor(): number {
    return this.child?.pid ?? 0;
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  /** Of the server that answers now. */
  serverPid(): number {
    const { pid } = JSON.parse(readFileSync(join(this.dataDir, 'server.json'), 'utf8')) as {
      readonly pid: number;
    };
    return pid;
  }

  databasePid(): number {
    return Number(readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** The most memory that a server has had so far, in MB; 0 where the system does not tell. */
  memory(): number {
    try {
      const status = readFileSync(`/proc/${this.serverPid()}/status`, 'utf8');
      this.highest = Math.max(this.highest, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // Between two servers.
    }
    return Math.round(this.highest);
  }

  async sql(text: string): Promise<readonly unknown[]> {
    const running = runningServer({ dataDir: this.dataDir, root: this.copy });
    if (!running) throw new Error('No database runs.');
    const client = new pg.Client(running.connection);
    await client.connect();
    try {
      const { rows } = await client.query(text);
      return rows;
    } finally {
      await client.end();
    }
  }

  async signIn(): Promise<void> {
    this.token = '';
    const { body } = await this.call('POST', '/app/login', { username: 'admin', password: this.password });
    this.token = String(body.token);
  }

  async health(): Promise<Answer | null> {
    return this.call('GET', '/health', undefined, 2_000).catch(() => null);
  }

  query(screen: string, body: object = {}): Promise<Answer> {
    return this.call('POST', '/query', { screen, source: 'rows', ...body });
  }

  /** Sends and says nothing more: what was answered until the server closed the connection. */
  untilClosed(text: string): Promise<string> {
    const socket = connect(this.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => {});
    return new Promise((resolve) => socket.on('close', () => resolve(answer)));
  }

  /** What is no envelope: a file of the server as it is sent, an upload. */
  fetch(
    path: string,
    init: RequestInit & { readonly headers?: { readonly [name: string]: string } } = {},
  ): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}/api${path}`, {
      ...init,
      headers: { authorization: `JWT ${this.token}`, ...init.headers },
    });
  }

  async call(method: string, path: string, body?: object, patience = 120_000): Promise<Answer> {
    const content = body && Buffer.from(JSON.stringify(body)).toString('base64');
    const response = await fetch(`http://127.0.0.1:${this.port}/api${path}`, {
      method,
      headers: {
        ...(this.token ? { authorization: `JWT ${this.token}` } : {}),
        ...(content ? { 'content-type': 'application/json' } : {}),
      },
      ...(content ? { body: JSON.stringify({ CadastreSafeContent: content }) } : {}),
      signal: AbortSignal.timeout(patience),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) };
  }
}
