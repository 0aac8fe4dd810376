import type { Lot } from './lot.ts';
import type { SaleRow } from './rows.ts';

/** A sale before it is numbered in the order in which sales are received. */
export type SaleFacts = Omit<SaleRow, 'id' | 'sale_counter' | 'dealing_number'>;

/** A sale and what it was made of. */
export interface Trade {
  readonly sale: SaleFacts;
  readonly lot: Lot;
  /** One dealing's lots have it in common. */
  readonly deal: number;
  /** What the land alone fetched, known to the generator alone; 0 where the price says nothing of it. */
  readonly land: number;
  readonly vacant: boolean;
}

/** First contract date of the window of the base year in force. */
export const windowStart = '2025-07-01';

export function saleCode({ row, place }: Lot, vacant: boolean, third: 'I' | 'O' | 'P'): string {
  return `${row.strata_plan === null ? place.shape.saleClass : 'X'}${vacant ? 'V' : 'C'}${third}`;
}

export function roundPrice(price: number): number {
  const step = price > 1_000_000 ? 5_000 : price > 200_000 ? 1_000 : 500;
  return Math.max(step, Math.round(price / step) * step);
}
