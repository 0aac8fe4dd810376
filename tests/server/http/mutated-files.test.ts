// A thousand damaged files of all kinds in one upload: each whole or not at all, each line with its fate.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { sendFile } from '#tests/support/sent-file.ts';
import { zipOf } from '../import/zip-of.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: '2026-11-20T02:30:00Z' });
  await sql(`insert into component (code, district_code, zone_code) values ('RAA', '001', 'R2');
    insert into property (id, district_code, zone_code, component_code) select n, '001', 'R2', 'RAA' from generate_series(1, 9) n`);
  await server.addUser('ada', 'administrator', ['001']);
  token = await server.tokenOf('ada');
});
afterAll(() => server?.close());

const sql = (text: string) => server.database.owner((client) => client.script(text));
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;

const good: readonly (readonly [name: string, text: string])[] = [
  [
    'schedules.csv',
    'scope,place,name,type,description,unit,low,high,condition,valid_from,valid_to\nGLOBAL,,Usual,SH,Sheds,m,1,2,,2026-07-01,\nDISTRICT,001,Fences,FE,"Fencing, wire",m,30,60,,,\n',
  ],
  [
    'schedules.DAT',
    'A;AVOI;001;;;1;EXP-1;\nI;GLOBAL;;Usual;SH;Sheds;m;1;2;;;\nI;GLOBAL;;Usual;FE;Fencing;m;30;60;;;\nZ;4;I;2\n',
  ],
  [
    'values.csv',
    'pid,base_date,land_value,method\n1,1/07/2026,430000,I\n2,1/07/2026,310000,I\n3,1/07/2025,400000,\n',
  ],
  [
    'values.DAT',
    'A;VALUES;001;;;1;EXP-1;20260701\nL;4;20260701;420000;14A;6A\nL;5;20260701;4200;14A;6A\nZ;4;L;2\n',
  ],
  [
    'bulk.csv',
    'DISTRICT CODE,PROPERTY ID,ZONE CODE,BASE DATE 1,LAND VALUE 1,AUTHORITY 1,BASIS 1,\n001,6,R2,01/07/2026,1000,14A,6A(1),\n001,7,R2,01/07/2026,2000,14A,6A(1),\n001,77,R2,01/07/2026,3000,14A,6A(1),\n',
  ],
  [
    'tenures.csv',
    'LGA,Account No.,Holder,Lot/DP,Expiry Date\nCessnock,600001,"A ""B""",7/DP1; 8/DP1,1/02/2027\n001,600002,C,,\n',
  ],
  ['parcels.csv', 'cadid,lot,plan,district_code,land_value\n1044,7,755247,001,310000\n1045,8,755247,001,\n'],
  [
    'lamc.csv',
    'asset_name,district_code,purpose,requested_on\nDepot,001,SALE,1/08/2026\nYard,001,LEASE,2/08/2026\n',
  ],
  [
    'supps.json',
    '{"kind": "supps", "version": 1, "rows": [\n{"vg_workflow": "W1", "supp_type": "PO", "pid": 1, "received": "2026-10-01"},\n{"vg_workflow": "W2", "supp_type": "PO", "pid": 2}]}\n',
  ],
  [
    'shapes.geojson',
    `{"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "EPSG:7844"}}, "features": [\n${[
      1, 2, 3,
    ]
      .map(
        (pid) =>
          `{"type": "Feature", "properties": {"propid": ${pid}}, "geometry": {"type": "Polygon", "coordinates": [[[151, -33.${pid}], [151.001, -33.${pid}], [151.001, -33.${pid}01], [151, -33.${pid}]]]}}`,
      )
      .join(',\n')}]}\n`,
  ],
];

/** The same numbers at each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Change = (bytes: Buffer, next: (below: number) => number) => Buffer;
const swapped: Change = (bytes, next) => {
  const lines = bytes.toString('latin1').split('\n');
  const delimiter = lines[0]?.includes(';') ? ';' : ',';
  const [one, other] = [next(4), next(4)];
  const turned = lines.map((line) => {
    const cells = line.split(delimiter);
    const [a, b] = [cells[one] ?? '', cells[other] ?? ''];
    return cells.map((cell, i) => (i === one ? b : i === other ? a : cell)).join(delimiter);
  });
  return Buffer.from(turned.join('\n'), 'latin1');
};
const changes: readonly Change[] = [
  (bytes, next) => {
    const at = next(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + next(3))]);
  },
  (bytes, next) => {
    const [at, long] = [next(bytes.length), 1 + next(40)];
    return Buffer.concat([bytes.subarray(0, at + long), bytes.subarray(at)]);
  },
  (bytes, next) => {
    const copy = Buffer.from(bytes);
    const at = next(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << next(8));
    return copy;
  },
  (bytes, next) => bytes.subarray(0, 1 + next(bytes.length)),
  swapped,
];

describe('a thousand damaged files', () => {
  it('leave nothing half, and tell the fate of each line', { timeout: 600_000 }, async () => {
    const next = numbers(20_261_126);
    const files = Array.from({ length: 1000 }, (_, i) => {
      const [name, text] = good[i % good.length] ?? ['', ''];
      let bytes: Buffer = Buffer.from(text);
      for (let n = 0; n <= next(2); n++) bytes = changes[next(changes.length)]?.(bytes, next) ?? bytes;
      return [`${String(i).padStart(4, '0')}-${name}`, bytes] as const;
    });
    const zip = await zipOf(Object.fromEntries(files));
    const job = await sendFile(server, token, 'damaged.zip', zip, '&out_of_contract=true');
    expect(job.state).toBe('done');
    expect(job.result.files + job.result.seen + job.result.foreign).toBeGreaterThanOrEqual(1000);

    const told = await rows(`select f.id, f.name, f.state, f.read_count as read, f.problem,
        f.new_count + f.changed_count + f.same_count + f.conflict_count + f.skipped_count as told,
        (select count(*) from import_log l where l.file_id = f.id and l.field is null and l.line_no is not null and l.action <> 'error')::integer as lines,
        (select count(distinct l.line_no) from import_log l where l.file_id = f.id and l.action <> 'error')::integer as different,
        (select count(*) from import_log l where l.file_id = f.id and l.action = 'error')::integer as errors
      from import_file f where f.kind <> 'UPLOAD'`);
    const done = told.filter(({ state }) => state === 'done');
    const failed = told.filter(({ state }) => state === 'failed');
    expect(done.length).toBeGreaterThan(50);
    expect(failed.length).toBeGreaterThan(300);
    expect(done.length + failed.length).toBe(told.length);
    expect(
      done.filter(
        ({ read, told, lines, different, errors }) =>
          read !== told || read !== lines || read !== different || errors !== 0,
      ),
    ).toEqual([]);
    expect(failed.filter(({ lines, errors, problem }) => lines !== 0 || errors !== 1 || !problem)).toEqual(
      [],
    );
    // Whatever is there stands in the log of a file that was taken.
    const by = (type: string) =>
      `select l.item_id from import_log l join import_file f on f.id = l.file_id and f.state = 'done' where l.item_type = '${type}'`;
    for (const [table, type] of [
      ['improvement_schedule', 'IS'],
      ['tenure', 'CT'],
      ['crown_parcel', 'CA'],
      ['lamc_valuation', 'CL'],
      ['supp', 'SU'],
    ] as const)
      expect([table, await rows(`select t.id from ${table} t where t.id not in (${by(type)})`)]).toEqual([
        table,
        [],
      ]);
    expect(
      await rows(`select i.id from received_land_value i left join import_file f on f.id = i.file_id and f.state = 'done'
        where f.id is null or i.fate is null`),
    ).toEqual([]);
    expect(
      await rows(
        "select id from property where status = 'O' and file_id not in (select id from import_file where state = 'done')",
      ),
    ).toEqual([]);
    const shapes = await rows(
      'select s.id, f.state from parcel_shape s left join import_file f on f.id = s.file_id order by s.id',
    );
    expect(shapes.length).toBeGreaterThanOrEqual(3);
    expect(shapes.filter(({ state }) => state !== 'done')).toEqual([]);
  });
});
