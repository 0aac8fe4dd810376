/** How much of everything there is. */
export interface DemoSize {
  readonly properties: number;
  readonly sales: number;
  readonly analyses: number;
  /** From when sales are analysed: an office with many analyses looks further back. */
  readonly analysedSince: string;
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
  return { properties, sales: 3 * tenth, analyses: 2 * tenth, analysedSince: '2021-07-01' };
}
