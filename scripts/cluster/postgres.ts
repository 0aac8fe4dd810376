import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pause } from '../kill/office.ts';
import { endChild, giveTo, runTool, type Tools } from './tools.ts';

export interface PostgresOptions {
  readonly tools: Tools;
  /** An empty folder's parent that PostgreSQL's user reaches. */
  readonly folder: string;
  readonly name: string;
  readonly port: number;
  /** Of the superuser. */
  readonly password: string;
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        const stat = readFileSync(`/proc/${each}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** One PostgreSQL of Debian's on loopback: a primary, or what follows one. */
export class Postgres {
  readonly port: number;
  readonly name: string;
  private readonly data: string;
  private child: ChildProcess | null = null;

  constructor(private readonly options: PostgresOptions) {
    this.port = options.port;
    this.name = options.name;
    this.data = join(options.folder, options.name);
    mkdirSync(this.data, { mode: 0o700 });
    giveTo(options.tools, this.data);
  }

  async begin(): Promise<void> {
    const { tools, folder, password } = this.options;
    const secret = join(folder, 'postgres.password');
    writeFileSync(secret, password, { mode: 0o600 });
    giveTo(tools, secret);
    const names = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret}`];
    runTool(tools, 'initdb', ['-D', this.data, ...names, '-E', 'UTF8', '--locale=C.UTF-8'], folder);
    await this.start();
  }

  /** A copy of a running primary, which it follows from then on. */
  async follow(primary: Postgres): Promise<void> {
    const { tools, folder, password, name } = this.options;
    const source = `host=127.0.0.1 port=${primary.port} user=postgres password=${password} application_name=${name}`;
    runTool(
      tools,
      'pg_basebackup',
      ['-D', this.data, '-R', '-X', 'stream', '-c', 'fast', '-d', source],
      folder,
    );
    await this.start();
    await primary.waitFor(name);
  }

  /** From here on a commit is answered when the replica has it, too. */
  private async waitFor(replica: string): Promise<void> {
    await this.sql(`alter system set synchronous_standby_names = '${replica}'`);
    await this.sql('select pg_reload_conf()');
    const asked = `select sync_state from pg_stat_replication where application_name = '${replica}'`;
    for (let i = 0; (await this.sql(asked))[0]?.sync_state !== 'sync'; i++) {
      if (i > 600) throw new Error(`${replica} does not follow ${this.name}: ${this.log()}`);
      await pause(100);
    }
  }

  /** With the files that it has, also those of when it was killed. */
  async start(): Promise<void> {
    const { tools, folder, name } = this.options;
    const settings = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'max_connections=60',
      'synchronous_commit=on',
    ].flatMap((setting) => ['-c', setting]);
    const log = openSync(join(folder, `${name}.log`), 'a');
    this.child = spawn(join(tools.bin, 'postgres'), ['-D', this.data, '-p', String(this.port), ...settings], {
      ...tools.user,
      cwd: folder,
      stdio: ['ignore', log, log],
    });
    for (let i = 0; ; i++) {
      const answers = await this.sql('select 1').catch(() => null);
      if (answers) return;
      if (this.child.exitCode !== null || i > 600) throw new Error(`${name} did not start: ${this.log()}`);
      await pause(100);
    }
  }

  /** As whoever may do everything. */
  async sql(text: string, database = 'postgres'): Promise<readonly { readonly [column: string]: unknown }[]> {
    return this.with(database, async (client) => (await client.query(text)).rows);
  }

  async with<Result>(database: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const { password } = this.options;
    const client = new pg.Client({
      host: '127.0.0.1',
      port: this.port,
      user: 'postgres',
      password,
      database,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** From a replica to a primary, which waits for nobody until another follows it. */
  async promote(): Promise<void> {
    await this.sql('select pg_promote(true, 60)');
  }

  /** Everything of it at once, as a machine that loses its power. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    for (const pid of [child.pid, ...childrenOf(child.pid)]) kill(pid);
    await ended;
  }

  /** A fast stop: whoever is connected is sent away. */
  stop(): Promise<void> {
    return endChild(this.child, 'SIGINT');
  }

  private log(): string {
    return readFileSync(join(this.options.folder, `${this.name}.log`), 'utf8').slice(-2_000);
  }
}
