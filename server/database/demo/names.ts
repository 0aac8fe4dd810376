import type { Random } from './random.ts';

// Made from syllables, so that no street, suburb or person of the demo is a real one on purpose.
const starts = [
  'BRIN',
  'COOR',
  'DAL',
  'ELLAM',
  'FENWA',
  'GARRA',
  'HOLMA',
  'KERRA',
  'LANDA',
  'MERRI',
  'NARRO',
  'OAKLA',
  'PELLA',
  'QUARRO',
  'ROSSA',
  'TARRO',
  'ULLA',
  'VARRA',
  'WILLA',
  'YARRA',
] as const;
const middles = ['BEE', 'DA', 'GAN', 'LIN', 'MOR', 'NAR', 'RIN', 'TAL', 'VEN', 'WOO'] as const;
const ends = [
  'BAH',
  'DALE',
  'FIELD',
  'FORD',
  'GONG',
  'HAM',
  'LEE',
  'MONT',
  'RA',
  'TON',
  'VALE',
  'WICK',
] as const;
const streetEnds = ['', 'BY', 'ER', 'LEY', 'MAN', 'SON', 'STON', 'WELL'] as const;
const streetTypes: readonly (readonly [string, number])[] = [
  ['ST', 46],
  ['RD', 16],
  ['AVE', 10],
  ['CL', 8],
  ['DR', 7],
  ['PL', 5],
  ['CRES', 4],
  ['LANE', 3],
  ['WAY', 1],
];
const houses = [
  'BELVEDERE',
  'CLOVERDENE',
  'FERNHILL',
  'GLENBRAE',
  'HAWTHORN',
  'IRONGATE',
  'LONGREACH',
  'MERRIDOWN',
  'RIVERSLEA',
  'STONEFIELD',
] as const;

function unique(taken: Set<string>, make: () => string): string {
  for (;;) {
    const name = make();
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

export function suburbNames(random: Random, count: number, taken: Set<string>): readonly string[] {
  return Array.from({ length: count }, () =>
    unique(taken, () => `${random.pick(starts)}${random.pick(middles)}${random.pick(ends)}`),
  );
}

export function streetNames(random: Random, count: number): readonly string[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, () =>
    unique(
      taken,
      () =>
        `${random.pick(starts)}${random.pick(middles)}${random.pick(streetEnds)} ${random.weighted(streetTypes)}`,
    ),
  );
}

export function propertyName(random: Random): string {
  return `${random.pick(houses)} ${random.pick(['', 'ESTATE', 'FARM', 'PARK', 'CENTRE'])}`.trim();
}
