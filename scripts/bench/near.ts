// What is near, on a large office: comparables, what lies within so many metres of a place, and the shapes of a tile, through HTTP;
// boxes and polygons of positions as the database is asked, by somebody who sees all and by somebody who sees one district.
import { type Caller, whoOf } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { ReadyScreen } from '#server/definitions/definitions.ts';
import { worldPoint } from '#src/core/mercator.ts';
import { awayField, placeField, withinText } from '#src/core/place.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import { type AskJson, asJson, askingAs } from './asking.ts';
import { onLargeOffice } from './large-office.ts';
import type { BenchLine } from './line.ts';
import { quickest } from './quickest.ts';
import { districtsBySize } from './report-grids.ts';

/** Metres: a street, a suburb, a district. */
const radii = [150, 1_500, 15_000] as const;
const metresOfDegree = 111_195;
const corners = 24;
/** Zooms from which on shapes and lots are drawn. */
const zooms = { shapes: 15, lots: 17 } as const;
const budget = { place: '< 150 ms', page: 'each ≤ 1,000 ms' } as const;

interface Place {
  readonly what: string;
  readonly district: string;
  readonly id: number;
  readonly lat: number;
  readonly lon: number;
}

/** A property in the middle of the largest and of the smallest district that have positions. */
async function placesOf(context: Context): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const district of await districtsBySize(context)) {
    const { rows } = await context.database.owner((client) =>
      client.query<Omit<Place, 'what'>>(
        `with placed as materialized (
           select district_code as district, id::float8 as id, lat, lon from property where district_code = $1 and lat is not null)
         select * from placed order by abs(lat - (select percentile_cont(0.5) within group (order by lat) from placed))
           + abs(lon - (select percentile_cont(0.5) within group (order by lon) from placed)), id limit 1`,
        [district],
      ),
    );
    const [row] = rows;
    if (row) places.push({ ...row, what: `district ${district}` });
  }
  const [largest, smallest] = [places[0], places.at(-1)];
  return [...(largest ? [largest] : []), ...(smallest && smallest !== largest ? [smallest] : [])];
}

const found = (n: unknown) => `${Number(n ?? 0).toLocaleString('en-AU')} found`;

function told(lines: BenchLine[], line: BenchLine): void {
  process.stdout.write(`  ${line.what}  ${line.measured}\n`);
  lines.push(line);
}

/** The searches that a page of a record or a map asks for, first page and count, nearest first. */
async function radiusLines(ask: AskJson, { what, lat, lon }: Place, lines: BenchLine[]): Promise<void> {
  for (const [list, screen] of [
    ['properties', 'prop/result'],
    ['sales', 'sale/result'],
  ] as const)
    for (const metres of radii) {
      const criteria = [{ fld: placeField, op: 'within', val: { lat, lon, metres, of: 'a record' } }];
      const { hash } = await ask('POST', `/${list}/search`, { searchType: 'full', criteria });
      const page = { screen, source: 'found', params: { id: hash }, sort: [awayField.id], limit: 200 };
      let total: unknown = null;
      const ms = await quickest(async () => {
        ({ total } = await ask('POST', '/query', { ...page, newer_than: new Date().toISOString() }));
      });
      told(lines, {
        what: `${list} ${withinText(metres)} of the middle of ${what}`,
        measured: `${ms.toFixed(0)} ms, ${found(total)}`,
        budget: budget.place,
      });
    }
}

async function tileLines(ask: AskJson, { what, lat, lon }: Place, lines: BenchLine[]): Promise<void> {
  const { x, y } = worldPoint(lat, lon);
  for (const [name, path, zoom] of [
    ['shapes', 'map-tiles', zooms.shapes],
    ['lots', 'map-lots', zooms.lots],
  ] as const) {
    let ids: unknown = [];
    const ms = await quickest(async () => {
      ({ ids } = await ask(
        'GET',
        `/${path}/${zoom}/${Math.floor(x * 2 ** zoom)}/${Math.floor(y * 2 ** zoom)}`,
      ));
    });
    told(lines, {
      what: `${name} of the tile over the middle of ${what}`,
      measured: `${ms.toFixed(0)} ms, ${found(Array.isArray(ids) ? ids.length : 0)}`,
      budget: budget.place,
    });
  }
}

/** Positions in a box of twice the radius and in a polygon in it, under row security. */
async function positionLines(
  context: Context,
  caller: Caller,
  place: Place,
  lines: BenchLine[],
): Promise<void> {
  const { lat, lon, what, district } = place;
  for (const [who, by] of [
    ['all districts', caller],
    ['that district', { ...caller, districts: [district], workDistricts: [district] }],
  ] as const)
    for (const metres of radii) {
      const high = metres / metresOfDegree;
      const wide = high / Math.cos((lat * Math.PI) / 180);
      const ring = Array.from({ length: corners }, (_, i) => {
        const angle = (i / corners) * 2 * Math.PI;
        const far = i % 2 === 0 ? 1 : 0.6;
        return `(${lon + far * wide * Math.cos(angle)},${lat + far * high * Math.sin(angle)})`;
      });
      const inBox = 'lat between $1::float8 and $2::float8 and lon between $3::float8 and $4::float8';
      const box = [lat - high, lat + high, lon - wide, lon + wide];
      for (const [shape, condition, values] of [
        ['box', inBox, box],
        ['polygon', `${inBox} and point(lon, lat) <@ $5::polygon`, [...box, `(${ring.join()})`]],
      ] as const) {
        let n = 0;
        const ms = await quickest(async () => {
          const { rows } = await context.database.read(whoOf(by), { dataset: 'both' }, (client) =>
            client.query<{ id: number }>(`select id from property where ${condition}`, [...values]),
          );
          n = rows.length;
        });
        told(lines, {
          what: `positions in a ${shape} of ${(2 * metres).toLocaleString('en-AU')} m over ${what}, by somebody of ${who}`,
          measured: `${ms.toFixed(0)} ms, ${found(n)}`,
          budget: budget.place,
        });
      }
    }
}

/** The property in whose component most sales were analysed, and one of these analyses. */
async function busiest(context: Context) {
  const { rows } = await context.database.owner((client) =>
    client.query<{ property: number; analysis: number; component: string; n: number }>(
      `select max(p.id)::float8 as property, max(a.id)::float8 as analysis, p.district_code || ' ' || p.component_code as component,
         count(*)::integer as n
       from analysis a join property p on p.id = a.property_id
       where p.component_code is not null and p.lat is not null and a.alv_future > 0
       group by p.district_code, p.component_code order by count(*) desc, 3 limit 1`,
    ),
  );
  return rows[0] ?? null;
}

async function comparableLines(context: Context, ask: AskJson, lines: BenchLine[]): Promise<void> {
  const most = await busiest(context);
  if (!most) return;
  const { screens } = context.definitions.current();
  for (const [what, id, screen] of [
    ['property', most.property, screens.get('prop/comparables')],
    ['analysis', most.analysis, screens.get('anly/comparables')],
  ] as const) {
    const page: ReadyScreen | undefined = screen;
    if (!page) throw new Error(`There is no page of comparables of a ${what}.`);
    const parts: string[] = [];
    let sum = 0;
    for (const source of page.sql.keys()) {
      const body = { screen: page.id, source, params: { id }, limit: 200 };
      const ms = await quickest(() =>
        ask('POST', '/query', { ...body, newer_than: new Date().toISOString() }),
      );
      sum += ms;
      parts.push(`${source} ${ms.toFixed(0)}`);
    }
    told(lines, {
      what: `Comparables of ${what === 'property' ? 'a property' : 'an analysis'} of component ${most.component}, with ${most.n} analyses: parts one by one`,
      measured: `${sum.toFixed(0)} ms (${parts.join(', ')})`,
      budget: budget.page,
    });
  }
}

export const benchNear = (server: TestServerInfo): Promise<readonly BenchLine[]> =>
  onLargeOffice(server, async (context, caller) => {
    const { ask, end } = await askingAs(context, caller.id);
    const asked = asJson(ask);
    const lines: BenchLine[] = [];
    await comparableLines(context, asked, lines);
    for (const place of await placesOf(context)) {
      await radiusLines(asked, place, lines);
      await tileLines(asked, place, lines);
      await positionLines(context, caller, place, lines);
    }
    await end();
    return lines;
  });
