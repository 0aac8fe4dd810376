// How a mark is drawn: its shape, size and edge.
import type { MarkSpec, MarkType } from './chart-spec.ts';
import { given } from './given.ts';
import { toneSignal } from './linked-chart.ts';

type Part = { readonly [key: string]: unknown };

/** Marks whose inside can be left empty. */
export const hollows: ReadonlySet<MarkType> = new Set(['bar', 'point', 'circle', 'square']);

/** The edge that a hollow mark keeps. */
export function outline({ tone }: MarkSpec): Part {
  return { stroke: { expr: toneSignal(tone ?? 'accent') }, strokeWidth: 1.5, strokeOpacity: 1 };
}

export function markPart(mark: MarkSpec): Part {
  const path = mark.type === 'line' || mark.type === 'area';
  return given({
    type: mark.type,
    // Paths have no data of their own at a place, so unseen points carry the tooltip.
    point: path ? (mark.point ? { filled: true, size: 40 } : 'transparent') : undefined,
    filled: mark.filled,
    interpolate: mark.interpolate,
    orient: mark.orient,
    size: mark.size,
    thickness: mark.thickness,
    opacity: mark.opacity ?? (mark.type === 'point' || mark.type === 'circle' ? 0.75 : undefined),
    strokeDash: mark.dashed ? [5, 4] : undefined,
    strokeWidth: mark.type === 'line' ? 2 : undefined,
    color: mark.tone ? { expr: toneSignal(mark.tone) } : undefined,
  });
}
