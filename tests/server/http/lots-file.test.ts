// The lot layer as GeoJSON: lots with strata become those of their properties, are drawn tile by tile, found by lot and plan, and go back.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { worldPoint } from '#src/core/mercator.ts';
import { decodeRings } from '#src/core/rings.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestApp({ screens: {} });
  for (const [name, role, districts] of [
    ['ada', 'administrator', ['001', '002']],
    ['abe', 'administrator', ['001']],
    ['two', 'viewer', ['002']],
  ] as const) {
    await server.addUser(name, role, districts);
    tokens[name] = await server.tokenOf(name);
  }
});
afterAll(() => server?.close());

const sql = (text: string) => server.database.owner((client) => client.script(text));
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
beforeEach(() =>
  sql(`delete from lot_shape; delete from import_log; delete from property; delete from import_file;
    insert into property (id, district_code) values (11, '001'), (12, '001'), (13, '001'), (21, '002');
    insert into legal_lot (property_id, lot, section, plan_type, plan, part) values
      (11, '1', null, 'DP', '598704', false), (12, '12', '4', 'DP', '758003', true), (13, '12', '4', 'DP', '758003', false),
      (12, '3', null, 'SP', '65328', false), (13, '4', null, 'SP', '65328', false), (21, '7', null, 'DP', '9', false)`),
);

const crs = { type: 'name', properties: { name: 'EPSG:7844' } };
const square = (lon: number, lat: number, side = 0.001) => ({
  type: 'Polygon',
  coordinates: [
    [
      [lon, lat],
      [lon + side, lat],
      [lon + side, lat + side],
      [lon, lat + side],
      [lon, lat],
    ],
  ],
});
const lot = (lotidstring: unknown, more: object = {}, geometry: object = square(151, -33)) => ({
  type: 'Feature',
  properties: { cadid: 5, lotidstring, planlabel: 'DP', hasstratum: 'N', stratumlevel: 0, ...more },
  geometry,
});
const collection = (features: readonly object[]) =>
  JSON.stringify({ type: 'FeatureCollection', crs, features });

const send = async (content: string, by = 'ada') => {
  const answer = await server.call('POST', '/imports/upload?name=lots.geojson', {
    token: tokens[by] ?? null,
    raw: content,
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  await server.context.jobs.idle();
  const job = await server.call('GET', `/jobs/${answer.json.job_id}`, { token: tokens[by] ?? null });
  return { kind: answer.json.kind, ...job.json.result };
};
const refusalOf = async (content: string) => {
  await send(content);
  expect(await rows('select 1 as one from lot_shape')).toEqual([]);
  const [file] = await rows('select problem from import_file order by id desc limit 1');
  return String(file?.problem);
};
const fates = async () =>
  (await rows('select line_no, action, item_id, message from import_log order by file_id, id')).map((row) =>
    Object.values(row),
  );
const kept = async () =>
  (
    await rows(
      'select label, property_id, stratum, stratum_level from lot_shape where in_force order by label',
    )
  ).map((row) => Object.values(row));
const get = (path: string, by = 'ada') => server.call('GET', path, { token: tokens[by] ?? null });
const find = async (text: string, by = 'ada') =>
  (await get(`/map-lots?text=${encodeURIComponent(text)}`, by)).json.items.map(
    ({ label, property_id }: { label: string; property_id: number }) => [label, property_id],
  );
const zoom = 16;
const { x, y } = worldPoint(-32.9995, 151.0005);
const tile = (by = 'ada') =>
  get(`/map-lots/${zoom}/${Math.floor(x * 2 ** zoom)}/${Math.floor(y * 2 ** zoom)}`, by);

/** On the ground, in a section, a strata plan's land, a stratum over the first, one below, of a PID, of nobody. */
const layer = [
  lot('1//DP598704'),
  lot('12/4/DP758003', {}, square(151.002, -33)),
  lot('//SP65328', { stratumlevel: null }, square(151.004, -33)),
  lot('101//DP1200', { propid: 12, stratumlevel: 2 }, square(151, -33, 0.0005)),
  lot('102//DP1200', { propid: 13, hasstratum: 'Y', stratumlevel: null }, square(151, -33, 0.0005)),
  lot('9//DP9', {}, square(151.006, -33)),
  lot('10//DP9', { propid: 99 }, square(151.006, -33)),
];

describe('a file of lots', () => {
  it('is told from shapes of properties, gives lots to their properties, and says what became of each', async () => {
    const { kind, counts } = await send(collection(layer));
    expect([kind, counts]).toEqual(['lots', expect.objectContaining({ read: 7, new: 5 })]);
    expect(await fates()).toEqual([
      [1, 'new', 11, null],
      // A part of it is another property's; the one that has it whole is taken.
      [2, 'new', 13, '2 properties have Lot 12 Sec 4 DP 758003; it is drawn as that of property 13.'],
      [3, 'new', 12, '2 properties have SP 65328; it is drawn as that of property 12.'],
      [4, 'new', 12, null],
      [5, 'new', 13, null],
      [6, 'skipped', null, 'No property has Lot 9 DP 9 in its legal description. Nothing was taken.'],
      [7, 'skipped', null, 'The office does not have property 99. Nothing was taken.'],
    ]);
    expect(await kept()).toEqual([
      ['//SP65328', 12, false, null],
      ['1//DP598704', 11, false, null],
      ['101//DP1200', 12, true, 2],
      ['102//DP1200', 13, true, null],
      ['12/4/DP758003', 13, false, null],
    ]);
    const other = await send(
      collection([{ type: 'Feature', properties: { propid: 11 }, geometry: square(151, -33) }]),
    );
    expect(other.kind).toBe('parcels');
  });

  it('is drawn tile by tile and found by lot and plan, by those who see the property', async () => {
    await send(collection([...layer.slice(0, 5), lot('7//DP9', {}, square(151, -33))]));
    const { json } = await tile();
    expect(json.labels.toSorted()).toEqual(
      ['1//DP598704', '101//DP1200', '102//DP1200', '7//DP9'].toSorted(),
    );
    const at = json.labels.indexOf('101//DP1200');
    expect([json.properties[at], json.strata[at], json.levels[at], json.cut]).toEqual([12, true, 2, false]);
    expect(decodeRings(Buffer.from(json.rings[at], 'base64'))[0]).toHaveLength(8);
    expect(await find('1//DP598704')).toEqual([['1//DP598704', 11]]);
    expect(await find('Lot 12 Sec 4 DP 758003')).toEqual([['12/4/DP758003', 13]]);
    expect(await find('12/758003')).toEqual([['12/4/DP758003', 13]]);
    expect(await find('DP 1200')).toEqual([
      ['101//DP1200', 12],
      ['102//DP1200', 13],
    ]);
    expect([await find('OAK ST'), await find('1//DP1200'), await find('12/5/758003')]).toEqual([[], [], []]);
    // Whoever sees district 002 alone.
    expect((await tile('two')).json.labels).toEqual(['7//DP9']);
    expect([await find('1//DP598704', 'two'), await find('7/9', 'two')]).toEqual([[], [['7//DP9', 21]]]);
    expect((await server.call('GET', '/map-lots?text=DP9', { token: null })).status).toBe(401);
  });

  it('takes the place of the one before, and gives it back', async () => {
    const first = await send(collection(layer.slice(0, 4)));
    const moved = lot('1//DP598704', {}, square(151, -33, 0.002));
    const second = await send(
      collection([
        moved,
        layer[1] ?? {},
        lot('101//DP1200', { propid: 12, stratumlevel: 3 }, square(151, -33, 0.0005)),
      ]),
    );
    expect(second.counts).toMatchObject({ read: 3, same: 1, changed: 2 });
    expect(await find('101//DP1200')).toEqual([['101//DP1200', 12]]);
    expect(await rows("select stratum_level from lot_shape where in_force and lot = '101'")).toEqual([
      { stratum_level: 3 },
    ]);
    await server.call('PUT', `/imports/files/${second.fileIds[0]}/undo`, { token: tokens.ada ?? null });
    expect(await rows("select stratum_level from lot_shape where in_force and lot = '101'")).toEqual([
      { stratum_level: 2 },
    ]);
    expect(await kept()).toHaveLength(4);
    await server.call('PUT', `/imports/files/${first.fileIds[0]}/undo`, { token: tokens.ada ?? null });
    expect(await rows('select 1 as one from lot_shape')).toEqual([]);
  });

  it.each<[string, readonly object[], string]>([
    ['is no lot and plan', [lot('1//DP598704'), lot('ROAD 7')], ':2: “ROAD 7” is no lot and plan'],
    ['has no lot in a deposited plan', [lot('//DP598704')], ':1: “//DP598704” is no lot and plan'],
    [
      'comes twice',
      [lot('1//DP598704'), lot('1 // DP 0598704')],
      ':2: Lot 1 DP 598704 stands in the file twice.',
    ],
    ['has no name', [lot('')], ':1: Lot and plan'],
    [
      'has no shape',
      [lot('1//DP598704', {}, { type: 'Point', coordinates: [151, -33] })],
      'The shape is a Point.',
    ],
  ])('that %s is refused, and nothing of it is kept', async (_what, features, words) => {
    expect(await refusalOf(collection(features))).toContain(words);
  });

  it('brings nothing to properties of a district that one does not see', async () => {
    await send(collection([lot('7//DP9'), lot('1//DP598704', {}, square(151.01, -33))]), 'abe');
    expect(await kept()).toEqual([['1//DP598704', 11, false, null]]);
  });

  it('is found by the indexes', async () => {
    const plans = await server.database.owner(async (client) => {
      await client.query('set local enable_seqscan = off');
      const told: string[] = [];
      for (const text of [
        "explain select id from lot_shape where in_force and bounds && '(1,1),(0,0)'",
        "explain select id from lot_shape where in_force and plan = '598704' and lot = '1'",
      ])
        told.push(
          (await client.query<{ 'QUERY PLAN': string }>(text)).rows
            .map((line) => line['QUERY PLAN'])
            .join('\n'),
        );
      return told;
    });
    expect(plans).toEqual([
      expect.stringContaining('lot_shape_bounds'),
      expect.stringContaining('lot_shape_plan'),
    ]);
  });
});
