import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { Entity } from '#src/core/entity.ts';
import type { BlockLinkContext, BlockLinker } from '#src/core/link/block-linker.ts';
import type { FormatId, LinkedBlock, LinkedField, Text } from '#src/core/linked.ts';

export interface Fact {
  readonly field: LinkedField;
  readonly title: string;
  readonly format: FormatId;
  readonly link: Text | null;
  readonly hideEmpty: boolean;
  /** Of a coded field: the search for records with the same code. */
  readonly find?: Find;
}

export interface Find {
  readonly list: string;
  /** First segment of the routes of its records. */
  readonly prefix: string;
  /** What several of them are called. */
  readonly plural: string;
  readonly op: 'eq' | 'oneof';
}

export type LinkedFacts = LinkedBlock &
  Omit<Definition, 'fields' | 'figures' | 'heading' | 'status'> & {
    readonly heading: Fact | null;
    readonly status: Fact | null;
    readonly facts: readonly Fact[];
    readonly figures: readonly Fact[];
  };

type Definition = BlockDefinition<'facts'>;
type FactDefinition = Definition['fields'][number];

type FactsDefinition = LinkedBlock & Definition;

export function isFacts(block: LinkedBlock): block is LinkedFacts {
  return block.type === 'facts' && Array.isArray(block.facts);
}

function isDefinition(block: LinkedBlock): block is FactsDefinition {
  return block.type === 'facts' && Array.isArray(block.fields);
}

/** A code says of which sort a record is, so that one asks for the others of it. */
function findOf(entity: Entity | null, id: string): Find | undefined {
  const field = entity?.fields[id];
  if (!entity || !field || entity.record.own) return undefined;
  if (!field.codes && !field.list && !field.offers) return undefined;
  const op = (['eq', 'oneof'] as const).find((known) => field.search.includes(known));
  const { list, prefix } = entity.record;
  return op && { list, prefix, plural: entity.plural ?? entity.title, op };
}

/** Fields come from the entity that is named, else from the source. Without a list every field is shown. */
export const link: BlockLinker = (block, context) => {
  if (!isDefinition(block)) return block;
  if (!context.source) {
    context.report({
      pointer: '/data',
      rule: 'missing-source',
      message: `Facts "${block.id}" have no data source. Name one of the screen's sources in "data".`,
    });
    return block;
  }
  const entity = block.entity ? context.entity(block.entity) : null;
  const known: readonly LinkedField[] = entity ? Object.values(entity.fields) : context.source.fields;
  const factsOf = linkedFacts(block, entity, known, context);
  const one = (id: string | undefined, pointer: string) =>
    id === undefined ? null : (factsOf([{ id, hideEmpty: true }], () => pointer)[0] ?? null);
  const all = () => known.map((field): FactDefinition => ({ id: field.id, hideEmpty: false }));
  const { fields, ...rest } = block;
  const linked: LinkedFacts = {
    ...rest,
    heading: one(block.heading, '/heading'),
    status: one(block.status, '/status'),
    facts: factsOf(fields.length > 0 ? fields : all(), (i) => `/fields/${i}/id`),
    figures: factsOf(block.figures, (i) => `/figures/${i}/id`),
  };
  return linked;
};

function linkedFacts(
  block: FactsDefinition,
  entity: Entity | null,
  known: readonly LinkedField[],
  context: BlockLinkContext,
) {
  const addCodes = context.useCodes;
  const linkedFact = (definition: FactDefinition, pointer: string): Fact | null => {
    const field = known.find((candidate) => candidate.id === definition.id);
    if (!field) {
      context.report({
        pointer,
        rule: entity ? 'unknown-field' : 'unknown-column',
        message: entity
          ? `Field "${definition.id}" is not in entity "${entity.id}".`
          : `"${definition.id}" is not returned by source "${block.data ?? ''}".`,
        suggestion: context.suggest(
          definition.id,
          known.map((candidate) => candidate.id),
        ),
      });
      return null;
    }
    if (field.codes) addCodes(field.codes, pointer);
    const find = findOf(entity, field.id);
    return {
      field,
      title: definition.title ?? field.title,
      format: definition.format ?? field.format,
      link: definition.link ?? null,
      hideEmpty: definition.hideEmpty,
      ...(find ? { find } : {}),
    };
  };
  return (definitions: readonly FactDefinition[], pointer: (i: number) => string): readonly Fact[] =>
    definitions.flatMap((definition, i) => linkedFact(definition, pointer(i)) ?? []);
}
