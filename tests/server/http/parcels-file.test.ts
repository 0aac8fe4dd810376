// The property layer as GeoJSON: shapes become those of their properties, what is no land is refused in words, and all goes back.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { centimetresOf, worldPoint } from '#src/core/mercator.ts';
import { decodeRings, isInRings } from '#src/core/rings.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { sendFile, uploadFile } from '#tests/support/sent-file.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestApp({ screens: {} });
  for (const [name, role, districts] of [
    ['ada', 'administrator', ['001', '002']],
    ['abe', 'administrator', ['001']],
    ['vic', 'viewer', ['001']],
  ] as const) {
    await server.addUser(name, role, districts);
    tokens[name] = await server.tokenOf(name);
  }
});
afterAll(() => server?.close());

const sql = (text: string) => server.database.owner((client) => client.script(text));
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
beforeEach(() =>
  sql(`delete from parcel_shape; delete from import_log; delete from property; delete from import_file;
    insert into property (id, district_code, lat, lon) values (11, '001', -33.0005, 151.0005), (12, '001', null, null), (21, '002', -33, 151)`),
);

type Position = readonly number[];
type Geometry = { readonly type: string; readonly coordinates: unknown } | null;
const gda2020 = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::7844' } };
/** A thousandth of a degree each way, from its corner in the south-west. */
const square = (lon: number, lat: number, side = 0.001): readonly Position[] => [
  [lon, lat],
  [lon + side, lat],
  [lon + side, lat + side],
  [lon, lat + side],
  [lon, lat],
];
const polygon = (...rings: (readonly Position[])[]): Geometry => ({ type: 'Polygon', coordinates: rings });
const feature = (propid: unknown, geometry: Geometry) => ({
  type: 'Feature',
  properties: { objectid: 7, propid, address: '1 A ST', superlot: 'N' },
  geometry,
});
const collection = (features: readonly object[], crs: unknown = gda2020) =>
  JSON.stringify({ type: 'FeatureCollection', name: 'property', ...(crs === null ? {} : { crs }), features });

const send = async (content: string, query = '', by = 'ada') => {
  const { kind, result } = await sendFile(server, tokens[by], 'parcels.geojson', content, query);
  return { kind, ...result };
};
const refusalOf = async (content: string, by = 'ada') => {
  await send(content, '', by);
  expect(await rows('select 1 as one from parcel_shape')).toEqual([]);
  const [file] = await rows('select problem from import_file order by id desc limit 1');
  return String(file?.problem);
};
const fates = async () =>
  (await rows('select line_no, action, item_id, message from import_log order by file_id, id')).map((row) =>
    Object.values(row),
  );
const shapeOf = async (pid: number) => {
  const [row] = await rows(`select rings from parcel_shape where property_id = ${pid} and in_force`);
  return row ? decodeRings(row.rings as Buffer) : null;
};
const undo = (id: number) => server.call('PUT', `/imports/files/${id}/undo`, { token: tokens.ada ?? null });

describe('a file of shapes', () => {
  it('gives properties their shapes, with holes, parts and without heights; each feature’s fate is in the log', async () => {
    const hole = [...square(151.0004, -32.9996, 0.0002)].map(([lon = 0, lat = 0]) => [lon, lat, 12.5]);
    const given = [
      feature(11, polygon(square(151, -33), hole)),
      feature('12', {
        type: 'MultiPolygon',
        coordinates: [[square(151.01, -33)], [square(151.02, -33, 0.0005)]],
      }),
      feature(99, polygon(square(151.03, -33))),
      feature(null, polygon(square(151.04, -33))),
    ];
    const { kind, counts, fileIds } = await send(collection(given));
    expect([kind, counts]).toEqual(['parcels', expect.objectContaining({ read: 4, new: 2 })]);
    expect(await fates()).toEqual([
      [1, 'new', 11, null],
      [2, 'new', 12, expect.stringContaining('Nobody knew where the property lies')],
      [3, 'skipped', null, expect.stringContaining('The office does not have property 99.')],
      [4, 'skipped', null, expect.stringContaining('The feature has no PID.')],
    ]);
    const eleven = (await shapeOf(11)) ?? [];
    const at = (lon: number, lat: number) => isInRings(eleven, ...centimetresOf(worldPoint(lat, lon)));
    expect([at(151.0001, -32.9999), at(151.0005, -32.9995)]).toEqual([true, false]);
    // 0.001 degrees are 110.9045 m by 93.4532 m of GDA2020's ellipsoid there; the hole is a twenty-fifth of it.
    const [{ area } = {}] = await rows('select area from parcel_shape where property_id = 11 and in_force');
    expect(Math.abs(Number(area) - (110.9045 * 93.4532 * 24) / 25)).toBeLessThan(2);
    expect(await shapeOf(12)).toHaveLength(2);
    // In its larger part.
    expect(await rows('select lat, lon, version from property where id = 12')).toEqual([
      { lat: expect.closeTo(-32.9995, 3), lon: expect.closeTo(151.0105, 3), version: 2 },
    ]);
    expect(
      await rows("select fields ->> 'lat' as lat from audit where table_name = 'property' and row_id = 12"),
    ).toHaveLength(1);
    // The map asks for it.
    const zoom = 15;
    const { x, y } = worldPoint(-32.9995, 151.0001);
    const tile = await server.call(
      'GET',
      `/map-tiles/${zoom}/${Math.floor(x * 2 ** zoom)}/${Math.floor(y * 2 ** zoom)}`,
      { token: tokens.ada ?? null },
    );
    expect(tile.json.ids).toContain(11);

    // Once more it is the same file; with a shape changed, that shape alone is another.
    expect((await send(collection(given))).counts).toMatchObject({ new: 0, changed: 0 });
    const second = await send(collection([given[0] ?? {}, feature(12, polygon(square(151.01, -33)))]));
    expect(second.counts).toMatchObject({ read: 2, same: 1, changed: 1 });
    expect(await shapeOf(12)).toHaveLength(1);
    // Taken back in the other order: the newer one's shape stays, then none and no place is left.
    expect((await undo(fileIds[0])).status).toBe(200);
    expect([await shapeOf(11), (await shapeOf(12))?.length]).toEqual([null, 1]);
    expect((await undo(second.fileIds[0])).status).toBe(200);
    expect(await rows('select id from parcel_shape')).toEqual([]);
  });

  it('taken back gives the shape before, and takes the place that it gave', async () => {
    const first = await send(collection([feature(12, polygon(square(151, -33)))]));
    const second = await send(collection([feature(12, polygon(square(151.5, -33)))]));
    await undo(second.fileIds[0]);
    const [ring] = (await shapeOf(12)) ?? [];
    expect([ring?.[0], ring?.[1]]).toEqual(centimetresOf(worldPoint(-33, 151)));
    await undo(first.fileIds[0]);
    expect([await shapeOf(12), await rows('select lat, lon from property where id = 12')]).toEqual([
      null,
      [{ lat: null, lon: null }],
    ]);
  });

  it('may have a feature a line, of which the first says the system', async () => {
    const lines = [
      { ...feature(11, polygon(square(151, -33))), crs: { type: 'name', properties: { name: 'EPSG:4326' } } },
      feature(12, polygon(square(151.01, -33))),
    ];
    const { counts } = await send(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    expect(counts).toMatchObject({ read: 2, new: 2 });
    expect((await fates()).map(([line]) => line)).toEqual([1, 2]);
  });

  it.each<[string, string, string]>([
    [
      'crosses itself',
      collection([
        feature(11, polygon(square(151, -33))),
        feature(
          12,
          polygon([
            [151, -33],
            [151.001, -32.999],
            [151.001, -33],
            [151, -32.999],
            [151, -33],
          ]),
        ),
      ]),
      ':2: The shape crosses itself at longitude 151.000500, latitude -32.999500.',
    ],
    ['is empty', collection([feature(11, polygon())]), ':1: The shape is empty.'],
    ['is missing', collection([feature(11, null)]), ':1: The feature has no shape.'],
    [
      'is a point',
      collection([feature(11, { type: 'Point', coordinates: [151, -33] })]),
      ':1: The shape is a Point.',
    ],
    [
      'has no area',
      collection([
        feature(
          11,
          polygon([
            [151, -33],
            [151.001, -33],
            [151.002, -33],
            [151, -33],
          ]),
        ),
      ]),
      ':1: A ring of the shape has no area.',
    ],
    [
      'has two corners',
      collection([
        feature(
          11,
          polygon([
            [151, -33],
            [151.001, -33],
            [151, -33],
          ]),
        ),
      ]),
      'fewer than three',
    ],
    [
      'lies in Victoria',
      collection([feature(11, polygon(square(144.9, -37.9)))]),
      ':1: The shape lies outside New South Wales: it has a corner at longitude 144.9, latitude -37.9.',
    ],
    [
      'has latitude and longitude exchanged',
      collection([feature(11, polygon(square(151, -33).map(([lon = 0, lat = 0]) => [lat, lon])))]),
      ':1: Latitude and longitude of the shape are exchanged.',
    ],
    [
      'has letters',
      collection([feature(11, polygon([['a', 'b'] as unknown as Position]))]),
      'no pair of numbers',
    ],
    [
      'says no system',
      collection([feature(11, polygon(square(151, -33)))], null),
      'does not say in which coordinate system',
    ],
    [
      'is in GDA94',
      collection([feature(11, polygon(square(151, -33)))], { properties: { name: 'EPSG:4283' } }),
      'The file is in GDA94, whose degrees lie 1.8 m from those of GDA2020.',
    ],
    [
      'is in a system of metres',
      collection([feature(11, polygon(square(151, -33)))], { properties: { name: 'EPSG:3308' } }),
      'The file is in “EPSG:3308”, which is not read. Export it in GDA2020',
    ],
    [
      'names a property twice',
      collection([feature(11, polygon(square(151, -33))), feature(11, polygon(square(151.01, -33)))]),
      ':2: Property 11 stands in the file twice.',
    ],
    [
      'is cut off',
      collection([feature(11, polygon(square(151, -33)))]).slice(0, -9),
      'Perhaps the file is cut off.',
    ],
    [
      'is another layer',
      collection([{ type: 'Feature', properties: { cadid: 3 }, geometry: polygon(square(151, -33)) }]),
      'The features have no property “propid” (PID).',
    ],
    ['has no feature', collection([]), 'The file has no feature'],
  ])('that %s is refused, and nothing of it is kept', async (_what, content, words) => {
    expect(await refusalOf(content)).toContain(words);
  });

  it('of more features than are written at once is taken whole, and refused whole for its last', async () => {
    const many = 5_001;
    await sql(`insert into property (id, district_code, lat, lon)
      select i, '001', -33, 151 from generate_series(1001, ${1_000 + many}) i`);
    const at = (i: number) => square(150 + (i % 100) * 0.002, -33 + Math.floor(i / 100) * 0.002);
    const given = Array.from({ length: many }, (_, i) => feature(1_001 + i, polygon(at(i))));
    const twice = [...given, feature(1_001, polygon(at(0)))];
    expect(await refusalOf(collection(twice))).toContain(
      `:${many + 1}: Property 1001 stands in the file twice.`,
    );
    expect((await send(collection(given))).counts).toMatchObject({ read: many, new: many });
    expect(await rows('select count(*)::integer as n, max(line_no) as last from parcel_shape')).toEqual([
      { n: many, last: many },
    ]);
  });

  it('brings nothing to properties of a district that one does not see, and nothing at all without the right', async () => {
    const foreign = feature(21, polygon(square(151, -33)));
    await send(collection([foreign, feature(11, polygon(square(151.01, -33)))]), '', 'abe');
    expect(await rows('select property_id from parcel_shape')).toEqual([{ property_id: 11 }]);
    expect((await fates()).map((row) => row[1])).toEqual(['skipped', 'new']);
    const refused = await uploadFile(server, tokens.vic, 'a.geojson', collection([foreign]));
    expect(refused.status).toBe(403);
  });

  it('is tried without keeping anything', async () => {
    const { counts } = await send(collection([feature(12, polygon(square(151, -33)))]), '&dry_run=true');
    expect(counts).toMatchObject({ read: 1, new: 1 });
    expect(await rows('select id from parcel_shape')).toEqual([]);
    expect(await rows('select lat from property where id = 12')).toEqual([{ lat: null }]);
  });
});
