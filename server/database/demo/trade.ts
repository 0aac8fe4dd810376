import { makeAnalyses } from './analysis.ts';
import { addDays, dateOf, dayOf, onWeekday, workingDay } from './dates.ts';
import { grouped } from './grouped.ts';
import type { Lot } from './lot.ts';
import { marketOn } from './place.ts';
import { plantExceptions } from './planted.ts';
import { type Random, randomOf } from './random.ts';
import type { AnalysisRow, SaleRow } from './rows.ts';
import { roundPrice, saleCode, type Trade, windowStart } from './sale-facts.ts';
import { zoneOn } from './shape.ts';
import type { DemoSize } from './size.ts';
import { isVacant, type Standing, standingOf } from './standing.ts';

// More of them lately, because analyses need the last two years.
const contractYears: readonly (readonly [number, number])[] = [
  [2020, 9],
  [2021, 14],
  [2022, 12],
  [2023, 13],
  [2024, 15],
  [2025, 19],
  [2026, 21],
];
const allYears = contractYears.reduce((sum, [, weight]) => sum + weight, 0);

interface Offer {
  readonly lot: Lot;
  readonly standing: Standing;
  readonly worth: number;
}

export function makeTrades(lots: readonly Lot[], wanted: DemoSize, today: string, salesBefore = 0) {
  const drawn = drawTrades(
    lots,
    wanted.sales - new Set(lots.map(({ row }) => row.district_code)).size,
    today,
  );
  const trades = plantExceptions(drawn, today);
  const streets = sharedStreets(trades);
  const { drawn: found, rare } = makeAnalyses(trades, wanted, today);
  const sales: SaleRow[] = [];
  const analyses: AnalysisRow[] = [];
  const late: Omit<AnalysisRow, 'id'>[] = [];
  const dealings = new Map<number, string>();
  const firstDealing = 100_000 + 3 * salesBefore;
  // Weekly files bring sales in the order in which titles were registered, and numbers are given as they come.
  const received = trades.toSorted(
    (a, b) => (a.sale.download_at < b.sale.download_at ? -1 : 1) || a.deal - b.deal,
  );
  for (const [index, trade] of received.entries()) {
    const id = index + 1;
    const dealing_number =
      dealings.get(trade.deal) ?? `SY${firstDealing + 3 * dealings.size + (Math.floor(trade.deal) % 3)}`;
    dealings.set(trade.deal, dealing_number);
    const facts = found.get(trade);
    if (facts) analyses.push({ id: analyses.length + 1, sale_id: id, ...facts });
    const seldom = rare.get(trade);
    if (seldom) late.push({ sale_id: id, ...seldom });
    const analysis = facts ?? seldom;
    const judged = analysis && {
      sale_code: analysis.sale_code,
      suitable: analysis.suitability !== 'NO',
      inspected_on: analysis.inspection_date,
    };
    const street_name = streets.get(trade.lot) ?? trade.sale.street_name;
    const sale_counter = salesBefore + id;
    sales.push({ id, ...trade.sale, ...judged, street_name, sale_counter, dealing_number });
  }
  for (const one of late) analyses.push({ id: analyses.length + 1, ...one });
  return { sales, analyses, streets };
}

/** What was bought together lies in one street, that of its first lot, whichever components it is of. */
function sharedStreets(trades: readonly Trade[]): ReadonlyMap<Lot, string> {
  const streets = new Map<Lot, string>();
  const together = trades.filter(({ sale }) => sale.multi_property);
  for (const parts of grouped(together, ({ deal }) => String(deal)).values()) {
    const known = parts.map(({ lot }) => streets.get(lot)).find((street) => street !== undefined);
    for (const { lot } of parts)
      if (!streets.has(lot)) streets.set(lot, known ?? parts[0]?.sale.street_name ?? lot.row.street_name);
  }
  return streets;
}

/** Multiples of it fall evenly between whole numbers, whichever run of them is looked at. */
const golden = (Math.sqrt(5) - 1) / 2;

/**
 * Lots are not drawn by dice: one contract after another takes a lot elsewhere in the order of suburbs and worth, so that what is
 * sold of a suburb in any stretch of time is a fair sample of it, and its median moves with the market.
 */
function drawTrades(lots: readonly Lot[], count: number, today: string): readonly Trade[] {
  const random = randomOf(90_210);
  const offers = inOrderOfWorth(lots);
  const streets = grouped(offers, streetOf);
  const sold = new Map<Lot, number[]>();
  const sharedIn = new Set<string>();
  const isFree = ({ lot }: Offer, day: number) =>
    !sold.get(lot)?.some((other) => Math.abs(other - day) < 300);
  const trades: Trade[] = [];
  const once = Math.floor(count * 0.97);
  for (let k = 1; trades.length < count; k++) {
    // Through the years once, then wherever a lot was not free or a file is still to come.
    const contract = contractDate(k <= once ? (k - 0.5) / once : (k * Math.SQRT2) % 1);
    const terms = termsOf(contract, random);
    const near = Math.floor(((k * golden) % 1) * offers.length) + random.int(-4, 4);
    const first = offers[Math.min(Math.max(near, 0), offers.length - 1)];
    if (!first || terms.received > today || !isFree(first, dayOf(contract))) continue;
    const district = first.lot.row.district_code;
    // Each district has one in the window that reports look at first.
    const shared = random.chance(0.012) || (contract >= windowStart && !sharedIn.has(district));
    const most = shared ? Math.min(random.int(2, 5), count - trades.length) : 1;
    const others = most > 1 ? neighboursOf(first, streets).filter((one) => isFree(one, dayOf(contract))) : [];
    const parts = [first, ...others.slice(0, most - 1)];
    if (parts.length > 1 && contract >= windowStart) sharedIn.add(district);
    for (const trade of tradesOf(parts, k, contract, terms, random)) {
      sold.set(trade.lot, [...(sold.get(trade.lot) ?? []), dayOf(contract)]);
      trades.push(trade);
    }
  }
  return trades;
}

/** Farms stay in a family: three in five of them are not for sale in these years. */
function inOrderOfWorth(lots: readonly Lot[]): readonly Offer[] {
  const offers = lots
    .filter(({ row, place }) => row.status !== 'X' && (place.land !== 'rural' || row.id % 5 < 2))
    .map((lot): Offer => {
      const standing = standingOf(lot);
      const built = isVacant(standing, '2023-07-01') ? 0 : standing.improved;
      return { lot, standing, worth: lot.truth * (1 + built) };
    });
  const suburbs = grouped(offers, ({ lot: { row } }) => `${row.district_code} ${row.suburb}`);
  return [...suburbs.values()].flatMap((there) => there.toSorted((a, b) => a.worth - b.worth));
}

function streetOf({ lot: { row, block } }: Offer): string {
  return `${row.district_code} ${row.suburb} ${block}`;
}

/** Whoever buys several lots at once buys them side by side: of one street and kind of land, nearest first. */
function neighboursOf(first: Offer, streets: ReadonlyMap<string, readonly Offer[]>): readonly Offer[] {
  const { row, place } = first.lot;
  const number = row.hnum1;
  if (row.strata_plan !== null || number === null) return [];
  const away = ({ lot }: Offer) => Math.abs((lot.row.hnum1 ?? 0) - number);
  return (streets.get(streetOf(first)) ?? [])
    .filter(
      ({ lot }) =>
        lot !== first.lot &&
        lot.place.land === place.land &&
        lot.row.strata_plan === null &&
        lot.row.hnum1 !== null,
    )
    .toSorted((a, b) => away(a) - away(b));
}

/** The contract date below which a share of all contracts lie. */
function contractDate(share: number): string {
  let left = share * allYears;
  for (const [year, weight] of contractYears) {
    if (left < weight) return dateOf(dayOf(`${year}-01-01`) + Math.floor((left / weight) * 365));
    left -= weight;
  }
  return '2026-12-31';
}

interface Terms {
  readonly settlement: string;
  /** The Monday of the weekly file. */
  readonly received: string;
}

function termsOf(contract: string, random: Random): Terms {
  const settlement = workingDay(addDays(contract, random.pick([28, 42, 42, 42, 56, 84])));
  return { settlement, received: onWeekday(addDays(settlement, random.int(4, 24)), 1) };
}

function tradesOf(
  parts: readonly Offer[],
  deal: number,
  contract: string,
  { settlement, received }: Terms,
  random: Random,
): readonly Trade[] {
  const worth = parts.map(({ lot, standing }) => {
    const vacant = isVacant(standing, contract);
    const land = lot.truth * marketOn(lot.place, contract) * random.spread(0.035);
    return { lot, vacant, land, price: vacant ? land : land * (1 + standing.improved * random.spread(0.08)) };
  });
  const total = worth.reduce((sum, one) => sum + one.price, 0);
  const odd = random.next();
  const interest = random.chance(0.004) ? random.pick([50, 33, 25]) : null;
  const price = Math.max(1, priceOf(total * ((interest ?? 100) / 100), odd, random));
  const source = random.weighted([
    ['LPI', 94],
    ['OSR', 4],
    ['USER', 2],
  ] as const);
  const confirmed = !random.chance(0.02);
  // A nominal or part sale is told by its code and is no evidence; of the other odd ones half were looked at.
  const unfit = odd < 0.005 || interest !== null || (odd < 0.02 && random.chance(0.5));
  // What nobody has confirmed nobody has judged: it waits for one thing, not for two.
  const suitable = unfit ? false : odd >= 0.02 && random.chance(0.03) && confirmed ? true : null;
  return worth.map(({ lot, vacant, land }) => ({
    lot,
    deal,
    land: parts.length === 1 && interest === null && odd >= 0.02 ? land : 0,
    vacant,
    sale: {
      source,
      district_code: lot.row.district_code,
      property_id: lot.row.id,
      download_at: `${received} 02:${String(random.int(0, 59)).padStart(2, '0')}:00`,
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
      sale_code: unfit ? saleCode(lot, vacant, interest === null ? 'O' : 'P') : null,
      area: lot.row.area,
      area_unit: lot.row.area_unit,
      legal_description: lot.row.legal_description,
      multi_property: parts.length > 1,
      dealing_size: parts.length,
      confirmed,
      suitable,
      inspected_on: null,
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
  if (odd < 0.005) return random.pick([1, 1, 10, 100, 500]);
  if (odd < 0.015) return Math.round((price * (0.2 + random.next() * 0.2)) / 500) * 500;
  if (odd < 0.02) return Math.round((price * (4 + random.next() * 4)) / 1_000) * 1_000;
  return roundPrice(price);
}
