// Areas are stored in square metres with the flag of the unit they were given in: M or H.

import { editAmount, showAmount } from './amount.ts';

export type AreaUnit = 'M' | 'H';

export interface Area {
  readonly m2: number;
  readonly unit: AreaUnit;
}

const squareMetresPerHectare = 10_000;
const decimals: { readonly [unit in AreaUnit]: number } = { M: 3, H: 7 };
// 7 decimals of a hectare are 3 of a square metre: both are whole thousandths of a square metre.
const thousandths = 1000;

export const areaProblem =
  'This is not an area. Type square metres, or hectares with "ha", for example 2.5 ha.';

/** A text containing `ha` is hectares, anything else square metres; null when it is no area. */
export function parseArea(text: string): Area | null {
  const lower = text.trim().toLowerCase();
  const unit: AreaUnit = lower.includes('ha') ? 'H' : 'M';
  const unitWord = unit === 'H' ? /^ha\s*|\s*ha$/ : /\s*(?:m2|m²|sqm)$/;
  const number = /^(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?$/.exec(lower.replace(unitWord, ''));
  const digits = number?.[0].replaceAll(',', '') ?? '';
  if (!/\d/.test(digits)) return null;
  const given = Number(digits);
  const m2 = Math.round(given * (unit === 'H' ? squareMetresPerHectare : 1) * thousandths) / thousandths;
  return m2 <= Number.MAX_SAFE_INTEGER / thousandths ? { m2, unit } : null;
}

export function showArea({ m2, unit }: Area): string {
  return unit === 'H'
    ? `${showAmount(m2 / squareMetresPerHectare, decimals.H)} ha`
    : `${showAmount(m2, decimals.M)} m²`;
}

/** The area as it is typed again: parses to the same square metres and the same flag. */
export function editArea({ m2, unit }: Area): string {
  return unit === 'H'
    ? `${editAmount(m2 / squareMetresPerHectare, decimals.H)} ha`
    : editAmount(m2, decimals.M);
}
