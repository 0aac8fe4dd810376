import { makeDistrict } from './land.ts';
import type { DemoRows } from './rows.ts';
import { districts } from './shape.ts';
import { makeTrades } from './trade.ts';

export const saleCount = 12_000;
export const analysisCount = 2_500;

/** The whole demo, the same every time: 20,000 properties of six districts, their values, sales and analyses. */
export function generateDemo(): DemoRows {
  const suburbs = new Set<string>();
  const made = districts.map((shape) => makeDistrict(shape, suburbs));
  const lots = made.flatMap((district) => district.lots);
  const { sales, analyses } = makeTrades(lots, saleCount, analysisCount);
  const analysed = new Set(analyses.filter((one) => one.exported).map((one) => one.property_id));
  return {
    components: made.flatMap((district) => district.places.map((place) => place.row)),
    properties: lots.map(({ row }) => (analysed.has(row.id) ? { ...row, risk_rating: '1-ANLYSALE' } : row)),
    lots: made.flatMap((district) => district.legal),
    values: made.flatMap((district) => district.values),
    sales,
    analyses,
  };
}
