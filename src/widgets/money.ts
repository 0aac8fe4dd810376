// Whole Australian dollars, as text and back.

import { editAmount, parseAmount } from '#src/core/parse/amount.ts';
import type { TextForm } from './parsed-input.tsx';

const dollars = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: 'AUD',
  maximumFractionDigits: 0,
});

export function parseMoney(text: string): { readonly value: number } | { readonly problem: string } {
  return parseAmount(text, { decimals: 0, currency: true });
}

/** `$1,250,000` */
export function showMoney(value: number): string {
  return dollars.format(value).replace('-', '−');
}

export const moneyForm: TextForm<number> = {
  parse: (text) => (text.trim() === '' ? { value: null } : parseMoney(text)),
  show: showMoney,
  edit: (value) => editAmount(value, 0),
  numeric: true,
  inputMode: 'numeric',
};
