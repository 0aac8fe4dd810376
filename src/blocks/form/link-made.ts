// What an entity makes by itself, as a form tells it: copies, numbers, computed values, and the moves of its life.
import { fieldsWithChildren } from '#src/core/child-fields.ts';
import type { Entity, EntityField } from '#src/core/entity.ts';
import type { BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { LinkedTemplate } from '#src/core/linked.ts';
import type { CopySource, FormField, FormLines, FormMoves, Ingredient } from './definition.ts';

export function madeBy(
  { id, value, from, number }: EntityField,
  { entity }: { readonly entity: Entity | null },
  context: BlockLinkContext,
): Pick<FormField, 'origin' | 'copy' | 'ingredients'> {
  if (value) return { origin: 'value', ...ingredientsOf(value.reads, entity, context) };
  if (number) return { origin: 'number' };
  if (entity?.life?.field === id) return { origin: 'state' };
  if (!from) return {};
  const copy = copySource(from, entity, context);
  return { origin: 'from', ...(copy ? { copy } : {}) };
}

function ingredientsOf(
  reads: readonly string[] | null,
  entity: Entity | null,
  context: BlockLinkContext,
): Pick<FormField, 'ingredients'> {
  if (!reads || !entity) return {};
  const { useCodes: addCodes } = context;
  const known = fieldsWithChildren(entity);
  const ingredient = (field: EntityField): Ingredient => {
    if (field.codes) addCodes(field.codes, '');
    const { id, title, format, codes, lines } = field;
    return { id, title, format, codes, cells: lines ? Object.values(lines.fields).map(ingredient) : null };
  };
  const ingredients = reads.flatMap((id) => (known[id] ? [ingredient(known[id])] : []));
  return ingredients.length === 0 ? {} : { ingredients };
}

function copySource(
  { ref, reread }: NonNullable<EntityField['from']>,
  entity: Entity | null,
  context: BlockLinkContext,
): CopySource | null {
  const target = context.entity(entity?.refs?.[ref] ?? '');
  if (!target) return null;
  const title = target.singular ?? target.title.toLowerCase();
  return { ref, title, to: entity?.fields[ref]?.ref ?? null, reread };
}

/** What is particular to rows of a table of their own. */
export function rowsOf(
  field: string,
  entity: Entity | null,
  context: BlockLinkContext,
): Pick<FormLines, 'rows' | 'unordered' | 'pick'> {
  const child =
    entity?.children && Object.hasOwn(entity.children, field) ? entity.children[field] : undefined;
  if (!child) return {};
  const unordered = child.order === null ? ({ unordered: true } as const) : {};
  const rows = { rows: true as const, ...unordered };
  const target = child.pick ? context.entity(child.pick.entity) : null;
  if (!child.pick || !target || target.record.own) return rows;
  const title = target.plural ?? target.record.list;
  return { ...rows, pick: { title, list: target.record.list, field: child.pick.field } };
}

/** The moves of a life; a field without a code table was told where the entity is linked. */
export function movesOf(entity: Entity, context: BlockLinkContext): FormMoves | null {
  const { life, record } = entity;
  const field = life ? entity.fields[life.field] : undefined;
  if (!life || !field?.codes) return null;
  const { useCodes: addCodes } = context;
  addCodes(field.codes, '');
  return {
    field: field.id,
    title: field.title,
    codes: field.codes,
    update: record.permissions.update,
    moves: life.moves
      .filter(({ hand }) => hand !== false)
      .map(({ id, title, from, needs, notBy, tone }) => ({
        id,
        title,
        from,
        needs,
        notBy,
        tone,
      })),
    locked: life.locked,
    on: [
      {
        type: 'call',
        operation: 'record.move',
        params: { list: record.list, id: ofRow('id') },
        body: { move: ofRow('move'), version: ofRow('version') },
        // biome-ignore lint/suspicious/noThenProperty: what a step of a plan is followed by
        then: [{ type: 'refresh', data: [] }],
      },
    ],
  };
}

function ofRow(name: string): LinkedTemplate {
  return { $text: [{ path: ['row', name] }], over: 'row' };
}
