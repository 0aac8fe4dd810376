import { addDays, dateOf, dayOf } from './dates.ts';
import { type Lot, marketOn } from './land.ts';
import { type Random, randomOf } from './random.ts';
import type { AnalysisRow, SaleRow } from './rows.ts';
import { zoneOn } from './shape.ts';
import type { DemoSize } from './size.ts';

/** What a sale was made of: the land's part of the price, known to the generator alone. */
interface Trade {
  readonly sale: SaleRow;
  readonly lot: Lot;
  readonly land: number;
  readonly vacant: boolean;
}

// More of them lately, because analyses need the last two years.
const contractYears: readonly (readonly [number, number])[] = [
  [2020, 9],
  [2021, 14],
  [2022, 12],
  [2023, 13],
  [2024, 15],
  [2025, 19],
  [2026, 18],
];

const lastContract = dayOf('2026-10-31');

export function makeTrades(lots: readonly Lot[], wanted: DemoSize) {
  const random = randomOf(90_210);
  const market = lots.filter((lot) => lot.row.status !== 'X');
  const sold = new Map<number, number>();
  const trades: Trade[] = [];
  let dealing = 100_000;
  while (trades.length < wanted.sales) {
    const at = random.int(0, market.length - 1);
    // Neighbours in the list lie in one district; some dealings take several of them.
    const size = random.chance(0.012) ? random.int(2, 5) : 1;
    const parts = market.slice(at, at + Math.min(size, wanted.sales - trades.length));
    const contract = contractDate(random);
    if (parts.some((lot) => Math.abs((sold.get(lot.row.id) ?? -9_999) - dayOf(contract)) < 300)) continue;
    dealing += random.int(1, 9);
    const made = tradeOf(parts, trades.length + 1, contract, dealing, random);
    for (const trade of made) {
      sold.set(trade.lot.row.id, dayOf(contract));
      trades.push(trade);
    }
  }
  const analyses = makeAnalyses(trades, wanted);
  const codes = new Map(analyses.map((analysis) => [analysis.sale_id, analysis]));
  const sales = trades.map(({ sale }) => {
    const analysis = codes.get(sale.id);
    return analysis
      ? { ...sale, sale_code: analysis.sale_code, suitable: analysis.suitability !== 'NO' }
      : sale;
  });
  return { sales, analyses };
}

function contractDate(random: Random): string {
  for (;;) {
    const day = dayOf(`${random.weighted(contractYears)}-01-01`) + random.int(0, 364);
    if (day <= lastContract) return dateOf(day);
  }
}

function tradeOf(
  parts: readonly Lot[],
  firstId: number,
  contract: string,
  dealing: number,
  random: Random,
): readonly Trade[] {
  const worth = parts.map((lot) => {
    const vacant = lot.row.land_use === '1' || random.chance(lot.place.shape.vacant * 0.5);
    const land = lot.truth * marketOn(lot.place, contract) * random.spread(0.035);
    return {
      lot,
      vacant,
      land,
      price: vacant ? land : land * (1 + lot.place.shape.improved * random.spread(0.35)),
    };
  });
  const total = worth.reduce((sum, one) => sum + one.price, 0);
  const odd = random.next();
  const interest = random.chance(0.004) ? random.pick([50, 33, 25]) : null;
  const price = Math.max(1, priceOf(total * ((interest ?? 100) / 100), odd, random));
  const settlement = addDays(
    contract,
    odd > 0.9995 ? -random.int(1, 20) : random.pick([28, 42, 42, 42, 56, 84]),
  );
  const downloaded = addDays(settlement, random.int(4, 30));
  const source = random.weighted([
    ['LPI', 94],
    ['OSR', 4],
    ['USER', 2],
  ] as const);
  const confirmed = !random.chance(0.02);
  return worth.map(({ lot, vacant, land }, index) => ({
    lot,
    land: parts.length === 1 && interest === null && odd >= 0.02 ? land : 0,
    vacant,
    sale: {
      id: firstId + index,
      source,
      district_code: lot.row.district_code,
      property_id: lot.row.id,
      sale_counter: firstId + index,
      download_at: `${downloaded} 02:${String(random.int(0, 59)).padStart(2, '0')}:00`,
      prop_name: lot.row.prop_name,
      unit_number: lot.row.unit_number,
      house_number: lot.houseNumber,
      street_name: lot.row.street_name,
      suburb: lot.row.suburb,
      postcode: lot.row.postcode,
      contract_date: contract,
      settlement_date: settlement,
      purchase_price: price,
      interest_pct: interest,
      nature: vacant ? 'V' : lot.place.shape.benchmarkType === 'RES' ? 'R' : '3',
      purpose: vacant ? 'VACANT LAND' : purposeOf(lot),
      strata_lot: lot.row.strata_lot,
      zone_code: zoneOn(lot.row.zone_code, contract),
      component_code: lot.row.component_code,
      sale_code: null,
      dealing_number: `SY${dealing}`,
      area: lot.row.area,
      area_unit: lot.row.area_unit,
      legal_description: lot.row.legal_description,
      multi_property: parts.length > 1,
      dealing_size: parts.length,
      confirmed,
      suitable: null,
    },
  }));
}

function purposeOf(lot: Lot): string {
  const names: Readonly<Record<string, string>> = {
    RES: 'RESIDENCE',
    COM: 'COMMERCIAL',
    IND: 'INDUSTRIAL',
    RUR: 'FARM',
  };
  return names[lot.place.shape.benchmarkType] ?? 'OTHER';
}

/** Two in a hundred are the exceptions that reports look for: nominal, far below the land's value, or far above. */
function priceOf(price: number, odd: number, random: Random): number {
  if (odd < 0.005) return random.pick([1, 1, 10, 100, 1_000]);
  if (odd < 0.015) return Math.round((price * (0.2 + random.next() * 0.2)) / 500) * 500;
  if (odd < 0.02) return Math.round((price * (4 + random.next() * 4)) / 1_000) * 1_000;
  const step = price > 1_000_000 ? 5_000 : price > 200_000 ? 1_000 : 500;
  return Math.round(price / step) * step;
}

function makeAnalyses(
  trades: readonly Trade[],
  { analyses: count, analysedSince }: DemoSize,
): readonly AnalysisRow[] {
  const random = randomOf(2_500);
  const fit = trades.filter(
    ({ sale, land, lot }) =>
      land > 0 && sale.confirmed && sale.contract_date >= analysedSince && lot.row.status === 'A',
  );
  // Vacant sales first: they are the better evidence.
  const chosen = [...fit.filter((trade) => trade.vacant), ...fit.filter((trade) => !trade.vacant)].slice(
    0,
    count,
  );
  chosen.sort((a, b) => a.sale.id - b.sale.id);
  return chosen.map((trade, index) => analysisOf(trade, index + 1, random));
}

function analysisOf({ sale, lot, land, vacant }: Trade, id: number, random: Random): AnalysisRow {
  const { place } = lot;
  const found = vacant ? sale.purchase_price : Math.round((land * random.spread(0.03)) / 500) * 500;
  const then = marketOn(place, sale.contract_date);
  const adjusted = (date: string) =>
    Math.max(500, Math.round((found * marketOn(place, date)) / then / 500) * 500);
  const monthly = (marketOn(place, '2026-07-01') / marketOn(place, '2024-07-01')) ** (1 / 24) - 1;
  const suitability = random.weighted([
    ['IN', 86],
    ['OUT', 9],
    ['NO', 5],
  ] as const);
  const inspected = addDays(sale.contract_date, random.int(20, 90));
  const analysed = addDays(inspected, random.int(0, 20));
  const exportable = suitability !== 'NO' && random.chance(0.8);
  const exported = exportable && random.chance(0.6);
  const { saleClass } = place.shape;
  return {
    id,
    sale_id: sale.id,
    property_id: lot.row.id,
    district_code: lot.row.district_code,
    zone_code: lot.row.zone_code,
    component_code: lot.row.component_code,
    valuer: place.row.valuer,
    inspection_date: inspected,
    analysis_date: analysed,
    contract_date: sale.contract_date,
    sale_code: `${saleClass}${vacant ? 'V' : 'C'}${suitability === 'IN' ? 'I' : 'O'}`,
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
    alv_lt: adjusted('2025-07-01'),
    alv_future: adjusted('2026-07-01'),
    has_photo: random.chance(0.7),
    exportable,
    exportable_on: exportable ? addDays(analysed, 3) : null,
    exported,
    exported_on: exported ? addDays(analysed, 10) : null,
  };
}
