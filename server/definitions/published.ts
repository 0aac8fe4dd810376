// What the studio has stored: versions, of which the newest of a path is in force, and drafts. Closed to reports, so read
// with the role that writes.
import { createHash } from 'node:crypto';
import type { DatabaseClient } from '../database/client.ts';
import type { Database } from '../database/open-database.ts';
import { itself, type Writer } from '../database/transaction.ts';

export type VersionAction = 'publish' | 'rollback' | 'withdraw';

export interface Version {
  readonly path: string;
  readonly version: number;
  readonly action: VersionAction;
  /** Null: the checkout's file is in force again. */
  readonly content: string | null;
  readonly hash: string | null;
  readonly file_hash: string | null;
  readonly note: string;
  readonly at: string;
  readonly by: string | null;
}

export interface Draft {
  readonly path: string;
  readonly content: string;
  readonly base_hash: string | null;
  readonly version: number;
  readonly at: string;
  readonly by: string | null;
}

/** Names a text by its bytes: equal texts are one version. */
export function textHash(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

const versionColumns = `v.path, v.version, v.action, v.content, v.hash, v.file_hash, v.note, v.created_at as at,
  u.full_name as by`;

type Rows<T> = T & Record<string, unknown>;

/** The newest version of every path that was ever published. */
export async function newestVersions(database: Database): Promise<ReadonlyMap<string, Version>> {
  const { rows } = await database.write(itself, (client) =>
    client.query<Rows<Version>>(
      `select distinct on (v.path) ${versionColumns} from definition_version v
       left join app_user u on u.id = v.created_by order by v.path, v.version desc`,
    ),
  );
  return new Map(rows.map((row) => [row.path, row]));
}

export async function versionsOf(database: Database, who: Writer, path: string): Promise<readonly Version[]> {
  const { rows } = await database.write(who, (client) =>
    client.query<Rows<Version>>(
      `select ${versionColumns} from definition_version v left join app_user u on u.id = v.created_by
       where v.path = $1::text order by v.version desc`,
      [path],
    ),
  );
  return rows;
}

/** Grows with every version of any path: another process sees by it that something was published. */
export function versionMark(database: Database): Promise<number> {
  return database.write(itself, newestMark);
}

export async function newestMark(client: DatabaseClient): Promise<number> {
  const { rows } = await client.query<{ mark: number }>(
    'select coalesce(max(id), 0) as mark from definition_version',
  );
  return Number(rows[0]?.mark ?? 0);
}

const draftColumns = `d.path, d.content, d.base_hash, d.version, d.updated_at as at, u.full_name as by`;

export async function readDrafts(database: Database, who: Writer): Promise<ReadonlyMap<string, Draft>> {
  const { rows } = await database.write(who, (client) =>
    client.query<Rows<Draft>>(
      `select ${draftColumns} from definition_draft d
       left join app_user u on u.id = coalesce(d.updated_by, d.created_by)`,
    ),
  );
  return new Map(rows.map((row) => [row.path, row]));
}

export async function readDraft(database: Database, who: Writer, path: string): Promise<Draft | null> {
  return (await readDrafts(database, who)).get(path) ?? null;
}

/** Two at once would each miss the other's version: the second waits and finds its base stale. */
const publishLock = 720_510_033;

export async function holdPublishing(client: DatabaseClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1::bigint)', [publishLock]);
}
