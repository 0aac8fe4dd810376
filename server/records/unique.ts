import type { Entity } from '#src/core/entity.ts';
import { constraintOf } from '../database/constraint-of.ts';
import { codeOf } from '../database/errors.ts';
import type { Database } from '../database/open-database.ts';
import { Problem } from '../problem.ts';

/** The work's answer; where a record like it is there already, a refusal at the fields that make them alike. */
export async function orUnique<Result>(
  { database }: { readonly database: Pick<Database, 'read'> },
  entity: Entity,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) !== '23505' || typeof error !== 'object' || error === null) throw error;
    const [table, constraint] = ['table', 'constraint'].map((key) => String(Reflect.get(error, key)));
    const child = Object.values(entity.children ?? {}).find((one) => one.table === table);
    if (child) {
      const twice = `${child.title}: the same stands here twice. Leave one of the two.`;
      throw new Problem('refused', twice, {
        cause: error,
        errors: [{ pointer: `/${child.id}`, message: twice }],
      });
    }
    const { columns } = await constraintOf(database, table ?? '', constraint ?? '');
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
