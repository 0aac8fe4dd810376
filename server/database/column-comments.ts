import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { isObject } from './backup-format.ts';

const entityFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'schemas', 'entities');

interface Note {
  readonly relation: string;
  readonly column: string;
  readonly note: string;
}

/** What entities say of the columns that their tables and views have. */
export function entityNotes(folder: string = entityFolder): readonly Note[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const entity: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      if (!isObject(entity) || !isObject(entity.record) || !isObject(entity.properties)) return [];
      const relations = [entity.record.view, entity.record.table].filter((name) => typeof name === 'string');
      return Object.entries(entity.properties).flatMap(([column, field]) => {
        const note = isObject(field) ? (field.description ?? field.title) : undefined;
        if (typeof note !== 'string') return [];
        const sentence = /[.!?]$/.test(note) ? note : `${note}.`;
        return relations.map((relation) => ({ relation, column, note: sentence }));
      });
    });
}

/** Gives a column without a comment what its entity says of it. */
export async function commentColumns(
  client: pg.ClientBase,
  notes: readonly Note[] = entityNotes(),
): Promise<void> {
  const { rows } = await client.query<{ text: string | null }>(
    `select string_agg(format('comment on column %I.%I is %L', c.relname, a.attname, said.note), '; ') as text
     from unnest($1::text[], $2::text[], $3::text[]) as said (relation, name, note)
     join pg_class c on c.relname = said.relation and c.relnamespace = 'public'::regnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = said.name and a.attnum > 0
     where col_description(c.oid, a.attnum) is null`,
    [notes.map(({ relation }) => relation), notes.map(({ column }) => column), notes.map(({ note }) => note)],
  );
  if (rows[0]?.text) await client.query(rows[0].text);
}
