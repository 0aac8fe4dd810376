import type { Entity } from '#src/core/entity.ts';
import { codeOf } from '../database/errors.ts';
import type { Database } from '../database/open-database.ts';
import { Problem } from '../problem.ts';

/** The work's answer; where a record like it is there already, a refusal at the fields that make them alike. */
export async function orUnique<Result>(
  { database }: { readonly database: Database },
  entity: Entity,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) !== '23505' || typeof error !== 'object' || error === null) throw error;
    const constraint: unknown = Reflect.get(error, 'constraint');
    const { table, columns } = await constraintColumns(database, String(constraint));
    const child = Object.values(entity.children ?? {}).find((one) => one.table === table);
    if (child) {
      const twice = `${child.title}: the same stands here twice. Leave one of the two.`;
      throw new Problem('refused', twice, {
        cause: error,
        errors: [{ pointer: `/${child.id}`, message: twice }],
      });
    }
    const fields = columns.filter(
      (name) => Object.hasOwn(entity.fields, name) && !entity.fields[name]?.engine,
    );
    const titles = fields.map((name) => entity.fields[name]?.title ?? name);
    const such = `There is such a ${entity.singular ?? entity.title.toLowerCase()} already`;
    const message =
      titles.length === 0
        ? `${such}.`
        : titles.length === 1
          ? `${titles[0]}: this is taken already. Choose another.`
          : `${such}: ${titles.slice(0, -1).join(', ')} and ${titles.at(-1)} together occur once.`;
    throw new Problem('refused', message, {
      cause: error,
      errors: fields.map((name) => ({ pointer: `/${name}`, message })),
    });
  }
}

// Row security keeps the values out of the database's own message; the index says which columns they are, those of
// an expression too.
async function constraintColumns(
  database: Database,
  name: string,
): Promise<{ readonly table: string | null; readonly columns: readonly string[] }> {
  const { rows } = await database.owner((client) =>
    client.query<{ table: string; column: string }>(
      `select i.indrelid::regclass::text as table, a.attname as column
       from pg_index i join pg_class c on c.oid = i.indexrelid
       join pg_attribute a on a.attrelid = i.indrelid and (a.attnum = any(i.indkey) or exists (
         select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
           and d.refobjid = i.indrelid and d.refobjsubid = a.attnum))
       where c.relname = $1::text order by a.attnum`,
      [name],
    ),
  );
  return { table: rows[0]?.table ?? null, columns: rows.map(({ column }) => column) };
}
