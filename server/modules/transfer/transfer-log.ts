// The log of what came and went by itself.
import type { Database } from '../../database/open-database.ts';
import { everywhere } from '../../database/transaction.ts';

export interface Logged {
  readonly id: number;
  readonly name: string;
  readonly job_id: number | null;
  readonly [column: string]: unknown;
}

export async function logFile(
  database: Database,
  file: { readonly name: string; readonly heldAs: string; readonly size: number; readonly userId: number },
): Promise<Logged> {
  const { rows } = await database.write(everywhere, (client) =>
    client.query<Logged>(
      `insert into transfer_log (kind, name, held_as, size_bytes, as_user) values ('INBOX', $1::text, $2::text, $3::bigint, $4::bigint)
       returning id, name, job_id`,
      [file.name, file.heldAs, file.size, file.userId],
    ),
  );
  return rows[0] as Logged;
}

/** The row of a file that was taken and not finished. */
export async function loggedAs(database: Database, heldAs: string): Promise<Logged | null> {
  const { rows } = await database.read(everywhere, {}, (client) =>
    client.query<Logged>(
      `select id, name, job_id from transfer_log where held_as = $1::text and state = 'UNDERWAY' order by id desc limit 1`,
      [heldAs],
    ),
  );
  return rows[0] ?? null;
}

export async function logJob(database: Database, id: number, jobId: number): Promise<void> {
  await database.write(everywhere, (client) =>
    client.query('update transfer_log set job_id = $2::bigint where id = $1::bigint', [id, jobId]),
  );
}

export interface LoggedEnd {
  readonly state: 'DONE' | 'FAILED';
  readonly said: string;
  readonly exportId?: number;
}

export async function logEnd(database: Database, id: number, { state, said, exportId }: LoggedEnd) {
  await database.write(everywhere, (client) =>
    client.query(
      `update transfer_log set state = $2::text, said = $3::text, export_id = $4::bigint, held_as = null, ended_at = clock_timestamp()
       where id = $1::bigint and state = 'UNDERWAY'`,
      [id, state, said, exportId ?? null],
    ),
  );
}

/** Says once what keeps the folder from being read: not again until something else was said. */
export async function logFault(database: Database, name: string, said: string): Promise<void> {
  await database.write(everywhere, (client) =>
    client.query(
      `insert into transfer_log (kind, name, state, said, ended_at)
       select 'INBOX', $1::text, 'FAILED', $2::text, clock_timestamp()
       where $2::text is distinct from (select t.said from transfer_log t where t.kind = 'INBOX' order by t.id desc limit 1)`,
      [name, said],
    ),
  );
}
