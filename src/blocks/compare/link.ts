import type { BlockDefinition } from '#src/core/block-definition.ts';
import { fieldsWithChildren } from '#src/core/child-fields.ts';
import type { Entity, EntityField } from '#src/core/entity.ts';
import type { BlockLinkContext, BlockLinker } from '#src/core/link/block-linker.ts';
import type { FormatId, LinkedAction, LinkedBlock, LinkedExpression, LinkedField } from '#src/core/linked.ts';

type Definition = BlockDefinition<'compare'>;

/** A line of the comparison. */
export interface ComparedField {
  readonly field: LinkedField;
  readonly title: string;
  readonly format: FormatId;
  /** Figures stand one under the other by their ends. */
  readonly right: boolean;
  /** Of rows inside the record: what a row is made of. */
  readonly cells?: readonly LinkedField[];
}

export interface ComparedSection {
  readonly title: string;
  readonly fields: readonly ComparedField[];
}

export interface CompareChoice {
  readonly value: string;
  readonly among: string;
  readonly label: string;
  readonly visibleWhen: LinkedExpression | null;
  readonly on: readonly LinkedAction[];
}

export type LinkedCompare = LinkedBlock &
  Omit<Definition, 'sections' | 'heading' | 'name' | 'choose'> & {
    /** Column that names a version; null where the rows are records of their own. */
    readonly name: string | null;
    readonly choose: CompareChoice | null;
    readonly heading: LinkedField | null;
    readonly sections: readonly ComparedSection[];
    /** List of the records, first segment of their routes, and what one and several are called. */
    readonly list: string;
    readonly prefix: string;
    readonly singular: string;
    readonly plural: string;
    /** What a record is called, with its fields in braces. */
    readonly label: string;
  };

export function isCompare(block: LinkedBlock): block is LinkedCompare {
  return block.type === 'compare' && typeof block.list === 'string';
}

function isDefinition(block: LinkedBlock): block is LinkedBlock & Definition {
  return block.type === 'compare' && Array.isArray(block.sections);
}

/** Numbers that are no amounts: nobody looks for the greater of two. */
const named: ReadonlySet<FormatId> = new Set(['id', 'baseYear', 'trend']);

function isFigure({ type, codes, list, ref }: LinkedField, format: FormatId): boolean {
  return (type === 'integer' || type === 'number') && !codes && !list && !ref && !named.has(format);
}

function known(entity: Entity, id: string, pointer: string, context: BlockLinkContext): EntityField | null {
  const fields = fieldsWithChildren(entity);
  const field = Object.hasOwn(fields, id) ? fields[id] : undefined;
  if (field) return field;
  context.report({
    pointer,
    rule: 'unknown-field',
    message: `Field "${id}" is not in entity "${entity.id}".`,
    suggestion: context.suggest(id, Object.keys(fields)),
  });
  return null;
}

/** The columns of the source that are named are there; what a call answers is not known beforehand. */
function demandColumns({ name, choose }: Definition, context: BlockLinkContext): void {
  const ids = context.source?.fields.map(({ id }) => id) ?? [];
  if (ids.length === 0) return;
  for (const [pointer, column] of [
    ['/name', name],
    ['/choose/value', choose?.value],
    ['/choose/among', choose?.among],
  ] as const)
    if (column !== undefined && !ids.includes(column))
      context.report({
        pointer,
        rule: 'unknown-column',
        message: `"${column}" is not a column of the source.`,
        suggestion: context.suggest(column, ids),
      });
}

export const link: BlockLinker = (block, context) => {
  if (!isDefinition(block)) return block;
  // An unknown name is reported by the walk over the schema.
  const entity = context.entity(block.entity);
  if (!entity) return block;
  const addCodes = context.useCodes;
  const sections = block.sections.map(
    ({ title, fields }, i): ComparedSection => ({
      title,
      fields: fields.flatMap((given, j): readonly ComparedField[] => {
        const pointer = `/sections/${i}/fields/${j}/id`;
        const found = known(entity, given.id, pointer, context);
        if (!found) return [];
        const { lines, ...field } = found;
        const cells = Object.values(lines?.fields ?? {});
        for (const { codes } of [field, ...cells]) if (codes) addCodes(codes, pointer);
        const format = given.format ?? field.format;
        return [
          {
            field,
            title: given.title ?? field.title,
            format,
            right: isFigure(field, format),
            ...(lines ? { cells } : {}),
          },
        ];
      }),
    }),
  );
  demandColumns(block, context);
  const { list, prefix, label } = entity.record;
  const choose = block.choose as CompareChoice | undefined;
  const linked: LinkedCompare = {
    ...block,
    heading: block.heading === undefined ? null : known(entity, block.heading, '/heading', context),
    name: block.name ?? null,
    choose: choose ? { ...choose, visibleWhen: choose.visibleWhen ?? null } : null,
    sections,
    list,
    prefix,
    label,
    singular: entity.singular ?? entity.title.toLowerCase(),
    plural: entity.plural ?? entity.title.toLowerCase(),
  };
  return linked;
};
