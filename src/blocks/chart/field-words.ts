// How a chart names and writes its fields: titles with units, number formats of axes and tooltips.
import type { FormatId, LinkedField } from '#src/core/linked.ts';
import type { ChannelSpec } from './chart-spec.ts';

const aggregateWords: { readonly [aggregate: string]: string } = {
  mean: 'Mean of',
  median: 'Median of',
  sum: 'Sum of',
  min: 'Lowest',
  max: 'Highest',
  q1: 'Lower quartile of',
  q3: 'Upper quartile of',
  stdev: 'Standard deviation of',
  distinct: 'Different',
};

/** `Median of Price ($)`. */
export function titleOf(channel: ChannelSpec, field: LinkedField | undefined): string {
  if (channel.title !== undefined) return channel.title;
  if (channel.aggregate === 'count') return 'Count';
  if (!field) return '';
  const words = channel.aggregate ? aggregateWords[channel.aggregate] : undefined;
  const unit = unitOf(field);
  const counted = channel.aggregate === 'distinct';
  return `${words ? `${words} ${lowerFirst(field.title)}` : field.title}${unit && !counted ? ` (${unit})` : ''}`;
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

const formatUnits: { readonly [format in FormatId]?: string } = { currency: '$', area: 'm²', acres: 'm²' };

function unitOf(field: LinkedField): string | null {
  // A percentage carries its sign at every figure.
  return field.format === 'percent' ? null : (field.unit ?? formatUnits[field.format] ?? null);
}

export const axisFormats: { readonly [format in FormatId]?: string } = {
  currency: ',~f',
  area: ',~f',
  acres: ',~f',
  trend: 'd',
  percent: ',.1~%',
  ratio: ',.3~f',
  factor: ',.4~f',
  rate: ',.2~f',
  integer: ',~f',
  number: ',~f',
  id: 'd',
  baseYear: 'd',
};

const tooltipFormats: { readonly [format in FormatId]?: string } = {
  ...axisFormats,
  currency: '$,.0f',
  area: ',.3~f',
  percent: ',.1%',
  ratio: ',.3f',
  factor: ',.4f',
  rate: ',.2f',
};

export const dayFormat = '%d-%b-%Y';

/** A step of an axis of days says its year, however many of them there are: the first tick need not be a January. */
export const stepFormats = {
  year: '%Y',
  quarter: '%b %Y',
  month: '%b %Y',
  week: dayFormat,
  date: dayFormat,
} as const;

export function tooltipFormat(channel: ChannelSpec, field: LinkedField | undefined): string | undefined {
  if (channel.aggregate === 'count' || channel.aggregate === 'distinct') return ',d';
  return tooltipFormats[channel.format ?? field?.format ?? 'number'];
}
