import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinkContext, BlockLinker } from '#src/core/link/block-linker.ts';
import type { FormatId, LinkedAction, LinkedBlock, LinkedExpression, LinkedField } from '#src/core/linked.ts';

/** The steps that led to a figure: a row each, in their order. */
export interface StatTrend {
  readonly source: string;
  readonly field: LinkedField;
  readonly by: LinkedField;
}

export interface StatTarget {
  readonly title: string;
  readonly least: LinkedExpression | null;
  readonly most: LinkedExpression | null;
}

export interface StatItem {
  readonly id: string;
  readonly title: string;
  /** The source of the figure; null where it is computed of none. */
  readonly source: string | null;
  /** The field of the source's first row, unless `value` computes the figure. */
  readonly field: LinkedField | null;
  readonly value: LinkedExpression | null;
  readonly format: FormatId;
  readonly unit: string | null;
  readonly tone: LinkedExpression | null;
  readonly target: StatTarget | null;
  readonly trend: StatTrend | null;
  readonly help: string | null;
  readonly visibleWhen: LinkedExpression | null;
  readonly on: readonly LinkedAction[];
}

export type LinkedStats = LinkedBlock & Omit<Definition, 'items'> & { readonly items: readonly StatItem[] };

type Definition = BlockDefinition<'stats'>;
type ItemDefinition = Definition['items'][number];

type StatsDefinition = LinkedBlock & Definition;

export function isStats(block: LinkedBlock): block is LinkedStats {
  return block.type === 'stats';
}

function isDefinition(block: LinkedBlock): block is StatsDefinition {
  return block.type === 'stats' && Array.isArray(block.items);
}

// What the format writes itself needs no unit behind it.
const formatsWithUnit: ReadonlySet<FormatId> = new Set(['currency', 'area', 'percent', 'fileSize']);

/** A figure is a field of its source or an expression; its title, format and unit come from the field where they are not given. */
export const link: BlockLinker = (block, context) => {
  if (!isDefinition(block)) return block;
  const items = block.items.map((item, i) => linkItem(item, `/items/${i}`, block.data, context));
  const linked: LinkedStats = { ...block, items };
  return linked;
};

function linkItem(
  item: ItemDefinition,
  pointer: string,
  ofBlock: string | null,
  context: BlockLinkContext,
): StatItem {
  const source = item.data ?? ofBlock;
  if (item.data !== undefined) context.tellWhole?.(item.data);
  const fields = item.data === undefined ? (context.source?.fields ?? []) : context.fieldsOf(item.data);
  const wanted = item.field ?? (item.value ? null : item.id);
  const field = wanted === null ? null : (fields.find((known) => known.id === wanted) ?? null);
  if (wanted !== null && !field) {
    context.report({
      pointer: item.field ? `${pointer}/field` : `${pointer}/id`,
      rule: 'unknown-column',
      message: `"${wanted}" is not returned by source "${source ?? ''}".`,
      suggestion:
        context.suggest(
          wanted,
          fields.map((known) => known.id),
        ) ?? 'Give "value" for a computed figure.',
    });
  }
  // biome-ignore lint/correctness/useHookAtTopLevel: the linker's context, no React hook
  if (field?.codes) context.useCodes(field.codes, pointer);
  const format = item.format ?? field?.format ?? 'number';
  const { target } = item;
  return {
    id: item.id,
    title: item.title ?? field?.title ?? item.id,
    source,
    field,
    value: item.value ?? null,
    format,
    unit: item.unit ?? (field && !formatsWithUnit.has(format) ? field.unit : null),
    tone: item.tone ?? null,
    target: target ? { title: target.title, least: target.least ?? null, most: target.most ?? null } : null,
    trend: item.trend ? linkTrend(item.trend, `${pointer}/trend`, context) : null,
    help: item.help ?? null,
    visibleWhen: item.visibleWhen ?? null,
    on: item.on,
  };
}

function linkTrend(
  { data, field: number, by: name }: NonNullable<ItemDefinition['trend']>,
  pointer: string,
  context: BlockLinkContext,
): StatTrend | null {
  context.tellWhole?.(data);
  const fields = context.fieldsOf(data);
  const field = fields.find((known) => known.id === number);
  const by = fields.find((known) => known.id === name);
  // The generic walk has told of a field that the source does not return.
  if (!field || !by) return null;
  if (field.type !== 'integer' && field.type !== 'number')
    context.report({
      pointer: `${pointer}/field`,
      rule: 'trend-number',
      message: `"${number}" of source "${data}" is no number, so no line can be drawn of it.`,
    });
  // biome-ignore lint/correctness/useHookAtTopLevel: the linker's context, no React hook
  if (by.codes) context.useCodes(by.codes, `${pointer}/by`);
  return { source: data, field, by };
}
