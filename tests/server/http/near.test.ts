// What lies within so many metres of a record: counted on its page, found with the distance of each, nearest first.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { besideOrder } from '#src/core/figure-fields.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

type Place = readonly [lat: number, lon: number];

let server: TestServer;
let all: string;
let one: string;

/** The mean radius of the earth, and what a degree of latitude is on it. */
const radius = 6_371_008.8;
const degree = (radius * Math.PI) / 180;
const home: Place = [-32.73, 151.55];
const metresAway = (north: number, east: number): Place => [
  home[0] + north / degree,
  home[1] + east / (degree * Math.cos((home[0] * Math.PI) / 180)),
];

/** District, number, where it lies, and the sale that is of it. */
const properties: readonly (readonly [string, number, Place | null, number | null])[] = [
  ['001', 901, home, 1],
  ['001', 902, metresAway(300, 0), 2],
  // Within the box, in its corner, and not within the circle.
  ['001', 903, metresAway(450, 450), 3],
  ['001', 904, metresAway(0, -120), null],
  ['002', 905, metresAway(-200, 0), 5],
  ['001', 906, null, null],
];

beforeAll(async () => {
  server = await startTestApp({ screens });
  await addSales(server.database);
  await server.database.owner(async (client) => {
    for (const [district, id, place, sale] of properties) {
      await client.query(
        'insert into property (id, district_code, lat, lon) values ($1, $2, $3::double precision, $4::double precision)',
        [id, district, place?.[0] ?? null, place?.[1] ?? null],
      );
      if (sale !== null) await client.query('update sale set property_id = $1 where id = $2', [id, sale]);
    }
  });
  await server.addUser('all', 'viewer', '*');
  await server.addUser('one', 'viewer', ['001']);
  [all, one] = [await server.tokenOf('all'), await server.tokenOf('one')];
});
afterAll(() => server.close());

interface Near {
  readonly list: string;
  readonly fieldTitle: string;
  readonly count: number;
  readonly metres?: number;
  readonly criteria: readonly object[];
}

const nearOf = async (token: string, path: string): Promise<readonly Near[]> =>
  (await server.call('GET', path, { token })).json.items.filter(({ metres }: Near) => metres !== undefined);
const searched = (token: string, list: string, criteria: readonly object[]) =>
  server.call('POST', `/${list}/search`, { token, body: { searchType: 'full', criteria } });
const counts = (items: readonly Near[]) =>
  items.map(({ list, fieldTitle, count }) => [list, fieldTitle, count]);

describe('what lies near a record', () => {
  it('is counted beside it, as far as its page says, itself among it', async () => {
    expect(counts(await nearOf(all, '/properties/901/related'))).toEqual([
      ['sales', 'within 500 m', 3],
      ['properties', 'within 500 m', 4],
    ]);
    expect(counts(await nearOf(all, '/properties/901/related?metres=150'))).toEqual([
      ['sales', 'within 150 m', 1],
      ['properties', 'within 150 m', 2],
    ]);
    expect(counts(await nearOf(all, '/properties/901/related?metres=1000'))).toEqual([
      ['sales', 'within 1,000 m', 4],
      ['properties', 'within 1,000 m', 5],
    ]);
    // A sale lies where its property does.
    expect(counts(await nearOf(all, '/sales/2/related'))).toEqual([['sales', 'within 500 m', 3]]);
  });

  it('is nothing where nobody knows where the record lies', async () => {
    expect(await nearOf(all, '/properties/906/related')).toEqual([]);
    expect(await nearOf(all, '/sales/4/related')).toEqual([]);
  });

  it('is no more than its reader may see', async () => {
    expect(counts(await nearOf(one, '/properties/901/related'))).toEqual([
      ['sales', 'within 500 m', 2],
      ['properties', 'within 500 m', 3],
    ]);
  });

  it('is a result that tells its place, with the metres to each, and a record knows its neighbours there', async () => {
    const [sales] = await nearOf(all, '/properties/901/related');
    const { hash } = (await searched(all, 'sales', sales?.criteria ?? [])).json;
    const told = await server.call('GET', `/search/${hash}`, { token: all });
    expect(told.json.text).toBe('Within 500 m of Property 901.');
    const { json } = await server.call('POST', '/query', {
      token: all,
      body: { screen: 'found', source: 'found', params: { id: hash }, sort: besideOrder },
    });
    const column = (id: string) =>
      json.values[json.columns.findIndex((candidate: { id: string }) => candidate.id === id)];
    expect(column('id')).toEqual([1, 5, 2]);
    expect(column('metres_away')).toEqual([0, 200, 300]);
    const neighbours = await server.call('POST', '/sales/5/neighbours', {
      token: all,
      body: { hash, sort: 'metres_away', at: 2 },
    });
    expect(neighbours.json).toMatchObject({ total: 3, previous: 1, next: 2 });
    // Whoever is handed the search finds what is theirs to see.
    const theirs = await server.call('POST', '/sales/1/neighbours', { token: one, body: { hash, at: 1 } });
    expect(theirs.json.total).toBe(2);
  });

  it('is refused of what lies nowhere, and of a place that is none', async () => {
    const val = { lat: home[0], lon: home[1], metres: 500, of: 'here' };
    const admin = await server.tokenOf('admin');
    const at = async (list: string, criterion: object) => {
      const { status, json } = await searched(admin, list, [{ op: 'within', ...criterion }]);
      return [status, json.errors?.[0]?.pointer];
    };
    expect(await at('anlys', { fld: 'position', val })).toEqual([400, '/criteria/0/fld']);
    expect(await at('sales', { fld: 'suburb', val })).toEqual([400, '/criteria/0/fld']);
    for (const wrong of [undefined, 500, { ...val, metres: 50_001 }, { ...val, lat: 91 }, { ...val, of: '' }])
      expect(await at('sales', { fld: 'position', val: wrong })).toEqual([400, '/criteria/0/val']);
  });
});

describe('metres between two places', () => {
  const between = async (a: Place, b: Place) => {
    const { rows } = await server.database.read({ userId: 1, districts: [] }, {}, (client) =>
      client.query<{ d: number }>('select metres_between($1, $2, $3, $4) as d', [...a, ...b]),
    );
    return rows[0]?.d ?? Number.NaN;
  };
  /** The angle between two directions from the centre, another way to the same distance. */
  const byVectors = ([lat1, lon1]: Place, [lat2, lon2]: Place) => {
    const direction = (lat: number, lon: number) => {
      const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
      return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)] as const;
    };
    const [[a, b, c], [d, e, f]] = [direction(lat1, lon1), direction(lat2, lon2)];
    const across = Math.hypot(b * f - c * e, c * d - a * f, a * e - b * d);
    return radius * Math.atan2(across, a * d + b * e + c * f);
  };
  const sydney: Place = [-33.8688, 151.2093];

  it.each<readonly [string, Place, Place]>([
    ['a street', home, metresAway(30, 40)],
    ['a district', home, [-32.05, 150.87]],
    ['a country', sydney, [-31.9523, 115.8613]],
    ['the line where the degrees begin again', [-17, 179.999], [-17, -179.999]],
  ])('are those over the ground, across %s', async (_, a, b) => {
    const found = await between(a, b);
    expect(Math.abs(found - byVectors(a, b))).toBeLessThan(0.001 + found * 1e-9);
    expect(await between(b, a)).toBeCloseTo(found, 6);
  });

  it('are within half a per cent of those on the ellipsoid', async () => {
    // By Vincenty's inverse formula on WGS 84: Sydney to Perth, and half a kilometre north and east in Maitland.
    expect((await between(sydney, [-31.9523, 115.8613])) / 3_297_334.7).toBeCloseTo(1, 2);
    expect(Math.abs((await between(home, [-32.7255, 151.55])) / 499.05 - 1)).toBeLessThan(0.005);
    expect(Math.abs((await between(home, [-32.73, 151.555])) / 468.68 - 1)).toBeLessThan(0.005);
  });
});
