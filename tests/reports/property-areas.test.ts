// Areas of districts, zones and components: cells of the map, counted by hand, as users of some districts have them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { degreesOf, worldPoint } from '#src/core/mercator.ts';
import { property, putAll, putPlaces } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
/** A cell of zoom 12 near Sydney; offsets are in cells of zoom 17, of which it has 32 a side. */
const [west, north] = [3_768 * 32, 2_450 * 32];

function lots(n: number, [x, y]: readonly [number, number], more: Row = {}): readonly Row[] {
  const { latitude, longitude } = degreesOf({
    x: (west + x + 0.5) / 2 ** 17,
    y: (north + y + 0.5) / 2 ** 17,
  });
  return Array.from({ length: n }, () => ({ ...more, lat: latitude, lon: longitude }));
}

const plant = (rows: readonly Row[]) =>
  putAll(
    db,
    'property',
    rows.map((row, i) => ({ ...property(i + 1), synthetic: false, ...row })),
  );

async function areasOf(kind: string, districts: readonly string[] | '*' = '*') {
  const { rows } = await db.database.read({ userId: 1, districts }, { dataset: 'both' }, (client) =>
    client.query<Row>('select * from property_areas($1) order by district_code, code', [kind]),
  );
  return rows.map(({ district_code, code, properties, cells }) => [
    `${district_code} ${code}`,
    Number(properties),
    String(cells)
      .split(' ')
      .map((one, i) => (i === 0 ? one : offset(one, Number(String(cells).slice(0, 2))))),
  ]);
}

/** A cell counted from the corner, in cells of its own zoom. */
function offset(cell: string, zoom: number): string {
  const [x = 0, y = 0] = cell.split(',').map(Number);
  return `${x - west / 2 ** (17 - zoom)},${y - north / 2 ** (17 - zoom)}`;
}

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
});
beforeEach(() => db.owner('delete from property'));
afterAll(() => db?.close());

describe('areas made of where properties lie', () => {
  it('have the finest cells in which four of a component lie together, and wider ones where they are spread', async () => {
    await plant([
      ...lots(4, [0, 0]),
      ...lots(5, [1, 0]),
      // Two and two lie in one cell of zoom 16.
      ...lots(2, [8, 8], { component_code: 'RAB', zone_code: 'RU2' }),
      ...lots(2, [9, 9], { component_code: 'RAB', zone_code: 'RU2' }),
    ]);
    expect(await areasOf('component')).toEqual([
      ['001 AAB', 9, ['17', '0,0', '1,0']],
      ['001 RAB', 4, ['16', '4,4']],
    ]);
    // Eight of a zone lie together in cells of zoom 16, those of four in none, so it has the widest.
    expect(await areasOf('zone')).toEqual([
      ['001 R2', 9, ['16', '0,0']],
      ['001 RU2', 4, ['12', '0,0']],
    ]);
    expect(await areasOf('district')).toEqual([['001 ', 13, ['12', '0,0']]]);
  });

  it('give a cell to the one with most properties in it, and leave none without any', async () => {
    const other = { component_code: 'RAB', zone_code: 'RU2' };
    await plant([
      ...lots(5, [0, 0]),
      ...lots(4, [0, 0], other),
      ...lots(6, [3, 0], other),
      ...lots(5, [3, 0]),
    ]);
    expect(await areasOf('component')).toEqual([
      ['001 AAB', 10, ['17', '0,0']],
      ['001 RAB', 10, ['17', '3,0']],
    ]);
    await db.owner('delete from property');
    await plant([...lots(9, [0, 0]), ...lots(8, [0, 0], { component_code: 'RAB' })]);
    expect(await areasOf('component')).toEqual([
      ['001 AAB', 9, ['17', '0,0']],
      ['001 RAB', 8, ['17', '0,0']],
    ]);
  });

  it('are of properties that have a place and are not cancelled, in the districts that whoever asks may see', async () => {
    await plant([
      ...lots(4, [0, 0]),
      ...lots(1, [7, 7], { status: 'X' }),
      { lat: null, lon: null },
      ...lots(4, [2, 0], { district_code: '002' }),
      ...lots(4, [4, 0], { component_code: null }),
    ]);
    expect(await areasOf('component')).toEqual([
      ['001 AAB', 4, ['17', '0,0']],
      ['002 AAB', 4, ['17', '2,0']],
    ]);
    expect(await areasOf('component', ['002'])).toEqual([['002 AAB', 4, ['17', '2,0']]]);
    expect(await areasOf('district', ['001'])).toMatchObject([['001 ', 8, ['12', '0,0']]]);
    expect(await areasOf('component', [])).toEqual([]);
  });

  it('find a place at the poles and at the edge of the world', async () => {
    const [row] = await db.owner(
      'select map_row(90, 15) as top, map_row(-90, 15) as bottom, map_column(-180, 15) as left, map_row(-33.8688, 15) as y, map_column(151.2093, 15) as x',
    );
    const sydney = worldPoint(-33.8688, 151.2093);
    const [column, line] = [Math.floor(sydney.x * 2 ** 15), Math.floor(sydney.y * 2 ** 15)];
    expect(row).toMatchObject({ top: 0, left: 0, x: column, y: line });
    expect(Number(row?.bottom)).toBeGreaterThanOrEqual(2 ** 15 - 1);
  });
});
