// What a box and a polygon find on the map is what SQL finds: places that a seed makes, and some that lie on the very edge.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placesInBox, placesInPolygon, placesOf } from '#src/blocks/map/places.ts';
import { worldPoint } from '#src/core/mercator.ts';
import { randomOf } from '#tests/battery/random.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

/** Latitude and longitude. */
type Place = readonly [number, number];

const random = randomOf(20_261_127);
const between = (least: number, most: number) => Number((least + random() * (most - least)).toFixed(5));
const anywhere = (): Place => [between(-34, -33), between(150.5, 151.7)];

/** The corners that most tests draw by; a place lies on each, on the middle of each side and in the middle. */
const [north, south, west, east] = [-33.2, -33.8, 150.8, 151.4];
const halves = [(north + south) / 2, (west + east) / 2] as const;
const edges: readonly Place[] = [north, halves[0], south].flatMap((lat) =>
  [west, halves[1], east].map((lon): Place => [lat, lon]),
);
const rows = [...edges, ...Array.from({ length: 1_767 }, anywhere)].map(([lat, lon], i) => ({
  id: i + 1,
  lat,
  lon,
}));
const places = placesOf(rows, 'lat', 'lon');

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.owner((client) =>
    client.query(
      `insert into property (id, district_code, lat, lon)
       select r.id, '001', r.lat, r.lon from jsonb_to_recordset($1::jsonb) as r (id bigint, lat double precision, lon double precision)`,
      [JSON.stringify(rows)],
    ),
  );
});
afterAll(() => test.drop());

async function inSql(condition: string): Promise<readonly number[]> {
  const { rows: found } = await test.database.owner((client) =>
    client.query<{ id: string }>(`select id from property where ${condition} order by id`),
  );
  return found.map(({ id }) => Number(id));
}

const onScreen = (found: readonly number[]) =>
  found.map((place) => Number(places.rows[place]?.id)).sort((a, b) => a - b);
const drawn = (corners: readonly Place[]) =>
  onScreen(
    placesInPolygon(
      places,
      corners.map(([lat, lon]) => worldPoint(lat, lon)),
    ),
  );

// Edges are straight on the map: in metres of its plane, because the database takes for equal what differs by a millionth.
const plane = `point(radians(lon) * 6378137, ln(tan(pi() / 4 + radians(lat) / 2)) * 6378137)`;
/** As the database's own type finds them: its edges belong to a polygon. */
function polygon(corners: readonly Place[]): string {
  const radians = Math.PI / 180;
  const ring = corners.map(
    ([lat, lon]) =>
      `(${lon * radians * 6_378_137},${Math.log(Math.tan(Math.PI / 4 + (lat * radians) / 2)) * 6_378_137})`,
  );
  return `${plane} <@ polygon '(${ring.join()})'`;
}

const square: readonly Place[] = [
  [north, west],
  [north, east],
  [south, east],
  [south, west],
];
const inner: readonly Place[] = [
  [-33.4, 151],
  [-33.4, 151.2],
  [-33.6, 151.2],
  [-33.6, 151],
];

describe('places on the map', () => {
  it('within a box are those of SQL, what lies on its edges too', async () => {
    const [from, to] = [worldPoint(north, west), worldPoint(south, east)];
    const found = onScreen(placesInBox(places, { west: from.x, north: from.y, east: to.x, south: to.y }));
    expect(found).toEqual(
      await inSql(`lat between ${south} and ${north} and lon between ${west} and ${east}`),
    );
    expect(found.slice(0, edges.length)).toEqual(edges.map((_, i) => i + 1));
    // About 36 of 120 parts of where the places are.
    expect(found.length).toBeGreaterThan(400);
    expect(found.length).toBeLessThan(700);
    // The same corners as a polygon, whichever way it is drawn and whether or not it is closed.
    for (const corners of [square, [...square].reverse(), [...square, ...square.slice(0, 1)]])
      expect(drawn(corners)).toEqual(found);
  });

  it('within forty boxes anywhere are those of SQL', async () => {
    for (let i = 0; i < 40; i++) {
      const [[latA, lonA], [latB, lonB]] = [anywhere(), anywhere()];
      const [top, bottom] = [Math.max(latA, latB), Math.min(latA, latB)];
      const [left, right] = [Math.min(lonA, lonB), Math.max(lonA, lonB)];
      const [from, to] = [worldPoint(top, left), worldPoint(bottom, right)];
      expect(onScreen(placesInBox(places, { west: from.x, north: from.y, east: to.x, south: to.y }))).toEqual(
        await inSql(`lat between ${bottom} and ${top} and lon between ${left} and ${right}`),
      );
    }
  });

  it('within forty polygons with corners that go in are those of SQL', async () => {
    let most = 0;
    for (let i = 0; i < 40; i++) {
      const [lat, lon] = anywhere();
      const corners = Array.from({ length: 3 + (i % 10) }, (_, at, count = 3 + (i % 10)): Place => {
        const [angle, far] = [((at + random() * 0.8) / count) * 2 * Math.PI, 0.05 + random() * 0.5];
        return [lat + far * Math.sin(angle), lon + far * Math.cos(angle)];
      });
      const found = drawn(corners);
      expect(found).toEqual(await inSql(polygon(corners)));
      most = Math.max(most, found.length);
    }
    expect(most).toBeGreaterThan(300);
  });

  it('within a polygon with a hole are those around it, and those on the edge of the hole', async () => {
    // Drawn in one line: once around, in to the hole, around it the other way, and out again.
    const holed = [...square, ...square.slice(0, 1), ...inner.slice(0, 1), ...[...inner].reverse()];
    const found = drawn(holed);
    expect(found).toEqual(await inSql(polygon(holed)));
    const inHole = await inSql(polygon(inner));
    expect(inHole.length).toBeGreaterThan(20);
    expect(found.filter((id) => inHole.includes(id))).toEqual([]);
    expect(found.length).toBe(drawn(square).length - inHole.length);
  });

  it('within a line that crosses itself are those of both its parts', async () => {
    const bowTie: readonly Place[] = [
      [north, west],
      [south, east],
      [south, west],
      [north, east],
    ];
    const found = drawn(bowTie);
    expect(found).toEqual(await inSql(polygon(bowTie)));
    expect(found.length).toBeGreaterThan(100);
    // What lies to the west and to the east of the crossing is in neither.
    expect(found.filter((id) => id <= edges.length)).toEqual([1, 2, 3, 5, 7, 8, 9]);
  });

  it('that a line goes around twice are left out, as it is filled', async () => {
    const twice = [...square, ...square.slice(0, 1), ...inner, ...inner.slice(0, 1)];
    expect(drawn(twice)).toEqual(await inSql(`${polygon(square)} and not ${polygon(inner)}`));
  });

  it('are none within less than three corners, or corners on one line without a place', () => {
    expect([drawn([]), drawn(square.slice(0, 1)), drawn(square.slice(0, 2))]).toEqual([[], [], []]);
    const line: readonly Place[] = [
      [-33.333331, 150.6],
      [-33.333331, 151],
      [-33.333331, 151.6],
    ];
    expect(drawn(line)).toEqual([]);
  });
});
