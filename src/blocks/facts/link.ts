import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { FormatId, LinkedBlock, LinkedField, Text } from '#src/core/linked.ts';

export interface Fact {
  readonly field: LinkedField;
  readonly title: string;
  readonly format: FormatId;
  readonly link: Text | null;
  readonly hideEmpty: boolean;
}

export type LinkedFacts = LinkedBlock & Omit<Definition, 'fields'> & { readonly facts: readonly Fact[] };

type Definition = BlockDefinition<'facts'>;
type FactDefinition = Definition['fields'][number];

type FactsDefinition = LinkedBlock & Definition;

export function isFacts(block: LinkedBlock): block is LinkedFacts {
  return block.type === 'facts' && Array.isArray(block.facts);
}

function isDefinition(block: LinkedBlock): block is FactsDefinition {
  return block.type === 'facts' && Array.isArray(block.fields);
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
  const addCodes = context.useCodes;
  const entity = block.entity ? context.entity(block.entity) : null;
  const known: readonly LinkedField[] = entity ? Object.values(entity.fields) : context.source.fields;
  const definitions =
    block.fields.length > 0
      ? block.fields
      : known.map((field): FactDefinition => ({ id: field.id, hideEmpty: false }));
  const facts = definitions.flatMap((definition, i): readonly Fact[] => {
    const field = known.find((candidate) => candidate.id === definition.id);
    if (!field) {
      context.report({
        pointer: `/fields/${i}/id`,
        rule: entity ? 'unknown-field' : 'unknown-column',
        message: entity
          ? `Field "${definition.id}" is not in entity "${entity.id}".`
          : `"${definition.id}" is not returned by source "${block.data ?? ''}".`,
        suggestion: context.suggest(
          definition.id,
          known.map((candidate) => candidate.id),
        ),
      });
      return [];
    }
    if (field.codes) addCodes(field.codes, `/fields/${i}/id`);
    return [
      {
        field,
        title: definition.title ?? field.title,
        format: definition.format ?? field.format,
        link: definition.link ?? null,
        hideEmpty: definition.hideEmpty,
      },
    ];
  });
  const { fields: _, ...rest } = block;
  const linked: LinkedFacts = { ...rest, facts };
  return linked;
};
