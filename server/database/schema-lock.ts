import pg from 'pg';
import { startConfig, type Target } from './pool.ts';

// Any number; the same for everybody who changes the schema.
const schemaLock = 7_263_110_501;

/**
 * Does the work while nobody else changes the schema. The lock belongs to a transaction on a connection of its own: a
 * pooler hands on what a session holds with its connection, and only a transaction keeps the same one to its end.
 */
export async function schemaToItself<Result>(target: Target, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client(startConfig(target));
  client.on('error', () => {});
  try {
    await client.connect();
    // It does nothing for as long as the work takes.
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1::bigint)', [schemaLock]);
    const result = await work();
    await client.query('commit');
    return result;
  } finally {
    await client.end().catch(() => {});
  }
}
