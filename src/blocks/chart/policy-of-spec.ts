// What the linker can say of a chart's marks before there are rows.
import type { LinkedField } from '#src/core/linked.ts';
import type { ChannelSpec, ChartDefinition, ChartSpec, Encoding, LayerSpec } from './chart-spec.ts';
import { titleOf } from './field-words.ts';
import { type ChartPolicy, type NamesPolicy, usualClip, usualNames } from './policy.ts';
import { layersOf, markOf, measureOf } from './vega-lite-spec.ts';

type Fields = ReadonlyMap<string, LinkedField>;

const axes = ['x', 'y'] as const;
const scattered: ReadonlySet<string> = new Set(['point', 'circle', 'square', 'tick']);

/** Marks of several rows have no cases of their own. */
export function isOfOneRow({ encoding = {} }: LayerSpec): boolean {
  return Object.values(encoding).every(({ aggregate, bin }) => aggregate === undefined && !bin);
}

const fieldOf = (channel: ChannelSpec | undefined, fields: Fields) =>
  channel?.field === undefined ? undefined : fields.get(channel.field);

function isNumber(channel: ChannelSpec | undefined, fields: Fields): boolean {
  return channel?.field !== undefined && measureOf(channel, fieldOf(channel, fields)) === 'quantitative';
}

function byOf(channel: ChannelSpec | undefined): NamesPolicy['by'] {
  if (channel?.aggregate === 'count') return { field: null, how: 'count' };
  if (channel?.field === undefined) return null;
  return { field: channel.field, how: channel.aggregate === 'sum' ? 'sum' : 'mean' };
}

function namesOf(layers: readonly LayerSpec[], fields: Fields, small: string | null): NamesPolicy | null {
  for (const { encoding = {}, mark } of layers)
    for (const axis of axes) {
      const channel = encoding[axis];
      const field = fieldOf(channel, fields);
      if (!channel || !field || measureOf(channel, field) !== 'nominal') continue;
      const other = axis === 'x' ? 'y' : 'x';
      const measures = layers.flatMap((layer) => layer.encoding?.[other] ?? []);
      const ranked = channel.sort === other || channel.sort === `-${other}`;
      const measure = byOf(measures.find((one) => one.aggregate === 'count' || isNumber(one, fields)));
      return {
        field: field.id,
        by: ranked || small === null ? measure : { field: small, how: 'sum' },
        descending: channel.sort !== other,
        ranked,
        along: axis,
        upright:
          axis === 'x' &&
          layers.length === 1 &&
          markOf(mark).type === 'bar' &&
          isNumberAt(encoding[other], fields),
      };
    }
  return null;
}

function isNumberAt(channel: ChannelSpec | undefined, fields: Fields): boolean {
  return channel?.aggregate === 'count' || isNumber(channel, fields);
}

function clipOf(layers: readonly LayerSpec[], fields: Fields): readonly string[] {
  return [
    ...new Set(
      layers.flatMap((layer) => {
        const { encoding = {}, mark } = layer;
        const points = scattered.has(markOf(mark).type) && isOfOneRow(layer);
        return axes.flatMap((axis) => {
          const channel = encoding[axis];
          const { field, bin, scale } = channel ?? {};
          if (field === undefined || scale?.domain) return [];
          return (points && isNumber(channel, fields)) || bin ? [field] : [];
        });
      }),
    ),
  ];
}

export function policyOf(
  { spec, smallSample, most = usualNames, clip = usualClip }: ChartDefinition,
  fields: Fields,
): ChartPolicy {
  const layers = layersOf(spec);
  const small = smallSample ? { field: smallSample.id, below: smallSample.below } : null;
  const colour = layers
    .map(({ encoding }) => encoding?.color)
    .find((channel) => channel?.field !== undefined);
  const places = layers.every(isOfOneRow)
    ? layers.flatMap(({ encoding = {} }) =>
        ['x', 'y', 'x2', 'y2'].flatMap((name) => {
          const channel = encoding[name];
          return channel?.field !== undefined && isNumber(channel, fields) ? [channel.field] : [];
        }),
      )
    : [];
  const series =
    colour?.field !== undefined && !isNumber(colour, fields) && !colour.aggregate ? colour.field : null;
  return {
    small,
    places: [...new Set(places)],
    clip: { fields: clipOf(layers, fields), share: clip },
    names: spec.facet ? null : namesOf(layers, fields, small?.field ?? null),
    most,
    series,
    legend: series === null || colour?.legend === false ? null : titleOf(colour ?? {}, fields.get(series)),
  };
}

const turned: { readonly [name: string]: string } = { x: 'y', y: 'x', x2: 'y2', y2: 'x2' };

function turnedSort(sort: unknown): unknown {
  if (typeof sort !== 'string') return sort;
  const name = sort.replace(/^-/, '');
  return turned[name] ? `${sort.startsWith('-') ? '-' : ''}${turned[name]}` : sort;
}

/** The same chart with its axes changed over. */
export function lyingSpec(spec: ChartSpec): ChartSpec {
  const over = (encoding: Encoding): Encoding =>
    Object.fromEntries(
      Object.entries(encoding).map(([name, channel]) => [
        turned[name] ?? name,
        channel.sort === undefined ? channel : { ...channel, sort: turnedSort(channel.sort) },
      ]),
    );
  return {
    ...spec,
    ...(spec.encoding ? { encoding: over(spec.encoding) } : {}),
    ...(spec.layer
      ? {
          layer: spec.layer.map((layer) =>
            layer.encoding ? { ...layer, encoding: over(layer.encoding) } : layer,
          ),
        }
      : {}),
  };
}
