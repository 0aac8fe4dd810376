import { addDays } from './dates.ts';
import { marketOn } from './place.ts';
import { type Random, randomOf } from './random.ts';
import type { AnalysisRow } from './rows.ts';
import { saleCode, type Trade, windowStart } from './sale-facts.ts';
import type { DemoSize } from './size.ts';

export type AnalysisFacts = Omit<AnalysisRow, 'id' | 'sale_id'>;

export interface Analysed {
  readonly drawn: ReadonlyMap<Trade, AnalysisFacts>;
  /** Of land that is hardly ever sold; they came when the others were numbered. */
  readonly rare: ReadonlyMap<Trade, AnalysisFacts>;
}

/** Land for special purposes has no limit of its own to be held to, but enough sales to be looked at. */
const rareSales = 5;

/** Sales are inspected and analysed after they came, and nothing is done after today. */
export function makeAnalyses(
  trades: readonly Trade[],
  { analyses: count, analysedSince }: DemoSize,
  today: string,
): Analysed {
  const random = randomOf(2_500);
  const fit = trades.flatMap((trade) => {
    const { sale, land, lot } = trade;
    const contract = sale.contract_date;
    if (
      land <= 0 ||
      contract === null ||
      !sale.confirmed ||
      contract < analysedSince ||
      lot.row.status !== 'A'
    )
      return [];
    const inspected = addDays(sale.download_at.slice(0, 10), random.int(3, 60));
    const analysed = addDays(inspected, random.int(0, 20));
    return analysed <= today ? [{ trade, contract, inspected, analysed }] : [];
  });
  // Vacant sales first: they are the better evidence.
  const chosen = [
    ...fit.filter(({ trade }) => trade.vacant),
    ...fit.filter(({ trade }) => !trade.vacant),
  ].slice(0, count);
  const taken = new Set(chosen);
  const rare = fit
    .filter(
      (work) => !taken.has(work) && /^SP/.test(work.trade.lot.row.zone_code) && work.contract >= windowStart,
    )
    .slice(0, rareSales);
  const analysed = (works: readonly Work[], dice: Random) =>
    new Map(works.map((work) => [work.trade, analysisOf(work, today, dice)]));
  return { drawn: analysed(chosen, random), rare: analysed(rare, randomOf(2_501)) };
}

interface Work {
  readonly trade: Trade;
  readonly contract: string;
  readonly inspected: string;
  readonly analysed: string;
}

function analysisOf(
  { trade: { sale, lot, land, vacant }, contract, inspected, analysed }: Work,
  today: string,
  random: Random,
): AnalysisFacts {
  const { place } = lot;
  const found = vacant ? sale.purchase_price : Math.round((land * random.spread(0.03)) / 500) * 500;
  const monthly = (marketOn(place, '2026-07-01') / marketOn(place, '2024-07-01')) ** (1 / 24) - 1;
  const suitability = random.weighted([
    ['IN', 86],
    ['OUT', 9],
    ['NO', 5],
  ] as const);
  const exportableOn = addDays(analysed, 3);
  const exportedOn = addDays(analysed, 10);
  const exportable = suitability !== 'NO' && random.chance(0.8) && exportableOn <= today;
  const exported = exportable && random.chance(0.6) && exportedOn <= today;
  return {
    property_id: lot.row.id,
    district_code: lot.row.district_code,
    zone_code: lot.row.zone_code,
    component_code: lot.row.component_code,
    valuer: place.row.valuer,
    inspection_date: inspected,
    analysis_date: analysed,
    contract_date: contract,
    sale_code: saleCode(lot, vacant, suitability === 'IN' ? 'I' : 'O'),
    purchase_price: sale.purchase_price,
    area: sale.area,
    area_unit: sale.area_unit,
    suitability,
    suitability_reason:
      suitability === 'NO' ? random.pick(['Related parties', 'Adjoining owner', 'Contamination']) : null,
    added_value: Math.max(0, sale.purchase_price - found),
    analysed_lv: found,
    time_method: 'COMPOUND',
    monthly_pct: Math.round(monthly * 1e8) / 1e6,
    // What is ready for export has its photo.
    has_photo: random.chance(0.7) || exportable,
    state: exported ? 'EXPORTED' : exportable ? 'EXPORTABLE' : 'DRAFT',
    exportable,
    exportable_on: exportable ? exportableOn : null,
    exported,
    exported_on: exported ? exportedOn : null,
  };
}
