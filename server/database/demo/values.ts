import type { Lot, Verified } from './lot.ts';
import { baseYears, factorOf } from './place.ts';
import type { Random } from './random.ts';
import { isIn, reliefColumns, riskOf } from './relief.ts';
import type { AnalysisRow, ValueRow } from './rows.ts';

/** Years in which the values in force are struck anew. */
export const generalValuationYears: ReadonlySet<number> = new Set([2022, 2025]);

/** Drawn with the lot, base date by base date; its rows are made of them when they are asked for. */
export function verificationsOf(
  { values, place, relief, row }: Omit<Lot, 'verified'>,
  random: Random,
  today: string,
): readonly (Verified | null)[] {
  return values.map((_, index) => {
    const year = baseYears[index] ?? 2021;
    const drawn = (year === 2026 && row.handcrafted) || random.chance(0.08);
    const type = drawn ? random.pick(types) : 'INSPECTD';
    const on = drawn
      ? `${year}-${random.pick(months)}-${random.int(10, 28)}`
      : `${year}-09-${lastDigits(row.id)}`;
    const risk = riskOf(row.benchmark_type, relief, year, place.shape.riskRating);
    // The highest risk is verified each year, but for a few.
    return (drawn || (risk.startsWith('1-') && row.id % 11 !== year % 11)) && on <= today
      ? { type, on }
      : null;
  });
}

const types = ['INSPECTD', 'KERBSIDE', 'DESKTOP'] as const;
const months = ['08', '09', '10'] as const;

/**
 * Both series of a lot, base date by base date. An analysed sale was inspected, which verifies the value of the base date
 * before; an exported one is rated by it.
 */
export function* valuesOf(lot: Lot, analysis: AnalysisRow | undefined): Generator<ValueRow> {
  const { relief, row, place, verified: verifications } = lot;
  let general = 0;
  for (const [index, land_value] of lot.values.entries()) {
    const year = baseYears[index] ?? 2021;
    if (index === 0 || generalValuationYears.has(year)) general = land_value;
    const base_date = `${year}-07-01`;
    const handcrafted = year === 2026 && row.handcrafted;
    const objected = relief.objected.has(year);
    const usual = riskOf(row.benchmark_type, relief, year, place.shape.riskRating);
    const basis_code = relief.planningHeritage && isIn(relief, year) ? '14G' : '6A(1)';
    const factored = index > 0 && !handcrafted && !objected;
    const verified = verifications[index] ?? null;
    const inspected =
      analysis && analysis.inspection_date >= base_date && analysis.inspection_date < `${year + 1}-07-01`
        ? analysis
        : null;
    // Written out, column by column: there are twelve rows a property, and spreading costs more than all else of them.
    const own = reliefColumns(relief, year, land_value);
    yield {
      property_id: row.id,
      district_code: row.district_code,
      base_date,
      authority_code: '14A',
      basis_code,
      handcrafted,
      risk_rating: inspected?.exported ? '1-ANLYSALE' : usual,
      series: 'LT',
      land_value,
      method: index === 0 ? 'I' : handcrafted ? 'H' : objected ? 'O' : 'F',
      factor_applied: factored ? factorOf(place, year) : null,
      factor_component: factored ? row.component_code : null,
      verification_type: inspected ? 'INSPECTD' : (verified?.type ?? null),
      verified_on: inspected ? inspected.inspection_date : (verified?.on ?? null),
      verified_by: inspected
        ? inspected.valuer
        : verified && (place.row.valuer + (row.id % 9 === 0 ? 1 : 0)) % 2,
      onsite_allowance: own.onsite_allowance,
      offsite_allowance: own.offsite_allowance,
      subdivider_allowance: own.subdivider_allowance,
      stratum_allowance: own.stratum_allowance,
      heritage_value: own.heritage_value,
      muaf_pct: own.muaf_pct,
      mdaf_pct: own.mdaf_pct,
      unutilised_value: own.unutilised_value,
      attributable_part: own.attributable_part,
    };
    const shared = reliefColumns(relief, year, general);
    yield {
      property_id: row.id,
      district_code: row.district_code,
      base_date,
      authority_code: '14A',
      basis_code,
      handcrafted,
      risk_rating: usual,
      series: 'LG',
      land_value: general,
      method: 'F',
      factor_applied: null,
      factor_component: null,
      verification_type: null,
      verified_on: null,
      verified_by: null,
      onsite_allowance: shared.onsite_allowance,
      offsite_allowance: shared.offsite_allowance,
      subdivider_allowance: shared.subdivider_allowance,
      stratum_allowance: shared.stratum_allowance,
      heritage_value: shared.heritage_value,
      muaf_pct: shared.muaf_pct,
      mdaf_pct: shared.mdaf_pct,
      unutilised_value: shared.unutilised_value,
      attributable_part: shared.attributable_part,
    };
  }
}

/** A day of the month from 10 to 28 that belongs to the property. */
function lastDigits(id: number): number {
  return 10 + (id % 19);
}
