import { addDays } from './dates.ts';
import { grouped } from './grouped.ts';
import { baseYears } from './place.ts';
import { roundPrice, type SaleFacts, saleCode, type Trade, windowStart } from './sale-facts.ts';

/** What is known where a case is planted. */
interface Ground {
  readonly today: string;
  /** Usual price of a component, where it has enough sales to judge one by. */
  readonly usual: (trade: Trade) => number | null;
}

/** What becomes of a sale; null: this one does not serve. */
type Case = (trade: Trade, contract: string, ground: Ground) => Partial<SaleFacts> | null;

function landValue({ lot }: Trade, year: (typeof baseYears)[number]): number {
  return lot.values[baseYears.indexOf(year)] ?? 0;
}

const unfit = ({ lot, vacant }: Trade, third: 'O' | 'P') => ({
  suitable: false,
  sale_code: saleCode(lot, vacant, third),
});

const againstUsual =
  (times: number): Case =>
  (trade, _, { usual }) => {
    const price = usual(trade);
    return price === null ? null : { purchase_price: roundPrice(price * times) };
  };

/** What reports of exceptions look for, once in each district. */
const cases: readonly Case[] = [
  (trade) => ({ purchase_price: 1, ...unfit(trade, 'O') }),
  (trade) => ({
    purchase_price: roundPrice(trade.sale.purchase_price / 2),
    interest_pct: 50,
    ...unfit(trade, 'P'),
  }),
  againstUsual(0.2),
  againstUsual(4.5),
  // Two days in the wrong fields.
  (_, contract) => ({ settlement_date: addDays(contract, -12) }),
  () => ({ contract_date: null }),
  ({ sale }, _, { today }) => {
    const typed = addDays(sale.download_at.slice(0, 10), 9);
    return typed <= today ? { contract_date: typed } : null;
  },
  // A year typed with two figures.
  (_, contract) => ({ contract_date: `00${contract.slice(2)}` }),
  // Less than the land alone is valued at, built on or not.
  (trade) =>
    trade.vacant || landValue(trade, 2025) === 0
      ? null
      : { purchase_price: roundPrice(landValue(trade, 2025) * 0.85) },
  // Only the value under work exceeds what was paid.
  (trade) => {
    const [now, next] = [landValue(trade, 2025), landValue(trade, 2026)];
    const between = Math.round((now + next) / 2);
    return trade.vacant && now < between && between < next ? { purchase_price: between } : null;
  },
];

/** The trades with the cases that reports of exceptions look for; each district has one sale more, received twice. */
export function plantExceptions(trades: readonly Trade[], today: string): readonly Trade[] {
  const plain = trades.filter(
    ({ sale, land, lot }) =>
      land > 0 && sale.confirmed && lot.row.status === 'A' && (sale.contract_date ?? '') >= windowStart,
  );
  const ground = { today, usual: usualPrices(plain) };
  const changed = new Map<Trade, Trade>();
  const twice: Trade[] = [];
  const kept = new Set<Trade>();
  const districts = grouped(plain, ({ sale }) => sale.district_code);
  for (const there of districts.values()) {
    const left = there.values();
    for (const one of cases) {
      const trade = plantedIn(left, one, ground);
      if (trade) changed.set(trade.was, trade.is);
    }
    const again = there.findLast((trade) => !changed.has(trade) && soldAgain(trade, today) !== null);
    const sale = again && soldAgain(again, today);
    // Its own dealing, as yet another contract of the same lot would be.
    if (again && sale) {
      kept.add(again);
      twice.push({ ...again, deal: again.deal + 0.5, land: 0, sale });
    }
  }
  for (const [was, is] of lightlyImproved(plain.filter((trade) => !changed.has(trade) && !kept.has(trade))))
    changed.set(was, is);
  return [...trades.map((trade) => changed.get(trade) ?? trade), ...twice];
}

/** One house in forty is a shed or a slab on good land: what was paid is that for the land and a little more. */
function lightlyImproved(trades: readonly Trade[]): ReadonlyMap<Trade, Trade> {
  const houses = trades.filter(({ vacant, lot }) => !vacant && lot.row.strata_plan === null);
  return new Map(
    houses
      .filter((_, place) => place % 40 === 7)
      .map((was, place): [Trade, Trade] => {
        const price = roundPrice(was.land * (1.07 + 0.03 * (place % 4)));
        return [was, { ...was, sale: { ...was.sale, purchase_price: price } }];
      }),
  );
}

/** Takes trades until one serves. */
function plantedIn(left: Iterator<Trade>, one: Case, ground: Ground) {
  for (let next = left.next(); !next.done; next = left.next()) {
    const was = next.value;
    const change = was.sale.contract_date === null ? null : one(was, was.sale.contract_date, ground);
    if (change) return { was, is: { ...was, land: 0, sale: { ...was.sale, ...change } } };
  }
  return null;
}

/** The same sale under a second dealing number, some weeks later. */
function soldAgain({ sale }: Trade, today: string): SaleFacts | null {
  const later = (date: string) => addDays(date, 63);
  const { contract_date: contract, settlement_date: settlement, download_at: received } = sale;
  const file = later(received.slice(0, 10));
  if (contract === null || file > today) return null;
  return {
    ...sale,
    contract_date: later(contract),
    settlement_date: later(settlement),
    download_at: `${file}${received.slice(10)}`,
  };
}

function usualPrices(plain: readonly Trade[]): Ground['usual'] {
  const key = ({ sale }: Trade) => `${sale.district_code} ${sale.component_code}`;
  const usual = new Map<string, number | null>();
  for (const [component, sales] of grouped(plain, key)) {
    const prices = sales.map(({ sale }) => sale.purchase_price).sort((a, b) => a - b);
    usual.set(component, prices.length < 7 ? null : (prices[prices.length >> 1] ?? null));
  }
  return (trade) => usual.get(key(trade)) ?? null;
}
