import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { closeReader } from '#server/database/roles.ts';
import { freePort } from '#tests/support/application.ts';
import { Caller } from './caller.ts';
import { Member } from './member.ts';
import { Pooler } from './pooler.ts';
import { Postgres } from './postgres.ts';
import { roundRobin } from './proxy.ts';
import { giveTo, type Tools } from './tools.ts';

export const database = 'cadastre';
const owner = 'cadastre';
const secret = () => randomBytes(18).toString('hex');

/** Two servers behind a proxy, on a primary with a replica behind pgbouncer. */
export class Cluster {
  primary: Postgres;
  replica: Postgres;
  readonly pooler: Pooler;
  readonly members: readonly [Member, Member];
  /** Where the proxy listens. */
  proxy = 0;
  readonly admin = new Caller();
  private readonly superPassword = secret();
  private readonly ownerPassword = secret();
  private readonly door: Server;
  private made = 2;

  private constructor(
    private readonly tools: Tools,
    private readonly folder: string,
    root: string,
    ports: readonly [number, number, number, number, number],
  ) {
    const [first, second, pool, one, other] = ports;
    this.primary = this.postgres('node1', first);
    this.replica = this.postgres('node2', second);
    const password = this.ownerPassword;
    this.pooler = new Pooler({ tools, folder, port: pool, database, user: owner, password });
    const data = join(folder, 'data');
    mkdirSync(data);
    const member = (port: number, name: string) =>
      new Member({
        root,
        port,
        env: {
          DATABASE_URL: this.pooler.url,
          DATABASE_READ_URL: this.pooler.readUrl,
          DATABASE_CONNECTIONS: '10',
          CADASTRE_DATA: data,
          CADASTRE_LOCAL: join(folder, name),
          TRUST_PROXY: '127.0.0.1',
        },
      });
    this.members = [member(one, 'one'), member(other, 'other')];
    this.door = roundRobin([one, other]);
  }

  static async in(folder: string, root: string, tools: Tools): Promise<Cluster> {
    // PostgreSQL's own user must get there.
    chmodSync(folder, 0o755);
    giveTo(tools, folder);
    const ports = [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()];
    return new Cluster(tools, folder, root, ports as [number, number, number, number, number]);
  }

  private postgres(name: string, port: number): Postgres {
    const { tools, folder, superPassword } = this;
    return new Postgres({ tools, folder, name, port, password: superPassword });
  }

  async start(): Promise<void> {
    await this.primary.begin();
    await this.primary.sql(`create role ${owner} login createdb password '${this.ownerPassword}'`);
    await this.primary.sql(`create database ${database} owner ${owner}`);
    for (const text of [
      'create role cadastre_reader nologin',
      'create role cadastre_writer nologin',
      `grant cadastre_reader, cadastre_writer to ${owner}`,
      'create extension pg_trgm',
    ])
      await this.primary.sql(text, database);
    await this.primary.with(database, (client) => closeReader(client, owner));
    await this.replica.follow(this.primary);
    this.pooler.start(this.primary.port, this.replica.port);
    const [one, other] = this.members;
    await one.start();
    const password = /^\s+admin\s+(\S+)/m.exec(one.output)?.[1];
    if (!password) throw new Error(`No administrator's password was printed: ${one.output}`);
    await other.start();
    await new Promise<void>((resolve) => this.door.listen(0, '127.0.0.1', resolve));
    const address = this.door.address();
    this.proxy = typeof address === 'object' && address ? address.port : 0;
    await this.admin.signIn(one.port, 'admin', password);
  }

  /** The primary is gone; its replica takes over, and the pooler leads to it. */
  async failOver(): Promise<void> {
    await this.primary.kill();
    await this.replica.promote();
    this.primary = this.replica;
    this.pooler.pointTo(this.primary.port, this.replica.port);
  }

  /** A new replica of the primary, in place of the one that became it. */
  async mend(): Promise<void> {
    this.made += 1;
    this.replica = this.postgres(`node${this.made}`, await freePort());
    await this.replica.follow(this.primary);
    this.pooler.pointTo(this.primary.port, this.replica.port);
  }

  async stop(): Promise<void> {
    this.door.close();
    this.door.closeAllConnections();
    await Promise.all(this.members.map((member) => member.end('SIGTERM')));
    await this.pooler.end('SIGTERM');
    await this.primary.stop();
    await this.replica.stop();
  }
}
