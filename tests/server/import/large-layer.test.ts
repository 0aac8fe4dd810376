// A layer of fifty megabytes through the whole server: the upload is told, read beside other answers, and taken or refused whole.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IMPORT_LOCK } from '#server/import/merge-batch.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { uploadFile } from '#tests/support/sent-file.ts';
import { zipOf } from './zip-of.ts';

const megabytes = 50;
const corners = 12;
const aMinute = 60_000;

let server: TestServer;
let token: string;
let features: readonly string[];

/** A round lot in a row of 500. */
function feature(id: number, turned = false): string {
  const [lon, lat] = [149 + (id % 500) * 0.0012, -33 + Math.floor(id / 500) * 0.0012];
  const ring = Array.from({ length: corners + 1 }, (_, i) => {
    const angle = ((i % corners) / corners) * 2 * Math.PI;
    const at = [lon + 0.0004 * Math.cos(angle), lat + 0.0004 * Math.sin(angle)].map((x) =>
      Number(x.toFixed(8)),
    );
    return turned ? at.toReversed() : at;
  });
  return JSON.stringify({
    type: 'Feature',
    properties: { objectid: id, propid: id, address: `${id} A LONG STREET`, superlot: 'N' },
    geometry: { type: 'Polygon', coordinates: [ring] },
  });
}

const crs = JSON.stringify({ type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::7844' } });
const collection = (all: readonly string[]) =>
  Buffer.from(`{"type":"FeatureCollection","crs":${crs},"features":[${all.join()}]}`);

beforeAll(async () => {
  const made: string[] = [];
  for (let bytes = 0; bytes < megabytes * 1024 * 1024; bytes += made.at(-1)?.length ?? 0)
    made.push(feature(made.length + 1));
  features = made;
  server = await startTestApp({ screens: {} });
  await server.addUser('ada', 'administrator', ['001']);
  token = await server.tokenOf('ada');
}, 5 * aMinute);
afterAll(() => server?.close());
beforeEach(
  () =>
    server.database.owner((client) =>
      client.script(`truncate parcel_shape, import_log, property, import_file cascade;
      insert into property (id, district_code, lat, lon) select i, '001', -33, 151 from generate_series(1, ${features.length}) i`),
    ),
  5 * aMinute,
);

const one = async (text: string) =>
  (await server.database.owner((client) => client.query<{ [column: string]: unknown }>(text))).rows[0];

interface Sent {
  readonly kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
  readonly job: any;
  /** Answers about the job while the file was read, before it was written. */
  readonly answers: number;
}

/** Whether an import writes: it holds the lock of all imports from its first line on. */
const writing = async () =>
  (
    await one(`select count(*)::integer as n from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and classid = 0 and objid = ${IMPORT_LOCK}`)
  )?.n === 1;

/** Brings a file and asks for its job again and again, as others ask for anything, until it is done. */
async function sent(name: string, content: Buffer): Promise<Sent> {
  const upload = await uploadFile(server, token, name, content);
  expect(upload.status).toBe(200);
  let answers = 0;
  let read = false;
  for (;;) {
    const { json: job } = await server.call('GET', `/jobs/${upload.json.job_id}`, { token });
    if (job.state !== 'queued' && job.state !== 'running') return { kind: upload.json.kind, job, answers };
    read ||= await writing();
    if (job.state === 'running' && !read) answers += 1;
  }
}

describe('a layer of fifty megabytes', () => {
  it.each<[string, (text: Buffer) => Promise<Buffer> | Buffer]>([
    ['parcels.geojson', (text) => text],
    ['parcels.zip', (text) => zipOf({ 'parcels.geojson': text })],
  ])(
    'as %s is taken to its last feature, and others are answered while it is read',
    async (name, packed) => {
      const { kind, job, answers } = await sent(name, await packed(collection(features)));
      expect([kind, job.state, job.result.problems]).toEqual(['parcels', 'done', []]);
      expect(job.result.counts).toMatchObject({ read: features.length, new: features.length });
      expect(
        await one(`select count(*)::integer as shapes, max(property_id)::integer as last, sum(line_no)::float8 as lines
          from parcel_shape where in_force`),
      ).toEqual({
        shapes: features.length,
        last: features.length,
        lines: (features.length * (features.length + 1)) / 2,
      });
      expect(answers).toBeGreaterThan(20);
    },
    20 * aMinute,
  );

  it.each<[string, () => Buffer, string]>([
    [
      'whose last feature has latitude and longitude exchanged',
      () => collection([...features, feature(7, true)]),
      'Latitude and longitude of the shape are exchanged.',
    ],
    ['that is cut off', () => collection(features).subarray(0, -9), 'Perhaps the file is cut off.'],
    [
      'that names its first property again at its end',
      () => collection([...features, feature(1)]),
      'Property 1 stands in the file twice.',
    ],
  ])(
    '%s is refused in words, and nothing of it is kept',
    async (_what, content, words) => {
      const { job } = await sent('parcels.geojson', content());
      expect(job.result.problems).toEqual([expect.stringContaining(words)]);
      expect(await one('select count(*)::integer as shapes from parcel_shape')).toEqual({ shapes: 0 });
    },
    20 * aMinute,
  );
});
