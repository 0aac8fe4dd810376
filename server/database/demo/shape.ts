// What the demo is shaped after: shares of zones, price levels and their course, taken from figures of public sales.
// Names of districts are real, everything below them is the generator's.

export interface DistrictShape {
  readonly code: string;
  readonly properties: number;
  readonly suburbs: number;
  readonly postcode: string;
  readonly lat: number;
  readonly lon: number;
  /** Median price of a residence in 2021, whole dollars. */
  readonly price: number;
  /** Zone, share of the properties, number of components. */
  readonly zones: readonly (readonly [string, number, number])[];
  /** Zones whose ratios scatter beyond the audit's limit. */
  readonly loose: readonly string[];
}

export const districts: readonly DistrictShape[] = [
  {
    code: '001',
    properties: 6200,
    suburbs: 22,
    postcode: '2325',
    lat: -32.83,
    lon: 151.36,
    price: 500_000,
    loose: ['RU4'],
    zones: [
      ['R2', 55, 20],
      ['R3', 15, 6],
      ['R1', 8, 3],
      ['RU5', 8, 4],
      ['R5', 5, 3],
      ['RU2', 5, 4],
      ['RU4', 2, 2],
      ['SP3', 1, 1],
      ['MU1', 1, 1],
      ['E1', 1, 2],
      ['E3', 1, 1],
      ['E4', 1, 1],
    ],
  },
  {
    code: '002',
    properties: 1100,
    suburbs: 10,
    postcode: '2420',
    lat: -32.4,
    lon: 151.75,
    price: 570_000,
    loose: ['R5'],
    zones: [
      ['R1', 27, 6],
      ['R5', 24, 4],
      ['RU1', 33, 7],
      ['RU5', 10, 2],
      ['E1', 3, 1],
      ['E4', 1, 1],
      ['C3', 1, 1],
      ['C4', 1, 1],
    ],
  },
  {
    code: '005',
    properties: 7200,
    suburbs: 24,
    postcode: '2320',
    lat: -32.73,
    lon: 151.55,
    price: 615_000,
    loose: [],
    zones: [
      ['R1', 82, 38],
      ['R5', 5, 4],
      ['RU1', 4, 5],
      ['RU2', 2, 2],
      ['E3', 2, 2],
      ['MU1', 2, 2],
      ['E1', 1, 2],
      ['E4', 1, 2],
      ['C4', 1, 1],
    ],
  },
  {
    code: '007',
    properties: 1800,
    suburbs: 9,
    postcode: '2333',
    lat: -32.27,
    lon: 150.89,
    price: 355_000,
    loose: ['R1'],
    zones: [
      ['R1', 64, 18],
      ['RU5', 10, 3],
      ['RU1', 12, 6],
      ['R5', 6, 3],
      ['E1', 4, 2],
      ['E4', 3, 2],
      ['C3', 1, 1],
    ],
  },
  {
    code: '012',
    properties: 2200,
    suburbs: 12,
    postcode: '2330',
    lat: -32.57,
    lon: 151.17,
    price: 495_000,
    loose: ['E4'],
    zones: [
      ['R1', 55, 14],
      ['RU1', 18, 8],
      ['R5', 8, 4],
      ['RU4', 6, 3],
      ['C4', 5, 2],
      ['RU2', 3, 2],
      ['E3', 2, 1],
      ['MU1', 2, 1],
      ['E4', 1, 2],
    ],
  },
  {
    code: '511',
    properties: 1500,
    suburbs: 11,
    postcode: '2337',
    lat: -32.05,
    lon: 150.87,
    price: 365_000,
    loose: ['RU4'],
    zones: [
      ['R1', 54, 14],
      ['RU1', 18, 8],
      ['R5', 9, 3],
      ['RU4', 8, 3],
      ['RU5', 5, 2],
      ['E1', 3, 2],
      ['MU1', 2, 1],
      ['E4', 1, 1],
    ],
  },
];

export type LandClass = 'residential' | 'large' | 'rural' | 'business' | 'industrial';

export interface ClassShape {
  /** First letters of component codes. */
  readonly letters: readonly string[];
  /** First letter of sale codes. */
  readonly saleClass: string;
  readonly benchmarkType: string;
  readonly subcategory: string;
  /** Typical area in m², the deviation of its logarithm, and how strongly value follows area. */
  readonly area: number;
  readonly areaSpread: number;
  readonly elasticity: number;
  /** Land value of a typical lot against the district's residential one. */
  readonly level: number;
  readonly riskRating: string;
  /** Added value of improvements against land value. */
  readonly improved: number;
  readonly vacant: number;
  /** Market level at 1 July 2020 to 2026, 2021 being 1. */
  readonly course: readonly number[];
}

export const classes: Readonly<Record<LandClass, ClassShape>> = {
  residential: {
    letters: ['AA', 'AB'],
    saleClass: 'A',
    benchmarkType: 'RES',
    subcategory: 'SR',
    area: 640,
    areaSpread: 0.28,
    elasticity: 0.35,
    level: 1,
    riskRating: '3-RESIDENT',
    improved: 1.25,
    vacant: 0.2,
    course: [0.86, 1, 1.29, 1.27, 1.35, 1.43, 1.5],
  },
  large: {
    letters: ['FC', 'FD'],
    saleClass: 'A',
    benchmarkType: 'RES',
    subcategory: 'LLR',
    area: 8_000,
    areaSpread: 0.6,
    elasticity: 0.25,
    level: 1.6,
    riskRating: '3-RESIDENT',
    improved: 1.1,
    vacant: 0.25,
    course: [0.84, 1, 1.34, 1.33, 1.38, 1.44, 1.49],
  },
  rural: {
    letters: ['RA', 'RB'],
    saleClass: 'R',
    benchmarkType: 'RUR',
    subcategory: 'RG',
    area: 420_000,
    areaSpread: 0.9,
    elasticity: 0.6,
    level: 2.8,
    riskRating: '3-RURAL',
    improved: 0.5,
    vacant: 0.3,
    course: [0.8, 1, 1.3, 1.38, 1.41, 1.44, 1.46],
  },
  business: {
    letters: ['BA', 'BB'],
    saleClass: 'B',
    benchmarkType: 'COM',
    subcategory: 'RCCP',
    area: 900,
    areaSpread: 0.6,
    elasticity: 0.8,
    level: 1.9,
    riskRating: '2-COMMERCE',
    improved: 1.4,
    vacant: 0.08,
    course: [0.95, 1, 1.12, 1.15, 1.17, 1.2, 1.24],
  },
  industrial: {
    letters: ['IA', 'IB'],
    saleClass: 'I',
    benchmarkType: 'IND',
    subcategory: 'SI',
    area: 3_200,
    areaSpread: 0.7,
    elasticity: 0.8,
    level: 2.1,
    riskRating: '2-INDUSTRY',
    improved: 0.9,
    vacant: 0.15,
    course: [0.92, 1, 1.2, 1.28, 1.34, 1.41, 1.5],
  },
};

export function classOf(zone: string): LandClass {
  if (zone === 'E4' || zone === 'E5') return 'industrial';
  if (/^(E[123]|MU1|SP\d)$/.test(zone)) return 'business';
  if (zone === 'R5' || zone === 'C4' || zone === 'RU4') return 'large';
  if (/^(RU[1236]|C[123])$/.test(zone)) return 'rural';
  return 'residential';
}

// Business and industrial zones were renamed on 26 April 2023, environmental ones on 1 December 2021.
const renamed: readonly { readonly now: string; readonly before: string; readonly since: string }[] = [
  { now: 'E1', before: 'B2', since: '2023-04-26' },
  { now: 'E3', before: 'B5', since: '2023-04-26' },
  { now: 'E4', before: 'IN1', since: '2023-04-26' },
  { now: 'MU1', before: 'B4', since: '2023-04-26' },
  { now: 'C3', before: 'E3', since: '2021-12-01' },
  { now: 'C4', before: 'E4', since: '2021-12-01' },
];

export function zoneOn(zone: string, date: string): string {
  const change = renamed.find((one) => one.now === zone && date < one.since);
  return change ? change.before : zone;
}
