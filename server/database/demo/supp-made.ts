import type { Lot } from './lot.ts';
import type { SuppPropertyRow, SuppRow, SuppValueRow } from './rows.ts';

/** A supp with its rows, before it has a number. */
export interface SuppMade {
  readonly lot: Lot;
  readonly supp: Omit<SuppRow, 'id'>;
  readonly values: readonly Omit<SuppValueRow, 'supp_id'>[];
  readonly related: readonly Omit<SuppPropertyRow, 'supp_id'>[];
}
