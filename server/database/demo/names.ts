import type { Random } from './random.ts';

// Put together from parts, so that no suburb, street or person of the demo is a real one on purpose, and each reads like one.
// The lists keep their lengths: with them what is drawn after a name stays as it was.
const starts = [
  'BARR',
  'BIND',
  'BOOR',
  'BULL',
  'COOR',
  'CULL',
  'DUND',
  'GALL',
  'GERR',
  'JERR',
  'KARR',
  'MERR',
  'MUND',
  'NARR',
  'PARR',
  'TARR',
  'TOOR',
  'WARR',
  'WILL',
  'YARR',
] as const;
const middles = [
  'ABEL',
  'ADINE',
  'AGONG',
  'ALONG',
  'AMBIE',
  'ANDRA',
  'ENDAH',
  'INDAL',
  'OONA',
  'UMBAH',
] as const;
const ends = [
  '',
  ' CREEK',
  ' FLAT',
  ' HEIGHTS',
  ' HILL',
  ' NORTH',
  ' PARK',
  ' PLAINS',
  ' RIDGE',
  ' RIVER',
  ' VALE',
  ' WEST',
] as const;
const families = [
  'ALDER',
  'ASH',
  'BECK',
  'BRAD',
  'BURN',
  'CALD',
  'CRAN',
  'DUN',
  'ELLER',
  'FAIR',
  'HAL',
  'HART',
  'KEN',
  'LANG',
  'MARL',
  'NETHER',
  'RAD',
  'STAN',
  'THORN',
  'WIN',
] as const;
const familyEnds = [
  'BOURNE',
  'BURY',
  'COMBE',
  'DALE',
  'FIELD',
  'FORD',
  'LEY',
  'MERE',
  'TON',
  'WORTH',
] as const;
/** What else streets are called after, in three of the eight draws that choose it. */
const nature = [
  'ACACIA',
  'BANKSIA',
  'BOTTLEBRUSH',
  'CALLISTEMON',
  'CASUARINA',
  'CORELLA',
  'CURRAWONG',
  'ECHIDNA',
  'FIG TREE',
  'GREVILLEA',
  'HAKEA',
  'HERON',
  'IRONBARK',
  'JACARANDA',
  'KOOKABURRA',
  'KURRAJONG',
  'LILLY PILLY',
  'LORIKEET',
  'LYREBIRD',
  'MAGPIE',
  'MELALEUCA',
  'MYRTLE',
  'PAPERBARK',
  'PELICAN',
  'QUARRY',
  'RIVERVIEW',
  'ROSELLA',
  'SPOTTED GUM',
  'STRINGYBARK',
  'TEA TREE',
  'TURPENTINE',
  'WARATAH',
  'WATTLE',
  'WEIR',
  'WHIPBIRD',
  'WILLOW',
] as const;
const draws = [0, 1, 2, 3, 4, 5, 6, 7] as const;
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

/** A draw is repeated while its key is taken. */
function unique<Drawn extends { readonly key: string }>(taken: Set<string>, make: () => Drawn): Drawn {
  for (;;) {
    const drawn = make();
    if (taken.has(drawn.key)) continue;
    taken.add(drawn.key);
    return drawn;
  }
}

export function suburbNames(random: Random, count: number, taken: Set<string>): readonly string[] {
  return Array.from(
    { length: count },
    () =>
      unique(taken, () => ({ key: `${random.pick(starts)}${random.pick(middles)}${random.pick(ends)}` })).key,
  );
}

export function streetNames(random: Random, count: number): readonly string[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, () => {
    const { family, end, draw, type } = unique(taken, () => {
      const family = random.pick(families);
      const end = random.pick(familyEnds);
      const draw = random.pick(draws);
      const type = random.weighted(streetTypes);
      return { family, end, draw, type, key: `${family}${end}${draw} ${type}` };
    });
    const at = families.indexOf(family) * familyEnds.length + familyEnds.indexOf(end);
    return `${draw < 5 ? `${family}${end}` : nature[at % nature.length]} ${type}`;
  });
}

export function propertyName(random: Random): string {
  return `${random.pick(houses)} ${random.pick(['', 'ESTATE', 'FARM', 'PARK', 'CENTRE'])}`.trim();
}
