import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { quoted } from './backup-format.ts';
import { codeOf, DatabaseSetupError } from './errors.ts';
import { appliedMigrations } from './migrate.ts';
import { MigrationError, placeOfFailure } from './migration-error.ts';
import { requestRoles } from './roles.ts';

/** A view that is made again whenever its file or a migration changes: one select, its first line says what it is. */
export interface View {
  readonly name: string;
  readonly sql: string;
}

const here = dirname(fileURLToPath(import.meta.url));

export function readViews(folder: string = join(here, 'views')): readonly View[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const name = /^([a-z][a-z0-9_]*)\.sql$/.exec(file)?.[1];
      if (name === undefined) return [];
      return [{ name, sql: readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n') }];
    });
}

/** Each behind those that it reads. */
export function inOrder(views: readonly View[]): readonly View[] {
  const ordered: View[] = [];
  let waiting = views;
  const reads = (view: View, other: View) =>
    new RegExp(`\\b${other.name}\\b`).test(withoutComments(view.sql));
  while (waiting.length > 0) {
    const free = waiting.filter((view) => !waiting.some((other) => other !== view && reads(view, other)));
    if (free.length === 0)
      throw new DatabaseSetupError(
        `Views read each other in a circle: ${waiting.map(({ name }) => name).join(', ')}. Take one of these uses out.`,
      );
    ordered.push(...free);
    waiting = waiting.filter((view) => !free.includes(view));
  }
  return ordered;
}

function withoutComments(sql: string): string {
  return sql.replaceAll(/--[^\n]*/g, '');
}

/**
 * Makes the views anew whose text, or what they stand on, has changed, and those that read them; in one transaction,
 * with the rights of whoever asks. Answers their names.
 */
export async function applyViews(
  client: pg.ClientBase,
  views: readonly View[] = readViews(),
): Promise<readonly string[]> {
  const stamp = JSON.stringify((await appliedMigrations(client)).map(({ checksum }) => checksum));
  await client.query(
    'create table if not exists schema_view (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
  const made = await client.query<{ name: string; hash: string }>('select name, hash from schema_view');
  const known = new Map(made.rows.map(({ name, hash }) => [name, hash]));
  const changed: View[] = [];
  const ordered = inOrder(views);
  for (const view of ordered)
    if (
      known.get(view.name) !== hashOf(view, stamp) ||
      changed.some(({ name }) => new RegExp(`\\b${name}\\b`).test(withoutComments(view.sql)))
    )
      changed.push(view);
  if (changed.length > 0) await remake(client, changed, stamp);
  return changed.map(({ name }) => name);
}

function hashOf({ sql }: View, stamp: string): string {
  return createHash('sha256').update(stamp).update(sql).digest('hex');
}

async function remake(client: pg.ClientBase, views: readonly View[], stamp: string): Promise<void> {
  await client.query('begin');
  try {
    const notes = await notesOf(client, views);
    for (const { name } of [...views].reverse()) await dropView(client, name);
    for (const view of views) await makeView(client, view);
    for (const { name } of views) await writeNotes(client, name, notes.get(name) ?? new Map());
    for (const view of views)
      await client.query(
        `insert into schema_view (name, hash) values ($1, $2)
         on conflict (name) do update set hash = excluded.hash, applied_at = now()`,
        [view.name, hashOf(view, stamp)],
      );
    // What reports answered through the views of before.
    await client.query(
      `do $$ begin if to_regclass('report_runs.part') is not null then delete from report_runs.part; end if; end $$`,
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function dropView(client: pg.ClientBase, name: string): Promise<void> {
  try {
    await client.query(`drop view if exists ${quoted(name)}`);
  } catch (error) {
    if (codeOf(error) !== '2BP01') throw error;
    const detail = error instanceof Error && 'detail' in error ? String(error.detail) : '';
    throw new DatabaseSetupError(
      `The view "${name}" is to be made anew, but something of this database that the program does not know reads it: ${detail}. Drop that, start, and make it again.`,
      { cause: error },
    );
  }
}

async function makeView(client: pg.ClientBase, { name, sql }: View): Promise<void> {
  // On one line with the first of the file, so that lines are counted as in the file.
  const head = `create view ${quoted(name)} with (security_invoker = true) as `;
  const script = { file: `server/database/views/${name}.sql`, sql: head + sql };
  try {
    await client.query(script.sql);
  } catch (error) {
    await client.query('rollback').catch(() => {});
    const place = await placeOfFailure(client, script, error);
    throw new MigrationError(
      `The view "${name}" cannot be made`,
      { ...script, sql },
      Math.max(0, place - head.length),
      error,
    );
  }
  await client.query(`grant select on ${quoted(name)} to ${requestRoles.join(', ')}`);
  const about = /^-- (.*)$/m.exec(sql)?.[1];
  if (about !== undefined)
    await client.query(`comment on view ${quoted(name)} is '${about.replaceAll("'", "''")}'`);
}

type Notes = ReadonlyMap<string, string>;

/** What migrations say of the columns, which goes with the old view. */
async function notesOf(client: pg.ClientBase, views: readonly View[]): Promise<ReadonlyMap<string, Notes>> {
  const { rows } = await client.query<{ view: string; column: string; note: string }>(
    `select c.relname as view, a.attname as column, col_description(c.oid, a.attnum) as note
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and c.relname = any ($1::text[])
       and col_description(c.oid, a.attnum) is not null`,
    [views.map(({ name }) => name)],
  );
  const notes = new Map<string, Map<string, string>>();
  for (const { view, column, note } of rows)
    notes.set(view, (notes.get(view) ?? new Map<string, string>()).set(column, note));
  return notes;
}

async function writeNotes(client: pg.ClientBase, view: string, notes: Notes): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    `select string_agg(format('comment on column %I.%I is %L', $1::text, a.attname, said.note), '; ') as text
     from pg_attribute a join unnest($2::text[], $3::text[]) as said (name, note) on said.name = a.attname
     where a.attrelid = format('public.%I', $1::text)::regclass`,
    [view, [...notes.keys()], [...notes.values()]],
  );
  if (rows[0]?.text) await client.query(rows[0].text);
}
