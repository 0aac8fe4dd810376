import type { BlockDefinition } from '#src/core/block-definition.ts';
import { isNumericFormat } from '#src/core/format.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import { type ToldField, toldFields } from '#src/core/link/told-fields.ts';
import type { LinkedBlock, LinkedField } from '#src/core/linked.ts';
import type { SmallSample } from './classes.ts';
import { mostAtOnce } from './most.ts';

type Definition = BlockDefinition<'map'>;

export type WrittenNumbers = readonly Pick<LinkedField, 'id' | 'format'>[];

export type MapButton = Definition['toolbar'][number];

type LayerDefinition = Definition['layers'][number];

/** Rows of another source over those of the map. */
export type LinkedLayer = Omit<LayerDefinition, 'facts' | 'theme' | 'latitude' | 'longitude'> & {
  readonly latitude: string;
  readonly longitude: string;
  readonly lines: readonly ToldField[];
  readonly colour: ToldField | null;
  readonly written: WrittenNumbers;
};

export type LinkedMap = LinkedBlock &
  Omit<Definition, 'facts' | 'themes' | 'layers' | 'smallSample' | 'latitude' | 'longitude'> & {
    readonly latitude: string;
    readonly longitude: string;
    readonly layers: readonly LinkedLayer[];
    readonly lines: readonly ToldField[];
    readonly colours: readonly ToldField[];
    readonly written: WrittenNumbers;
    readonly small: SmallSample | null;
    /** The field by which buttons know a row; null where there are none. */
    readonly key: string | null;
  };

export function isMap(block: LinkedBlock): block is LinkedMap {
  return block.type === 'map' && Array.isArray(block.lines);
}

function isDefinition(block: LinkedBlock): block is LinkedBlock & Definition {
  return block.type === 'map' && Array.isArray(block.themes);
}

export const link: BlockLinker = (block, context) => {
  if (!isDefinition(block)) return block;
  const { facts, themes, layers, smallSample, ...rest } = block;
  const { source } = context;
  const key = block.rowKey ?? (source && source.kind !== 'operation' ? source.rowKey : null);
  if (block.toolbar.length > 0 && key === null)
    context.report({
      pointer: '/toolbar',
      rule: 'missing-key',
      message: `Buttons of map "${block.id}" could not tell which rows are chosen. Give "rowKey".`,
    });
  if (block.selection !== undefined && key === null)
    context.report({
      pointer: '/selection',
      rule: 'missing-key',
      message: `Map "${block.id}" could not tell other blocks which rows are chosen. Give "rowKey".`,
    });
  if (block.lots && block.shapes === undefined)
    context.report({
      pointer: '/lots',
      rule: 'missing-key',
      message: `Lots of map "${block.id}" could not tell whose they are. Give "shapes".`,
    });
  layers.forEach(({ by }, at) => {
    const known = source?.fields.map(({ id }) => id) ?? [];
    if (by === undefined || known.includes(by)) return;
    context.report({
      pointer: `/layers/${at}/by`,
      rule: 'unknown-column',
      message: `"${by}" is no field of the rows of map "${block.id}".`,
      suggestion: context.suggest(by, known),
    });
  });
  if (layers.some(({ by }) => by === undefined) && key === null)
    context.report({
      pointer: '/layers',
      rule: 'missing-key',
      message: `Layers of map "${block.id}" could not tell whose rows they draw. Give "rowKey".`,
    });
  context.tellFirstPage?.({ offset: 0, limit: mostAtOnce, sort: [], find: '', totals: {} });
  const linked: LinkedMap = {
    ...rest,
    ...placeFields(block, source?.fields ?? [], '', context),
    key,
    lines: toldFields(facts, '/facts', context),
    colours: toldFields(themes, '/themes', context),
    small: smallOf(smallSample, context),
    written: writtenNumbers(source?.fields ?? []),
    layers: layers.map(({ facts: told, theme, ...layer }, at): LinkedLayer => {
      const fields = context.fieldsOf(layer.data);
      const [colour = null] = toldFields(
        theme === undefined ? [] : [{ id: theme }],
        `/layers/${at}/theme`,
        context,
        fields,
      );
      const place = placeFields(layer, fields, `/layers/${at}`, context);
      const lines = toldFields(told, `/layers/${at}/facts`, context, fields);
      return { ...layer, ...place, lines, colour, written: writtenNumbers(fields) };
    }),
  };
  return linked;
};

/** How labels write measured numbers. A whole number is as often a name (of a house, of a lot) and stays as it is. */
function writtenNumbers(fields: readonly LinkedField[]): WrittenNumbers {
  return fields.flatMap(({ id, format }) =>
    isNumericFormat(format) && format !== 'integer' ? [{ id, format }] : [],
  );
}

function smallOf(
  small: Definition['smallSample'],
  { source }: Parameters<BlockLinker>[1],
): SmallSample | null {
  const field = source?.fields.find(({ id }) => id === small?.id);
  return small && field ? { field: field.id, title: field.title, below: small.below } : null;
}

/** The fields that say where a row lies; rows that are areas need none. */
function placeFields(
  {
    areas,
    latitude = 'lat',
    longitude = 'lon',
  }: Partial<Pick<Definition, 'areas' | 'latitude' | 'longitude'>>,
  fields: readonly LinkedField[],
  pointer: string,
  { report }: Parameters<BlockLinker>[1],
) {
  const missing = [latitude, longitude].filter((id) => !fields.some((field) => field.id === id));
  if (areas === undefined && missing.length > 0)
    report({
      pointer: `${pointer}/data`,
      rule: 'unknown-column',
      message: `Its rows have no ${missing.map((id) => `"${id}"`).join(' and ')}, so nobody knows where they lie. Return them, or name "latitude" and "longitude", or "areas".`,
    });
  return { latitude, longitude };
}
