// The hand-over from link to the browser; apart from link.ts, so that the compiler of charts never reaches a browser.

import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { LinkedBlock, LinkedField, Text } from '#src/core/linked.ts';
import type { CodeTone } from '#src/core/tones.ts';
import type { ChartPolicy } from './policy.ts';

export interface ChartOrder {
  readonly field: string;
  readonly descending: boolean;
}

export type LinkedChart = LinkedBlock &
  Pick<BlockDefinition<'chart'>, 'on' | 'empty'> & {
    /** A Vega specification as text: opaque to the spine, and the same value as long as the definition is. */
    readonly vega: string;
    /** The same with its axes changed over, for bars that lie; null where they cannot. */
    readonly lying: string | null;
    readonly policy: ChartPolicy;
    /** Panels side by side; 1 for a chart without facets. */
    readonly facetColumns: number;
    /** Fields of the table that says the same: first the record's key, or else what the marks stand for. */
    readonly fields: readonly LinkedField[];
    /** The field by which the table's rows are ordered as the marks are; null where they come as the answer has them. */
    readonly order: ChartOrder | null;
    readonly summary: Text | null;
    /** Columns that its marks count or measure, where each mark is of several rows; null where a mark is a row. */
    readonly counted: readonly string[] | null;
  };

export function isChart(block: LinkedBlock): block is LinkedChart {
  return block.type === 'chart' && typeof block.vega === 'string';
}

/** Names that both the compiled specification and the browser use. */
export const dataName = 'source';
export const toneSignal = (tone: string): string => `cad_${tone}`;
/** The colour of a series that a tone tells. */
export const seriesSignal = (tone: CodeTone): string => toneSignal(`series_${tone}`);
/** What lies under the marks: words keep clear of them by an edge of this colour. */
export const surfaceSignal = toneSignal('surface');
/** Own property of a prepared row that leads back to the row as the server sent it. */
export const originKey = '__origin';
/** Own properties of a prepared row: what its colour says, and whether it is of few cases. */
export const seriesKey = '__series';
export const smallKey = '__small';
