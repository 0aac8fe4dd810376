import type pg from 'pg';
import { quoted } from './backup-format.ts';
import { codeOf } from './errors.ts';

const inUse = '55006';
const notAllowed = '42501';

/**
 * Drops a database with whatever is still connected. The plain drop sends an autovacuum worker away and waits for it,
 * but no one else; `with (force)` sends all others away, but is refused to an owner who is no superuser while such a
 * worker is in it. A worker may come between the two, so both are tried in turn, for `patience` milliseconds: on a busy
 * machine who is sent away takes longer than the five seconds that the database waits.
 */
export async function dropDatabase(
  client: Pick<pg.Client, 'query'>,
  name: string,
  patience = 60_000,
): Promise<void> {
  const end = Date.now() + patience;
  for (let force = false; ; force = !force) {
    try {
      await client.query(`drop database if exists ${quoted(name)}${force ? ' with (force)' : ''}`);
      return;
    } catch (error) {
      const code = codeOf(error);
      if ((code !== inUse && !(force && code === notAllowed)) || Date.now() > end) throw error;
      if (force) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
