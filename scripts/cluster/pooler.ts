import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endChild, giveTo, type Tools } from './tools.ts';

export interface PoolerOptions {
  readonly tools: Tools;
  readonly folder: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
}

/** pgbouncer in transaction mode; the lines are those of docs/operations.md. */
export class Pooler {
  private child: ChildProcess | null = null;
  private readonly file: string;

  constructor(private readonly options: PoolerOptions) {
    this.file = join(options.folder, 'pgbouncer.ini');
  }

  get url(): string {
    return this.urlOf(this.options.database);
  }

  /** Leads to the replica. */
  get readUrl(): string {
    return this.urlOf(this.replicaName);
  }

  private get replicaName(): string {
    return `${this.options.database}_read`;
  }

  private urlOf(database: string): string {
    const { user, password, port } = this.options;
    return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  }

  private write(primary: number, replica: number): void {
    const { tools, folder, port, database, user, password } = this.options;
    const users = join(folder, 'userlist.txt');
    writeFileSync(users, `"${user}" "${password}"\n`, { mode: 0o600 });
    const lines = [
      '[databases]',
      `${database} = host=127.0.0.1 port=${primary}`,
      `${this.replicaName} = host=127.0.0.1 port=${replica} dbname=${database}`,
      `* = host=127.0.0.1 port=${primary}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'max_client_conn = 200',
      // Fewer than two servers ask for, so that they share them.
      'default_pool_size = 12',
      'server_connect_timeout = 2',
      'server_login_retry = 1',
      'query_wait_timeout = 5',
      'tcp_keepalive = 1',
    ];
    writeFileSync(this.file, `${lines.join('\n')}\n`, { mode: 0o600 });
    for (const path of [this.file, users]) giveTo(tools, path);
  }

  start(primary: number, replica: number): void {
    const { tools, folder } = this.options;
    this.write(primary, replica);
    const log = openSync(join(folder, 'pgbouncer.log'), 'a');
    this.child = spawn(tools.pgbouncer, [this.file], {
      ...tools.user,
      cwd: folder,
      stdio: ['ignore', log, log],
    });
  }

  /** To others, without sending anybody away. */
  pointTo(primary: number, replica: number): void {
    this.write(primary, replica);
    this.child?.kill('SIGHUP');
  }

  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    return endChild(this.child, signal);
  }
}
