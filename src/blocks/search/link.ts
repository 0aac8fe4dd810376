import type { EntityField } from '#src/core/entity.ts';
import type { BlockLinkContext, BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedWidget } from '#src/core/linked.ts';
import type { SearchOperator } from '#src/core/operators.ts';
import {
  isSearchDefinition,
  type LinkedSearch,
  type SearchField,
  type SimpleDefinition,
  type SimpleField,
} from './definition.ts';

const ranges: { readonly [format: string]: string } = {
  date: 'date-range',
  currency: 'currency-range',
  area: 'area-range',
};

const text: LinkedWidget = { type: 'text', options: {} };

/** Resolves the fields that can be searched, their operators and the inputs of each. */
export const link: BlockLinker = (block, context) => {
  if (!isSearchDefinition(block)) return block;
  const entity = context.entityOfList?.(block.list);
  // An unknown list is reported by the walk over the schema.
  if (!entity) return block;
  const searchable = Object.values(entity.fields).filter((field) => field.search.length > 0);
  const chosen: readonly SimpleDefinition[] =
    block.simple.length > 0 ? block.simple : searchable.map((field) => ({ id: field.id }));
  const simple = chosen.flatMap((definition, i) =>
    linkSimple(definition, entity.fields[definition.id], `/simple/${i}`, context),
  );
  for (const field of searchable) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the linker's context, no React hook
    if (field.codes) context.useCodes(field.codes, '/list');
  }
  const key = searchable.find((field) => field.format === 'id' && field.id === 'id')?.id ?? null;
  const linked: LinkedSearch = {
    ...block,
    prefix: entity.record.prefix,
    noun: entity.title,
    nouns: entity.plural ?? `${entity.title.toLowerCase()}s`,
    quick: block.quick && !simple.some(({ id }) => id === key),
    key,
    fields: searchable.map((field) => linkField(field, context)),
    simple,
  };
  return linked;
};

function linkSimple(
  definition: SimpleDefinition,
  field: EntityField | undefined,
  pointer: string,
  context: BlockLinkContext,
): readonly SimpleField[] {
  if (!field) return [];
  const { search } = field;
  if (search.length === 0) {
    context.report({
      pointer: `${pointer}/id`,
      rule: 'not-searchable',
      message: `Field "${field.id}" cannot be searched: its entity gives it no operators in "search".`,
    });
    return [];
  }
  if (definition.op && !search.includes(definition.op)) {
    context.report({
      pointer: `${pointer}/op`,
      rule: 'unknown-operator',
      message: `Field "${field.id}" has no operator "${definition.op}"; it has ${search.join(', ')}.`,
      suggestion: context.suggest(definition.op, search),
    });
    return [];
  }
  return [
    { id: field.id, title: definition.title ?? field.title, op: definition.op ?? usualOperator(field) },
  ];
}

/** Lists are searched by several codes, amounts and days by a range, texts by a part of them. */
function usualOperator(field: EntityField): SearchOperator {
  const wanted: readonly SearchOperator[] =
    field.codes || field.list || field.offers || field.format === 'id'
      ? ['oneof', 'eq']
      : field.type === 'date' || field.type === 'number' || field.type === 'integer'
        ? ['between', 'eq']
        : field.type === 'text'
          ? ['contains', 'oneof', 'starts']
          : ['eq'];
  return wanted.find((op) => field.search.includes(op)) ?? field.search[0] ?? 'eq';
}

function linkField(field: EntityField, context: BlockLinkContext): SearchField {
  const typedList = !field.codes && !field.list && !field.offers && !field.ref;
  return {
    id: field.id,
    title: field.title,
    unit: field.unit,
    valueType: field.type,
    codes: field.codes,
    operators: field.search,
    typedList,
    inputs: {
      one: inputOfOne(field, context),
      many: inputOfMany(field, context),
      range: inputOfRange(field),
    },
  };
}

/** Records may hold what nobody chooses any more, so items that are not active can be searched by. */
function pickerOf({ list, offers }: EntityField): LinkedWidget | null {
  if (list) return { type: 'reference', options: { list, inactive: true } };
  return offers
    ? { type: 'reference', options: { list: offers, inactive: true, showCodes: true, byCode: true } }
    : null;
}

function inputOfOne(field: EntityField, context: BlockLinkContext): LinkedWidget {
  const { type, options } = context.widgetFor(field);
  const picked = pickerOf(field);
  if (picked) return picked;
  if (type === 'textarea' || type === 'password' || type === 'new-password' || type === 'rich-text')
    return text;
  if (type === 'checkbox') return { type, options: { ...options, neither: true } };
  if (field.ref) return { type, options };
  if (field.format === 'id') return { type: 'integer', options: { grouped: false } };
  return { type, options };
}

function inputOfMany(field: EntityField, context: BlockLinkContext): LinkedWidget {
  if (field.codes) return { type: 'codes', options: {} };
  const picked = pickerOf(field);
  if (picked) return picked;
  if (field.ref) return context.widgetFor(field);
  return text;
}

function inputOfRange(field: EntityField): LinkedWidget {
  const options = field.type === 'integer' ? { decimals: 0 } : {};
  return { type: ranges[field.format] ?? 'number-range', options };
}
