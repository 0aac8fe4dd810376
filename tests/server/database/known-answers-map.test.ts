// Places of published sales: in New South Wales, and found by a box and a polygon on screen as in SQL.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eachWithin, placesInPolygon, placesOf } from '#src/blocks/map/places.ts';
import { worldPoint } from '#src/core/mercator.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';

const file = join(knownAnswer('data'), 'geo/geocoded_sales_2024.csv');
const present = areHere([file], 'geocoded sales');

let test: TestDatabase;
/** PIDs that SQL finds, in order. */
async function inSql(condition: string): Promise<readonly number[]> {
  const { rows } = await test.database.owner((client) =>
    client.query<{ id: number }>(`select id from property where ${condition} order by id`),
  );
  return rows.map(({ id }) => id);
}

describe.skipIf(!present)('places of sales', () => {
  const lines = present
    ? readFileSync(file, 'utf8')
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => ({
          id: Number(/^\d+/.exec(line)?.[0]),
          lat: Number(line.split(',').at(-2)),
          lon: Number(line.split(',').at(-1)),
        }))
    : [];
  const one = new Map(lines.map((line) => [line.id, line]));
  const places = placesOf([...one.values()], 'lat', 'lon');
  const onScreen = (found: readonly number[]) =>
    found.map((place) => Number(places.rows[place]?.id)).sort((a, b) => a - b);

  beforeAll(async () => {
    test = await createTestDatabase();
    await test.database.owner((client) =>
      client.query(
        `insert into property (id, district_code, lat, lon)
         select r.id, '001', r.lat, r.lon from jsonb_to_recordset($1::jsonb) as r (id bigint, lat double precision, lon double precision)`,
        [JSON.stringify([...one.values()])],
      ),
    );
  });
  afterAll(() => test.drop());

  it('are 1,767, of which 17 were geocoded overseas and all others lie in New South Wales', async () => {
    expect(lines).toHaveLength(1_767);
    const away = lines.filter(({ lat, lon }) => !(lat > -37.6 && lat < -28.1 && lon > 140.9 && lon < 153.7));
    expect(away).toHaveLength(17);
    expect(places.without).toEqual([]);
    const inside = await inSql("point(lon, lat) <@ box '((153.7,-28.1),(140.9,-37.6))'");
    expect(inside).toHaveLength(new Set(lines.map(({ id }) => id)).size - 17);
  });

  it('within a box are the same in SQL and on screen', async () => {
    const [south, west, north, east] = [-33.6, 151.2, -33.1, 151.7];
    const [corner, other] = [worldPoint(north, west), worldPoint(south, east)];
    const found: number[] = [];
    eachWithin(places, { west: corner.x, north: corner.y, east: other.x, south: other.y }, (place) =>
      found.push(place),
    );
    const sql = await inSql(`point(lon, lat) <@ box '((${east},${north}),(${west},${south}))'`);
    expect(sql.length).toBeGreaterThan(20);
    expect(sql.length).toBeLessThan(one.size);
    expect(onScreen(found)).toEqual(sql);
  });

  it('within a polygon are the same in SQL and on screen', async () => {
    // With a corner that goes in, so that the box around it is not what is found.
    const corners = [
      [-33.9, 150.7],
      [-33.3, 151.1],
      [-32.7, 151.8],
      [-33.3, 151.4],
      [-33.9, 151.3],
    ] as const;
    const found = placesInPolygon(
      places,
      corners.map(([lat, lon]) => worldPoint(lat, lon)),
    );
    // Edges are straight on the map, so places and corners are in its plane: in metres, because the database takes for equal what
    // differs by a millionth.
    const plane = (lat: string, lon: string) =>
      `point(radians(${lon}) * 6378137, ln(tan(pi() / 4 + radians(${lat}) / 2)) * 6378137)`;
    const ring = corners
      .map(([lat, lon]) => {
        const radians = Math.PI / 180;
        return `(${lon * radians * 6_378_137},${Math.log(Math.tan(Math.PI / 4 + (lat * radians) / 2)) * 6_378_137})`;
      })
      .join();
    const sql = await inSql(`${plane('lat', 'lon')} <@ polygon '(${ring})'`);
    expect(sql.length).toBeGreaterThan(50);
    expect(sql.length).toBeLessThan(one.size);
    expect(onScreen(found)).toEqual(sql);
  });
});
