import { property, put, received, sale } from './fixture.ts';
import { seeded } from './second-implementation.ts';
import type { Reports } from './support.ts';

/** A sale of the made market as the tests count it; a sale received twice is two of these. */
export type Told = {
  readonly saleId: number;
  readonly district: string;
  readonly suburb: string;
  readonly zone: string | null;
  readonly component: string | null;
  readonly nature: string;
  readonly purpose: string;
  readonly contract: string;
  readonly received: string;
  readonly price: number;
  readonly area: number | null;
  readonly strata: string | null;
  readonly dealing: string;
  readonly market: boolean;
  readonly standard: boolean;
};

export type Market = { readonly sales: readonly Told[]; readonly receipts: readonly Told[] };

const pick = <T>(random: () => number, from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('Nothing to pick from.');
  return found;
};
const day = (random: () => number, first: string, days: number): string =>
  new Date(Date.parse(first) + Math.floor(random() * days) * 86_400_000).toISOString().slice(0, 10);

/**
 * A small market over two districts and three years: every kind that a population leaves out, a suburb in both
 * districts, sales received again in a later file, and sales that came by no file.
 */
export async function putMarket(db: Reports, count = 260): Promise<Market> {
  const random = seeded(2022);
  const sales: Told[] = [];
  const receipts: Told[] = [];
  const [file = 0] = await put(db, 'import_file', [{ name: '001_SALES_DATA_NNME_03012022.DAT' }]);
  let line = 0;
  for (let i = 0; i < count; i++) {
    const district = pick(random, ['001', '001', '002']);
    const place = pick(random, district === '001' ? ['ALFA', 'BRAVO', 'BOTH'] : ['CHARLIE', 'BOTH']);
    const zone = pick(random, ['R2', 'R2', 'RU2', 'E4', null]);
    const status = pick(random, ['A', 'A', 'A', 'O', 'X']);
    const kind = pick(random, ['', '', '', '', 'part', 'many', 'unsuitable', 'unconfirmed']);
    const contract = day(random, '2020-10-01', 1000);
    const arrived = new Date(Date.parse(contract) + 86_400_000 * (20 + Math.floor(random() * 150)));
    const id = 1_000 + i;
    const strata = random() < 0.15 ? '3' : null;
    // Some go for a nominal price; at the company's least price a sale is none.
    const price = i % 13 === 6 ? ([1, 999, 1000][i % 3] ?? 1) : 100_000 + Math.round(random() * 1_900) * 500;
    const told = {
      district,
      suburb: place,
      zone,
      component: zone === 'RU2' ? 'RAB' : zone === 'R2' ? 'AAB' : null,
      nature: pick(random, ['R', 'R', 'V', '3']),
      purpose: pick(random, ['RESIDENCE', 'RESIDENCE', 'Residence & shop', 'VACANT LAND', 'FARM']),
      contract,
      received: arrived.toISOString().slice(0, 10),
      price,
      area: strata ? null : 300 + Math.round(random() * 900),
      strata,
      dealing: kind === 'many' ? `MANY${district}${Math.floor(i / 40)}` : `AB${i}`,
      market: kind === '',
      standard: kind === '' && status === 'A' && price >= 1000,
    };
    await put(db, 'property', [
      property(id, { district_code: district, status, zone_code: zone, component_code: told.component }),
    ]);
    const [saleId = 0] = await put(db, 'sale', [
      sale(id, {
        district_code: district,
        suburb: place,
        zone_code: zone,
        component_code: told.component,
        nature: told.nature,
        purpose: told.purpose,
        contract_date: contract,
        settlement_date: contract,
        download_at: `${told.received} 02:00`,
        purchase_price: told.price,
        area: told.area,
        strata_lot: strata,
        dealing_number: told.dealing,
        interest_pct: kind === 'part' ? 50 : null,
        multi_property: kind === 'many',
        dealing_size: kind === 'many' ? 5 : 1,
        suitable: kind === 'unsuitable' ? false : null,
        confirmed: kind !== 'unconfirmed',
      }),
    ]);
    const one: Told = { ...told, saleId };
    sales.push(one);
    // A fifth came by no file; a tenth of the others came again weeks later with another price.
    const times = i % 5 === 0 ? 0 : i % 10 === 1 ? 2 : 1;
    if (times === 0) receipts.push(one);
    for (let n = 0; n < times; n++) {
      const again: Told = {
        ...one,
        price: one.price + n * 12_345,
        received: new Date(arrived.getTime() + n * 40 * 86_400_000).toISOString().slice(0, 10),
      };
      receipts.push(again);
      await put(db, 'sale_received', [
        received(file, ++line, again.received, {
          district_code: district,
          property_id: id,
          suburb: place,
          area: told.area,
          strata_lot: strata,
          zone_code: zone,
          component_code: told.component,
          nature: told.nature,
          purpose: told.purpose,
          contract_date: contract,
          purchase_price: again.price,
          dealing_number: told.dealing,
        }),
      ]);
    }
  }
  return { sales, receipts };
}

/** The sales of a population, as the reports count them. */
export function population(market: Market, name: string): readonly Told[] {
  if (name === 'received') return market.receipts;
  return market.sales.filter((s) => (name === 'market' ? s.market : s.standard));
}
