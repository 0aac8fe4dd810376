import type { Lot } from './lot.ts';
import { baseYears, factorOf } from './place.ts';
import type { Random } from './random.ts';
import { isIn, reliefColumns, riskOf } from './relief.ts';
import type { ValueRow } from './rows.ts';

/** Years in which the values in force are struck anew. */
export const generalValuationYears: ReadonlySet<number> = new Set([2022, 2025]);

/** Both series of a lot, base date by base date. */
export function* valuesOf(lot: Lot, random: Random, today: string): Generator<ValueRow> {
  const { relief, row } = lot;
  const usualRisk = lot.place.shape.riskRating;
  let general = 0;
  for (const [index, land_value] of lot.values.entries()) {
    const year = baseYears[index] ?? 2021;
    if (index === 0 || generalValuationYears.has(year)) general = land_value;
    const byHand = year === 2026 && row.handcrafted;
    const objected = relief.objected.has(year);
    const drawn = byHand || random.chance(0.08);
    const type = drawn ? random.pick(['INSPECTD', 'KERBSIDE', 'DESKTOP']) : 'INSPECTD';
    const day = drawn
      ? `${year}-${random.pick(['08', '09', '10'])}-${random.int(10, 28)}`
      : `${year}-09-${lastDigits(row.id)}`;
    const risk_rating = riskOf(row.benchmark_type, relief, year, usualRisk);
    // The highest risk is verified each year, but for a few.
    const verified = (drawn || (risk_rating.startsWith('1-') && row.id % 11 !== year % 11)) && day <= today;
    const shared = {
      property_id: row.id,
      district_code: row.district_code,
      base_date: `${year}-07-01`,
      authority_code: '14A',
      basis_code: relief.planningHeritage && isIn(relief, year) ? '14G' : '6A(1)',
      handcrafted: byHand,
      risk_rating,
    };
    const factored = index > 0 && !byHand && !objected;
    yield {
      ...shared,
      series: 'LT',
      land_value,
      method: index === 0 ? 'I' : byHand ? 'H' : objected ? 'O' : 'F',
      factor_applied: factored ? factorOf(lot.place, year) : null,
      factor_component: factored ? row.component_code : null,
      verification_type: verified ? type : null,
      verified_on: verified ? day : null,
      verified_by: verified ? (lot.place.row.valuer + (row.id % 9 === 0 ? 1 : 0)) % 2 : null,
      ...reliefColumns(relief, year, land_value),
    };
    yield {
      ...shared,
      series: 'LG',
      land_value: general,
      method: 'F',
      factor_applied: null,
      factor_component: null,
      verification_type: null,
      verified_on: null,
      verified_by: null,
      ...reliefColumns(relief, year, general),
    };
  }
}

/** A day of the month from 10 to 28 that belongs to the property. */
function lastDigits(id: number): number {
  return 10 + (id % 19);
}
