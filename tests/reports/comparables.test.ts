// Comparables of one property, planted so that each term, each adjustment and each reason can be counted by hand, and a second
// calculation of what the weights foretell.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { property, put, putBaseYear, putPlaces, sale } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
const analyses = new Map<string, number>();
const sales = new Map<string, number>();

const metresOfDegree = (6_371_008.8 * Math.PI) / 180;
const north = (metres: number) => -33 + metres / metresOfDegree;

interface Planted {
  readonly name: string;
  readonly on?: string;
  readonly area?: number | null;
  readonly metres?: number;
  readonly nature?: string;
  readonly component?: string;
  readonly zone?: string;
  readonly price?: number;
  readonly land?: number | null;
  readonly moved?: number | null;
  readonly property?: Row;
  readonly sale?: Row;
  /** Null where the sale was not analysed. */
  readonly analysis?: Row | null;
}

/** In the order of their steps from property 1, which is of 600 m² in component AAB. */
const taken: readonly Planted[] = [
  { name: 'alike', price: 400_000, land: 400_000, moved: 400_000 },
  { name: 'a year before', on: '2025-07-01', price: 380_000, land: 380_000, moved: 390_000 },
  { name: 'larger alike', area: 750, price: 500_000, land: 410_000, moved: 420_000 },
  { name: 'other component', component: 'AAC', metres: 1_000, price: 540_000, land: 540_000, moved: 550_000 },
  { name: 'larger', area: 900, nature: 'R', price: 800_000, land: 590_000, moved: 600_000 },
  {
    name: 'two years before',
    on: '2024-07-01',
    metres: 2_000,
    nature: 'R',
    price: 700_000,
    land: 340_000,
    moved: 370_000,
  },
];
const refused: readonly (Planted & { readonly why: string; readonly found?: string | null })[] = [
  {
    name: 'seventh',
    on: '2024-07-01',
    metres: 4_000,
    nature: 'R',
    why: 'Nearer ones are taken',
    found: 'Place 7 of 7',
  },
  { name: 'old', on: '2024-06-01', why: 'Too old', found: '25.0 months' },
  { name: 'new', on: '2028-08-01', why: 'Too new', found: '25.0 months' },
  { name: 'half', sale: { interest_pct: 50 }, why: 'Part interest', found: '50 %' },
  {
    name: 'three together',
    sale: { multi_property: true, dealing_size: 3 },
    why: 'Several properties',
    found: '3 at one price',
  },
  { name: 'cancelled', property: { status: 'X' }, why: 'Property not active', found: 'Cancelled' },
  { name: 'unconfirmed', sale: { confirmed: false }, why: 'Not confirmed' },
  { name: 'unfit', sale: { suitable: false }, why: 'Unsuitable', found: 'The sale' },
  {
    name: 'judged',
    analysis: { suitability: 'NO', suitability_reason: 'Family' },
    why: 'Unsuitable',
    found: 'Family',
  },
  { name: 'gift', price: 500, why: 'Nominal price' },
  { name: 'unanalysed', analysis: null, why: 'Not analysed' },
  {
    name: 'without value',
    moved: null,
    why: 'No land value',
    found: 'Its analysis has none at the base date',
  },
  { name: 'farm', zone: 'RU2', why: 'Other zone', found: 'RU2' },
  { name: 'far', metres: 6_000, why: 'Too far', found: '6.0 km' },
  { name: 'flat', area: null, property: { strata_lot: '3' }, why: 'Other title', found: 'Strata lot' },
  { name: 'unmeasured', area: null, why: 'Area not known' },
  { name: 'huge', area: 1_500, why: 'Other size', found: '2.5 times larger' },
  { name: 'tiny', area: 200, why: 'Other size', found: '3.0 times smaller' },
  { name: 'incomparable', component: 'AAD', why: 'No benchmark to compare by', found: 'Component AAD' },
];
/** Neither near nor of the district: told nowhere. */
const elsewhere: readonly Planted[] = [
  { name: 'long ago', on: '2022-06-01' },
  { name: 'other component, far', component: 'AAC', metres: 9_000 },
];

async function plant(p: Planted, id: number): Promise<void> {
  const { on = '2026-07-01', area = 600, component = 'AAB', zone = 'R2', price = 400_000, metres = 0 } = p;
  const of = { component_code: component, zone_code: zone };
  await put(db, 'property', [property(id, { ...of, area, lat: north(metres), lon: 151, ...p.property })]);
  const [sale_id = 0] = await put(db, 'sale', [
    sale(id, { ...of, contract_date: on, purchase_price: price, area, nature: p.nature ?? 'V', ...p.sale }),
  ]);
  sales.set(p.name, sale_id);
  if (p.analysis === null) return;
  const [made = 0] = await put(db, 'analysis', [
    {
      sale_id,
      property_id: id,
      district_code: '001',
      ...of,
      contract_date: on,
      purchase_price: price,
      area,
      suitability: 'IN',
      analysed_lv: p.land === undefined ? 390_000 : p.land,
      alv_future: p.moved === undefined ? 400_000 : p.moved,
      ...p.analysis,
    },
  ]);
  analyses.set(p.name, made);
}

const unsold = 50;
const nameOf = (id: unknown) => [...sales].find(([, sale_id]) => sale_id === Number(id))?.[0];
const ofProperty = (name: string) => db.sharedQuery(name, { property: 1 });
const number = (row: Row | undefined, column: string) => Number(row?.[column]);

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  await putBaseYear(db, 2025);
  await db.owner(
    `insert into component (district_code, code, zone_code) values ('001', 'AAC', 'R2'), ('001', 'AAD', 'R2')`,
  );
  await put(db, 'property', [
    property(1, { area: 600, lat: -33, lon: 151, benchmark_type: 'P' }),
    property(2, { area: 600, component_code: 'AAC', benchmark_type: 'P' }),
  ]);
  // In a district without a sale, with neither area nor place.
  await put(db, 'property', [property(unsold, { district_code: '002', benchmark_type: null })]);
  await db.owner(`insert into property_value (property_id, district_code, base_date, land_value, method) values
    (1, '001', '2025-07-01', 380000, 'H'), (1, '001', '2026-07-01', 400000, 'H'), (2, '001', '2026-07-01', 500000, 'H')`);
  for (const [at, planted] of [...taken, ...refused, ...elsewhere].entries()) await plant(planted, 100 + at);
});
beforeEach(() => db.owner(`update setting set number = null, flag = null where key like 'comparable.%'`));
afterAll(() => db?.close());

describe('comparables of a property', () => {
  it('are the nearest by their steps, in order', async () => {
    const rows = await ofProperty('comparable_sales');
    expect(rows.map((row) => [nameOf(row.sale_id), number(row, 'steps_apart').toFixed(3)])).toEqual([
      ['alike', '0.000'],
      // 365 days of 30.4375 a month, 12 months a step.
      ['a year before', '0.999'],
      ['larger alike', '1.000'],
      ['other component', '1.500'],
      // ln 1.5 ÷ ln 1.25 = 1.817, and improvements half a step.
      ['larger', '2.317'],
      ['two years before', '3.499'],
    ]);
    expect(rows.map(({ sale_place }) => Number(sale_place))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('stand by area, time and distance as far as a link to a benchmark does', async () => {
    for (const row of await ofProperty('comparable_sales')) {
      const [link] = await db.owner(
        `select link_distance($1, 600, (date '2026-07-01' - $2::date) / 30.4375, $3::double precision * 1000) as d`,
        [row.area, row.contract_date, row.km_away],
      );
      const own = number(row, 'area_steps') + number(row, 'time_steps') + number(row, 'distance_steps');
      expect(own).toBeCloseTo(number(link, 'd'), 9);
    }
  });

  it('are adjusted in dollars that sum up to the adjusted price', async () => {
    const rows = await ofProperty('comparable_sales');
    const columns = [
      'purchase_price',
      'not_land',
      'time_adjustment',
      'area_adjustment',
      'place_adjustment',
      'adjusted_price',
    ];
    expect(rows.map((row) => columns.map((column) => number(row, column)))).toEqual([
      [400_000, 0, 0, 0, 0, 400_000],
      [380_000, 0, 10_000, 0, 0, 390_000],
      // A quarter larger is compared lot by lot.
      [500_000, -90_000, 10_000, 0, 0, 420_000],
      // The primary benchmarks stand as 400,000 to 500,000.
      [540_000, 0, 10_000, 0, -110_000, 440_000],
      // Half as large again, at a slope of 1 for want of lots.
      [800_000, -210_000, 10_000, -200_000, 0, 400_000],
      [700_000, -360_000, 30_000, 0, 0, 370_000],
    ]);
    for (const row of rows) {
      const sum = columns.slice(0, -1).reduce((total, column) => total + number(row, column), 0);
      expect(sum).toBe(number(row, 'adjusted_price'));
    }
  });

  it('come to a range and a weighted estimate', async () => {
    const rows = await ofProperty('comparable_sales');
    const weights = rows.map((row) => 1 / (1 + number(row, 'steps_apart')) ** 2);
    const whole = weights.reduce((a, b) => a + b);
    const estimate =
      rows.reduce((sum, row, at) => sum + number(row, 'adjusted_price') * (weights[at] ?? 0), 0) / whole;
    const [range] = await ofProperty('comparable_range');
    expect(range).toMatchObject({ comparables: 6 });
    expect(
      ['lowest_adjusted', 'highest_adjusted', 'weighted_price'].map((column) => number(range, column)),
    ).toEqual([370_000, 440_000, Math.round(estimate)]);
    for (const [at, row] of rows.entries())
      expect(number(row, 'sale_weight')).toBeCloseTo((weights[at] ?? 0) / whole, 9);
  });

  it('leave out every other near sale for one reason that is told', async () => {
    const rows = await ofProperty('comparables_not_taken');
    const told = rows.map((row) => [nameOf(row.sale_id), row.why_not, row.why_detail]);
    const wanted = refused.map(({ name, why, found = null }) => [name, why, found]);
    expect(told.toSorted()).toEqual(wanted.toSorted());
  });

  it('and what is left out are all near sales of the district, each once', async () => {
    const near = await db.owner(
      `select s.id from sale s join property p on p.id = s.property_id
       where s.district_code = '001' and s.contract_date between '2022-07-01' and '2030-07-01'
         and (p.component_code = 'AAB' or metres_between(-33, 151, p.lat, p.lon) <= 5000)`,
    );
    const told = [
      ...(await ofProperty('comparable_sales')),
      ...(await ofProperty('comparables_not_taken')),
    ].map(({ sale_id }) => Number(sale_id));
    expect(told.toSorted((x, y) => x - y)).toEqual(
      near.map(({ id }) => Number(id)).toSorted((x, y) => x - y),
    );
    expect(told).toHaveLength(taken.length + refused.length);
  });

  it('are none, and no range, where nothing was sold', async () => {
    for (const name of ['comparable_sales', 'comparables_not_taken', 'comparables_foretold'])
      expect([name, await db.sharedQuery(name, { property: unsold })]).toEqual([name, []]);
    expect(await db.sharedQuery('comparable_range', { property: unsold })).toEqual([
      { comparables: 0, lowest_adjusted: null, highest_adjusted: null, weighted_price: null },
    ]);
    expect(await db.sharedQuery('comparable_subject', { property: unsold })).toMatchObject([
      { property_id: unsold, without_position: true },
    ]);
    expect(await db.sharedQuery('comparable_places', { property: unsold })).toMatchObject([
      { standing: 'This property', lat: null },
    ]);
  });

  it('lie on the map with the property and what was not taken within 5 km', async () => {
    const rows = await ofProperty('comparable_places');
    const count = (standing: string) => rows.filter((row) => row.standing === standing).length;
    expect([count('This property'), count('Taken'), count('Not taken')]).toEqual([1, 6, refused.length - 1]);
  });

  it('follow the options', async () => {
    const set = (key: string, column: string, value: unknown) =>
      db.owner(`update setting set ${column} = $2 where key = $1`, [key, value]);
    await set('comparable.nearest', 'number', 2);
    expect((await ofProperty('comparable_sales')).map((row) => nameOf(row.sale_id))).toEqual([
      'alike',
      'a year before',
    ]);
    await set('comparable.nearest', 'number', 50);
    await set('comparable.zone.other', 'flag', true);
    await set('comparable.zone.step', 'number', 1.25);
    await set('comparable.component.step', 'number', 9);
    const rows = await ofProperty('comparable_sales');
    expect(rows.map((row) => nameOf(row.sale_id))).toEqual([
      'alike',
      'a year before',
      'larger alike',
      'farm',
      'larger',
      'two years before',
      'seventh',
      'other component',
    ]);
    await set('comparable.power', 'number', 0);
    for (const row of await ofProperty('comparable_sales'))
      expect(number(row, 'sale_weight')).toBeCloseTo(1 / 8, 9);
  });

  it('have options that are refused where no weight comes of them, and weights at the limits of each', async () => {
    const kinds = await db.owner(
      "select key, minimum, maximum from setting_kind where key like 'comparable.%' and kind = 'number' order by key",
    );
    expect(kinds).toHaveLength(7);
    for (const { key, minimum, maximum } of kinds) {
      for (const [number, pointers] of [
        [Number(minimum) - 1, ['/number']],
        [Number(maximum) + 1, ['/number']],
        [Number(minimum), []],
        [Number(maximum), []],
      ] as const) {
        const found = await db.owner('select pointer from setting_rules(null, $1)', [{ key, number }]);
        expect([key, number, found.map(({ pointer }) => pointer)]).toEqual([key, number, pointers]);
      }
      for (const limit of [minimum, maximum]) {
        await db.owner('update setting set number = $2 where key = $1', [key, limit]);
        const weights = (await ofProperty('comparable_sales')).map((row) => number(row, 'sale_weight'));
        expect([key, limit, weights.length > 0, weights.every((weight) => weight > 0)]).toEqual([
          key,
          limit,
          true,
          true,
        ]);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
      }
      await db.owner('update setting set number = null where key = $1', [key]);
    }
  });

  it('may be linked to the property where it is a benchmark, and not of another component', async () => {
    const rows = await ofProperty('comparable_sales');
    // 420,000 beside 400,000 at a level of 1.
    expect(rows.map((row) => [row.benchmark_id, row.proposed])).toEqual([
      [1, 'COM'],
      [1, 'COM'],
      [1, 'SUP'],
      [null, null],
      [1, 'COM'],
      [1, 'INF'],
    ]);
  });

  it('of an analysis are held against what it has, without its own sale', async () => {
    const rows = await db.sharedQuery('comparable_sales', { analysis: analyses.get('larger') });
    expect(rows.map((row) => nameOf(row.sale_id))).not.toContain('larger');
    // From 900 m² a lot of 600 stands ln 1.5 ÷ ln 1.25 away; 750 is within a quarter.
    expect(rows.map((row) => nameOf(row.sale_id))[0]).toBe('larger alike');
    expect(number(rows[0], 'steps_apart')).toBeCloseTo(Math.log(1.2) / Math.log(1.25), 9);
    expect(number(rows[0], 'area_adjustment')).toBe(0);
    const alike = rows.find((row) => nameOf(row.sale_id) === 'alike');
    expect(number(alike, 'area_adjustment')).toBe(200_000);
  });

  it('are nobody’s who may not see the property', async () => {
    const seen = await db.database.read(
      { userId: 1, districts: ['002'] },
      { dataset: 'both' },
      async (client) =>
        (
          await client.query(`select (select count(*) from comparables(1))::integer as taken,
            (select count(*) from comparables_refused(1))::integer as refused,
            (select count(*) from comparable_errors(1))::integer as foretold`)
        ).rows,
    );
    expect(seen).toEqual([{ taken: 0, refused: 0, foretold: 0 }]);
  });
});

describe('the error of the weights', () => {
  interface Evidence {
    readonly name: string;
    readonly area: number;
    readonly metres: number;
    readonly months: number;
    readonly component: string;
    readonly vacant: boolean;
    readonly moved: number;
  }
  const usable = [
    ...taken,
    ...refused.filter(({ name }) => ['seventh', 'far', 'huge', 'tiny'].includes(name)),
  ];
  const evidence: readonly Evidence[] = usable.map((p) => ({
    name: p.name,
    area: p.area ?? 600,
    metres: p.metres ?? 0,
    months: (Date.parse('2026-07-01') - Date.parse(p.on ?? '2026-07-01')) / 86_400_000 / 30.4375,
    component: p.component ?? 'AAB',
    vacant: p.nature !== 'R',
    moved: p.moved ?? 400_000,
  }));
  // The far sale of component AAC is evidence too, for sales that lie near it.
  const farther: Evidence = {
    name: 'other component, far',
    area: 600,
    metres: 9_000,
    months: 0,
    component: 'AAC',
    vacant: true,
    moved: 400_000,
  };

  function foretold(subject: Evidence): number | null {
    const near = [...evidence, farther]
      .filter(({ name }) => name !== subject.name)
      .flatMap((other) => {
        const km = Math.abs(other.metres - subject.metres) / 1_000;
        const times = other.area / subject.area;
        if (km > 5 || times > 2 || times < 0.5) return [];
        const alike = times >= 0.75 && times <= 1.25;
        const steps =
          Math.abs(Math.log(times)) / Math.log(1.25) +
          other.months / 12 +
          km / 2 +
          (other.component === subject.component ? 0 : 1) +
          (other.vacant ? 0 : 0.5);
        const sized = Math.round(alike ? other.moved : other.moved / times);
        const adjusted = other.component === subject.component ? sized : Math.round(sized * 0.8);
        return [{ steps, adjusted, weight: 1 / (1 + steps) ** 2 }];
      })
      .toSorted((a, b) => a.steps - b.steps)
      .slice(0, 6);
    if (near.length === 0) return null;
    const whole = near.reduce((sum, { weight }) => sum + weight, 0);
    return Math.round(near.reduce((sum, { adjusted, weight }) => sum + adjusted * weight, 0) / whole);
  }

  it('is that of each sale of the component foretold from the others, as a second calculation has it', async () => {
    const rows = await ofProperty('comparables_foretold');
    const own = evidence.filter(({ component }) => component === 'AAB');
    const wanted = own.flatMap((subject) => {
      const said = foretold(subject);
      return said === null
        ? []
        : [[subject.name, said, Math.abs(said - subject.moved) / subject.moved] as const];
    });
    const got = new Map(rows.map((row) => [nameOf(row.sale_id), row]));
    expect([...got.keys()].toSorted()).toEqual(wanted.map(([name]) => name).toSorted());
    for (const [name, said, error] of wanted) {
      expect([name, number(got.get(name), 'foretold')]).toEqual([name, said]);
      expect(number(got.get(name), 'foretold_error')).toBeCloseTo(error, 9);
    }
    const middle = wanted.map(([, , error]) => error).toSorted((a, b) => a - b);
    const [median] = await db.owner(
      'select percentile_cont(0.5) within group (order by error) as median from comparable_errors(1)',
    );
    const half = middle.length / 2;
    const expected =
      middle.length % 2 === 1
        ? middle[Math.floor(half)]
        : ((middle[half - 1] ?? 0) + (middle[half] ?? 0)) / 2;
    expect(number(median, 'median')).toBeCloseTo(expected ?? Number.NaN, 9);
  });
});
