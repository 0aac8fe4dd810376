/** How much of everything there is. */
export interface DemoSize {
  readonly properties: number;
  readonly sales: number;
  readonly analyses: number;
  /** From when sales are analysed: an office with many analyses looks further back. */
  readonly analysedSince: string;
  /** Districts beside the six of the demo. */
  readonly others?: readonly string[];
  /** Indexes and foreign keys are set aside and made anew behind the rows: what many rows are bound by. */
  readonly bulk?: boolean;
  /** A chapter of a state ends with the district that reaches so many properties. */
  readonly chapter?: number;
}

export const usualSize: DemoSize = {
  properties: 20_000,
  sales: 12_000,
  analyses: 2_500,
  analysedSince: '2024-07-01',
};

/** Beyond this the numbers of one district would reach into the next one's. */
export const mostProperties = 500_000;

/** An office for measuring: of 200,000 properties 60,000 were sold and 40,000 of these sales analysed. */
export function sizeOf(properties: number): DemoSize {
  const tenth = Math.round(properties / 10);
  return {
    properties,
    sales: 3 * tenth,
    analyses: 2 * tenth,
    analysedSince: '2021-07-01',
    bulk: properties > 40_000,
  };
}

/** An office that values the whole state: 2.7 million properties, 1.3 million sales, 60,000 analyses. */
export function stateSize(districts: readonly string[], properties = 2_700_000): DemoSize {
  return {
    properties,
    sales: Math.round((properties * 13) / 27),
    analyses: Math.round(properties / 45),
    // As many sales as are analysed, vacant and built on, are found since then.
    analysedSince: '2025-09-01',
    others: districts,
    bulk: true,
    chapter: 100_000,
  };
}

/** Measured of an office of 200,000, indexes included; and what sorts and the write-ahead log take meanwhile. */
const bytesPerProperty = 5_000;
const bytesMeanwhile = 4_000_000_000;

/** Room that a size takes on the disk while it is loaded. */
export function bytesOf({ properties }: DemoSize): number {
  return properties * bytesPerProperty + bytesMeanwhile;
}
