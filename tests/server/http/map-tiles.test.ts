// Shapes in a tile: those whose box meets it, of the districts of whoever asks, and only those in force.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { centimetresOf, degreesOf, worldPoint } from '#src/core/mercator.ts';
import { boundsOfRings, decodeRings, encodeRings } from '#src/core/rings.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
const zoom = 15;
const corner = worldPoint(-33, 151);
/** The tile of that place, and its corner in the north-west in centimetres. */
const [column, row] = [Math.floor(corner.x * 2 ** zoom), Math.floor(corner.y * 2 ** zoom)];
const [west, north] = centimetresOf({ x: column / 2 ** zoom, y: row / 2 ** zoom });
/** 40 m by 50 m, so far to the east and to the south of the tile's corner. */
const lot = (east: number, south: number) => {
  const [x, y] = [west + east * 100, north - south * 100];
  return [x, y, x, y - 5_000, x + 4_000, y - 5_000, x + 4_000, y];
};

beforeAll(async () => {
  server = await startTestApp({ screens: {} });
  await server.database.owner(async (client) => {
    for (const [id, district, ring, inForce] of [
      [1, '001', lot(100, 100), true],
      // Over the tile's western edge.
      [2, '001', lot(-20, 300), true],
      // In the tile to the west.
      [3, '001', lot(-60, 300), true],
      [4, '002', lot(200, 100), true],
      [5, '001', lot(400, 100), false],
    ] as const) {
      const { minX, minY, maxX, maxY } = boundsOfRings([ring]);
      await client.query('insert into property (id, district_code) values ($1::bigint, $2)', [id, district]);
      await client.query(
        `insert into parcel_shape (property_id, district_code, bounds, rings, area, in_force)
         values ($1::bigint, $2, box(point($3, $4), point($5, $6)), $7::bytea, 1, $8)`,
        [
          id,
          district,
          maxX / 100,
          maxY / 100,
          minX / 100,
          minY / 100,
          Buffer.from(encodeRings([ring])),
          inForce,
        ],
      );
    }
  });
  for (const [name, role, districts] of [
    ['both', 'valuer', ['001', '002']],
    ['two', 'viewer', ['002']],
  ] as const) {
    await server.addUser(name, role, districts);
    tokens[name] = await server.tokenOf(name);
  }
});
afterAll(() => server?.close());

const tile = (x: number, who = 'both', at = zoom) =>
  server.call('GET', `/map-tiles/${at}/${x}/${row}`, { token: tokens[who] ?? null });

describe('a tile', () => {
  it('has the shapes that meet it, also those that reach over its edge', async () => {
    expect((await tile(column)).json).toMatchObject({ ids: [1, 2, 4], cut: false });
    expect((await tile(column - 1)).json.ids).toEqual([2, 3]);
    expect((await tile(column + 1)).json).toEqual({ ids: [], rings: [], cut: false });
  });

  it('has them to the centimetre', async () => {
    const { json } = await tile(column);
    const [ring] = decodeRings(Buffer.from(json.rings[0], 'base64'));
    expect([...(ring ?? [])]).toEqual(lot(100, 100));
    const { latitude, longitude } = degreesOf(corner);
    expect([latitude, longitude].map((at) => Math.round(at))).toEqual([-33, 151]);
  });

  it('has those of one district for whoever sees no other', async () => {
    expect((await tile(column, 'two')).json.ids).toEqual([4]);
    expect((await server.call('GET', `/map-tiles/${zoom}/${column}/${row}`, { token: null })).status).toBe(
      401,
    );
  });

  it('is not so large that it holds a town and its country', async () => {
    expect((await tile(column, 'both', 13)).status).toBe(404);
  });

  it('is found by the index', async () => {
    const { rows } = await server.database.owner(async (client) => {
      await client.query('set local enable_seqscan = off');
      return client.query<{ 'QUERY PLAN': string }>(
        "explain select id from parcel_shape where in_force and bounds && '(1,1),(0,0)'",
      );
    });
    expect(rows.map((line) => line['QUERY PLAN']).join('\n')).toContain('parcel_shape_bounds');
  });
});
