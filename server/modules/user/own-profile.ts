import type { DatabaseClient } from '../../database/client.ts';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The option that keeps the colours a user has chosen; the menu of the user sets it, too. */
const themeOption = 'theme';

interface Stored {
  readonly id: number;
  readonly username: string;
  readonly full_name: string;
  readonly email: string | null;
  /** Codes in words; null: none. */
  readonly work_districts: string | null;
  readonly search_districts: string | null;
  readonly version: number;
  readonly [column: string]: unknown;
}

export interface Profile extends Stored {
  /** Null while none was chosen. */
  readonly theme: Theme | null;
}

/** Null where none was chosen, or something that is none. */
export async function readTheme(client: DatabaseClient, userId: number): Promise<Theme | null> {
  const { rows } = await client.query<{ value: unknown }>(
    'select value from user_option where user_id = $1::bigint and name = $2::text',
    [userId, themeOption],
  );
  return themes.find((theme) => theme === rows[0]?.value) ?? null;
}

export async function saveTheme(client: DatabaseClient, userId: number, theme: Theme): Promise<void> {
  await client.query(
    `insert into user_option (user_id, name, value, created_by, updated_by)
     values ($1::bigint, $2::text, to_jsonb($3::text), $1::bigint, $1::bigint)
     on conflict (user_id, name) do update set value = excluded.value, version = user_option.version + 1,
       updated_by = excluded.updated_by`,
    [userId, themeOption, theme],
  );
}

export async function readProfile(client: DatabaseClient, id: number): Promise<Profile> {
  const { rows } = await client.query<Stored>(
    `select id, username, full_name, email, work_districts, search_districts, version
     from user_record where id = $1::bigint`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error(`User ${id} is gone.`);
  return { ...row, theme: await readTheme(client, id) };
}
