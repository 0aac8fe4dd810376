import { addDays } from './dates.ts';
import { grouped } from './grouped.ts';
import type { Lot } from './lot.ts';
import { baseYears, factorOf, type Place } from './place.ts';
import { type Random, randomOf } from './random.ts';
import type { BenchmarkYearRow, ComponentYearRow, DistrictYearRow } from './rows.ts';
import { generalValuationYears } from './values.ts';

const underWork = 2026;
/** The one district that has finished the year under work. */
const finished = '511';

/** The years of a district: those before the one under work are rolled over, each in the autumn after its base date. */
export function districtYearsOf(code: string, today: string): readonly DistrictYearRow[] {
  return baseYears.map((year) => {
    const day = year === underWork ? '2026-11-16' : `${year + 1}-03-${10 + (Number(code) % 18)}`;
    const closed = (year < underWork || code === finished) && day <= today;
    return {
      district_code: code,
      base_date: `${year}-07-01`,
      state: !closed ? 'OPEN' : year === underWork ? 'LOCKED' : 'ROLLED',
      general_valuation: generalValuationYears.has(year),
      in_tranche: (Number(code) + year) % 3 === 0,
      locked_by: closed ? 0 : null,
      locked_at: closed ? `${day}T05:12:00Z` : null,
    };
  });
}

/** Factors and reports of components, from the second base date on: the first has nothing to be led from. */
export function componentYearsOf(
  places: readonly Place[],
  lots: readonly Lot[],
  today: string,
): readonly ComponentYearRow[] {
  const lotsOf = grouped(lots, ({ place }) => place.row.code);
  return places.flatMap((place, index) => {
    const { row } = place;
    const random = randomOf(2_600_000 + Number(row.district_code) * 1_000 + index);
    return baseYears.slice(1).map((year): ComponentYearRow => {
      const factor = factorOf(place, year);
      const day = `${year}-${random.pick(['08', '09'])}-${random.int(10, 28)}`;
      const applied = day <= today ? day : null;
      const linked = applied === null ? null : addDays(applied, -random.int(3, 20));
      const note = random.chance(0.3);
      return {
        district_code: row.district_code,
        component_code: row.code,
        base_date: `${year}-07-01`,
        factor,
        applied_on: applied,
        applied_by: applied === null ? null : row.valuer,
        n_applied: applied === null ? 0 : appliedTo(lotsOf.get(row.code) ?? [], year),
        trend: trendOf(factor - 1),
        monthly_pct: Math.round((factor ** (1 / 12) - 1) * 10_000) / 100,
        report_status: year < underWork ? 'DONE' : statusOf(random, row.district_code, applied),
        report_valuer_id: row.valuer,
        comments: note ? noteOf(factor) : null,
        handcrafted: row.non_homogeneous && random.chance(0.2),
        carried_from: note && year > 2022 && random.chance(0.2) ? `${year - 1}-07-01` : null,
        last_link_on: linked,
      };
    });
  });
}

function statusOf(random: Random, district: string, applied: string | null): string {
  const drawn = random.weighted([
    ['DRAFT', 5],
    ['REVIEW', 3],
    ['DONE', 2],
  ] as const);
  return applied === null ? 'DRAFT' : district === finished ? 'DONE' : drawn;
}

/** As values.ts makes them: by the factor, but for those valued by hand and those lowered on objection. */
function appliedTo(lots: readonly Lot[], year: number): number {
  return lots.filter(
    ({ row, relief, values }) =>
      values.length > 0 && !relief.objected.has(year) && !(year === underWork && row.handcrafted),
  ).length;
}

/** As trend_band of the database steps a change. */
function trendOf(change: number): number {
  const steps = [0.02, 0.05, 0.1, 0.25, 0.4].filter((bound) => Math.abs(change) > bound + 1e-9).length;
  return change < 0 && steps > 0 ? -steps : steps;
}

function noteOf(factor: number): string {
  const text =
    factor > 1.02
      ? 'Sales of the year stand above the values in force; the factor follows the primary benchmark.'
      : factor < 0.98
        ? 'Few buyers, and longer on the market. Values go back with the sales.'
        : 'A quiet year. Sales bear the values in force out.';
  return JSON.stringify({ blocks: [{ type: 'p', text }] });
}

/** A benchmark in the last two years, with the value before and the new one. */
export function benchmarkYearsOf({ row, values }: Lot): readonly BenchmarkYearRow[] {
  const type = row.benchmark_type;
  if (type === null || values.length === 0) return [];
  return ([2025, underWork] as const).map((year) => ({
    property_id: row.id,
    district_code: row.district_code,
    component_code: row.component_code,
    base_date: `${year}-07-01`,
    benchmark_type: type,
    lv_old: values[baseYears.indexOf(year) - 1] ?? 0,
    lv_new: values[baseYears.indexOf(year)] ?? 0,
    comment: type === 'P' && row.id % 7 === 0 ? 'Inspected; an ordinary lot of the component.' : null,
  }));
}
