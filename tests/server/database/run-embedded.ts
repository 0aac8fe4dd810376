import { createInterface } from 'node:readline';
import pg from 'pg';
import { startEmbedded } from '#server/database/embedded/start.ts';
import { clientConfig } from '#server/database/pool.ts';
import { root } from '#tests/support/database-server.ts';

// A server of the embedded PostgreSQL for embedded.test.ts, which kills it and its database.
const dataDir = process.argv[2] ?? '';
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const server = await startEmbedded({ dataDir, root, log: () => {} });
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  const ask = async (...statements: readonly string[]) => {
    const client = new pg.Client(clientConfig({ connection: server.connection }));
    client.on('error', () => {});
    await client.connect();
    try {
      let value: unknown;
      for (const text of statements) value = (await client.query(text)).rows[0]?.n;
      return value;
    } finally {
      await client.end();
    }
  };
  await ask('create table if not exists kept (id integer)');
  say(`ready ${server.pid()}`);
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      if (line === 'add')
        say(`value ${await ask('insert into kept values (1)', 'select count(*) as n from kept')}`);
      else if (line === 'count') say(`value ${await ask('select count(*) as n from kept')}`);
      else say(`value ${server.pid()}`);
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      say(`failed ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} catch (error) {
  say(`refused ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
