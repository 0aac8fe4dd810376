import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { FormatId, LinkedAction, LinkedBlock, LinkedExpression, LinkedField } from '#src/core/linked.ts';

export interface StatItem {
  readonly id: string;
  readonly title: string;
  /** The field of the source's first row, unless `value` computes the figure. */
  readonly field: LinkedField | null;
  readonly value: LinkedExpression | null;
  readonly format: FormatId;
  readonly unit: string | null;
  readonly tone: LinkedExpression | null;
  readonly help: string | null;
  readonly on: readonly LinkedAction[];
}

export type LinkedStats = LinkedBlock & Omit<Definition, 'items'> & { readonly items: readonly StatItem[] };

type Definition = BlockDefinition<'stats'>;

type StatsDefinition = LinkedBlock & Definition;

export function isStats(block: LinkedBlock): block is LinkedStats {
  return block.type === 'stats';
}

function isDefinition(block: LinkedBlock): block is StatsDefinition {
  return block.type === 'stats' && Array.isArray(block.items);
}

// What the format writes itself needs no unit behind it.
const formatsWithUnit: ReadonlySet<FormatId> = new Set(['currency', 'area', 'percent', 'fileSize']);

/** A figure is a field of the source or an expression; its title, format and unit come from the field where they are not given. */
export const link: BlockLinker = (block, context) => {
  if (!isDefinition(block)) return block;
  const addCodes = context.useCodes;
  const fields = context.source?.fields ?? [];
  const items = block.items.map((item, i): StatItem => {
    const wanted = item.field ?? (item.value ? null : item.id);
    const field = wanted === null ? null : (fields.find((known) => known.id === wanted) ?? null);
    if (wanted !== null && !field) {
      context.report({
        pointer: item.field ? `/items/${i}/field` : `/items/${i}/id`,
        rule: 'unknown-column',
        message: `"${wanted}" is not returned by source "${block.data ?? ''}".`,
        suggestion:
          context.suggest(
            wanted,
            fields.map((known) => known.id),
          ) ?? 'Give "value" for a computed figure.',
      });
    }
    if (field?.codes) addCodes(field.codes, `/items/${i}`);
    const format = item.format ?? field?.format ?? 'number';
    return {
      id: item.id,
      title: item.title ?? field?.title ?? item.id,
      field,
      value: item.value ?? null,
      format,
      unit: item.unit ?? (field && !formatsWithUnit.has(format) ? field.unit : null),
      tone: item.tone ?? null,
      help: item.help ?? null,
      on: item.on,
    };
  });
  const linked: LinkedStats = { ...block, items };
  return linked;
};
