// Limits and bands of what is tolerated: drawn once, with their words on them.
import type { LimitSpec } from './chart-spec.ts';
import { surfaceSignal, toneSignal } from './linked-chart.ts';

type Part = { readonly [key: string]: unknown };

const placeOf = (value: number | string): Part => ({
  datum: value,
  ...(typeof value === 'number' ? { type: 'quantitative' } : {}),
});

/** `steps`: the axis has steps of a histogram, which no limit may draw out to zero. */
export function limitLayers(limit: LimitSpec, all: readonly LimitSpec[], steps: boolean): readonly Part[] {
  const color = { expr: toneSignal(limit.tone) };
  const data = { values: [{}] };
  const at = { ...placeOf(limit.value), ...(steps ? { scale: { zero: false } } : {}) };
  const along = limit.axis === 'y';
  // Of two bounds close together, the lower one's label stands under its rule.
  const under = along && all.some((other) => other.axis === 'y' && other.value > limit.value);
  const end = limit.to === undefined ? null : placeOf(limit.to);
  const shape: Part = end
    ? {
        mark: { type: 'rect', color, opacity: 0.16, tooltip: null },
        encoding: { [limit.axis]: at, [`${limit.axis}2`]: { datum: limit.to } },
      }
    : {
        mark: { type: 'rule', strokeDash: [4, 3], color, tooltip: null },
        encoding: { [limit.axis]: at },
      };
  const above = along && !under && end === null;
  const words: Part = {
    type: 'text',
    text: limit.label,
    tooltip: null,
    fontSize: 11,
    align: along ? 'right' : 'left',
    baseline: above ? 'bottom' : 'top',
    dx: along ? -2 : 4,
    dy: above ? -2 : 2,
  };
  // The words of a band stand at its upper end, where marks are fewest.
  const encoding = {
    [limit.axis]: along ? (end ?? at) : at,
    ...(along ? { x: { value: 'width' } } : { y: { value: 0 } }),
  };
  const edge = { expr: surfaceSignal };
  return [
    { data, ...shape },
    // Marks may lie where the words stand.
    { data, mark: { ...words, color: edge, stroke: edge, strokeWidth: 3, strokeJoin: 'round' }, encoding },
    { data, mark: { ...words, color }, encoding },
  ];
}
