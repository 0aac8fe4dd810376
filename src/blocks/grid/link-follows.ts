import type { Entity, EntityField } from '#src/core/entity.ts';
import { readsOf } from '#src/core/expressions/reads.ts';
import type { BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { LinkedExpression } from '#src/core/linked.ts';
import type { ColumnWords, Follows, GridSaves } from './definition.ts';

const nothing: Follows = { computed: [], checks: [], fields: {} };

/** What unsaved cells lead to: values that the record type or a column computes, and the record type's rules. */
export function linkFollows(
  saves: GridSaves | null,
  entity: Entity | null,
  definitions: readonly ColumnWords[],
  { source }: BlockLinkContext,
): Follows {
  if (!saves || !entity || !source) return nothing;
  const own = source.kind === 'records' && source.entity === entity.id;
  const named = new Set(source.fields.map(({ id }) => id));
  const edited = definitions.filter(({ edit }) => edit).map(({ id }) => saves.fields[id] ?? id);
  // Of a record that the rows refer to, those fields are known that a column here changes.
  const known = own ? named : new Set(edited);
  const readable = (expr: LinkedExpression | null) =>
    !expr || (readsOf(expr)?.every((field) => known.has(field)) ?? false);
  const columnOf = (field: string) =>
    definitions.find(({ id, edit }) => (edit ? (saves.fields[id] ?? id) : own ? id : null) === field)?.id;

  const computed = [
    ...(own ? inOrder(Object.values(entity.fields)) : []).flatMap(({ id, value }) =>
      value && readable(value.expr) ? [{ column: id, expr: value.expr }] : [],
    ),
    ...definitions.flatMap(({ id, value }) => (value ? [{ column: id, expr: value }] : [])),
  ];
  const checks = (entity.check ?? []).flatMap((check) => {
    if (!readable(check.expr) || !readable(check.when)) return [];
    const fields = [...check.fields, ...(readsOf(check.expr) ?? [])];
    const columns = [...new Set(fields.flatMap((field) => columnOf(field) ?? []))];
    const first = check.fields.flatMap((field) => columnOf(field) ?? []);
    const tells = first.length > 0 ? first : columns.slice(0, 1);
    return tells.length > 0 ? [{ check, columns: tells }] : [];
  });
  return { computed, checks, fields: saves.fields };
}

/** Computed fields after those that go into them; no ring of them passes the linker of entities. */
function inOrder(fields: readonly EntityField[]): readonly EntityField[] {
  const left = new Map(fields.filter(({ value }) => value).map((field) => [field.id, field]));
  const ordered: EntityField[] = [];
  const place = (field: EntityField): void => {
    if (!left.delete(field.id)) return;
    for (const read of field.value?.reads ?? []) {
      const other = left.get(read);
      if (other) place(other);
    }
    ordered.push(field);
  };
  for (const field of [...left.values()]) place(field);
  return ordered;
}
