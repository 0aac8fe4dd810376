// Operations about what lies in a district.
import { randomUUID } from 'node:crypto';
import { centimetresOf } from '#src/core/mercator.ts';
import { encodeRings } from '#src/core/rings.ts';
import { isJsonObject } from '#src/core/values.ts';
import { psiText, saleLine } from '#tests/server/import/psi-text.ts';
import type { Answer } from '#tests/support/http.ts';
import { type Case, everywhere, reads, seenWhereSeen, writes } from './case.ts';
import { type At, jpeg, png } from './ground.ts';

const ofSale = async ({ ground, district }: At) => ({
  item_type: 'SA',
  item_id: await ground.sale(district),
});
const query = (values: object) => new URLSearchParams(Object.entries(values)).toString();

/** Files of a record go with the right to change it, which the operation's file cannot know. */
const needsUpdate = ({ asker, place }: At) => (asker.perms.has('saleU') || place === 'foreign' ? null : 403);
const refusedAnywhere = ({ asker }: At) => (asker.perms.has('saleU') ? null : 403);

const needsSupps = ({ asker }: At) => (asker.perms.has('suppU') ? null : 403);

/** Lot 1 of a plan with the column's number, on a property of its own, in the middle of a tile of zoom 16. */
function lotAt(ground: At['ground'], district: string, column: number, row: number) {
  const [x, y] = centimetresOf({ x: (column + 0.5) / 2 ** 16, y: (row + 0.5) / 2 ** 16 });
  return ground.row(
    `with one as (insert into property (id, district_code) values ($1::bigint, $2) returning id, district_code)
     insert into lot_shape (property_id, district_code, lot, plan_type, plan, bounds, rings, area, lat, lon)
     select id, district_code, '1', 'DP', $3, box(point($4, $5)), $6, 1, -33, 151 from one returning id`,
    [
      8_800_000_000 + column,
      district,
      String(column),
      x / 100,
      y / 100,
      Buffer.from(encodeRings([[x, y, x, y + 1, x + 1, y]])),
    ],
  );
}

/** The upload of each district, brought once by the administrator. */
const brought = new WeakMap<At['ground'], Map<string, Promise<number>>>();
function broughtFile({ ground, district }: At): Promise<number> {
  const known = brought.get(ground) ?? new Map<string, Promise<number>>();
  brought.set(ground, known);
  const bring = async () => {
    const line = saleLine({ pid: String(4_100_000 + ground.next()), dealing: `B${district}` }, district);
    const answer = await ground.server.app.inject({
      method: 'POST',
      url: `${ground.server.context.config.basePath}/api/imports/upload?name=${district}.DAT`,
      headers: {
        authorization: `JWT ${await ground.session(1)}`,
        'content-type': 'application/octet-stream',
      },
      payload: Buffer.from(psiText([line], '20220110 02:01', district)),
    });
    const { job_id: job } = JSON.parse(answer.body);
    await ground.server.context.jobs.idle();
    return Number((await ground.row('select id from import_file where job_id = $1', [job])).id);
  };
  const file = known.get(district) ?? bring();
  known.set(district, file);
  return file;
}

/** A sale whose suburb the asker changed when they still could. */
async function changedSale({ ground, asker, district }: At): Promise<number> {
  const sale = await ground.sale(district);
  await ground.row(`update sale set suburb = 'BETA', version = 2 where id = $1`, [sale]);
  await ground.row(
    `insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code)
     values ($1, 'sale', $2, 'update', 1, '{"suburb": {"old": "ALPHA", "new": "BETA"}}', $3)`,
    [asker.id, sale, district],
  );
  return sale;
}

/** A change of one sale that the asker made when they still could. */
async function doneBefore(at: At): Promise<number> {
  const { ground, asker } = at;
  const sale = await changedSale(at);
  const payload = {
    list: 'sales',
    asked: { does: 'set', values: { suburb: 'BETA' } },
    ids: [sale],
    criteria: null,
    preview: false,
    expected: null,
    stamp: null,
  };
  const { id } = await ground.row(
    `insert into job (kind, state, payload, result, created_by, finished_at) values ('bulk', 'done', $1, '{}', $2, now()) returning id`,
    [JSON.stringify(payload), asker.id],
  );
  await ground.row(
    `insert into job_record (user_id, job_id, place, record_id, outcome, version) values ($1, $2, 1, $3, 'done', 2)`,
    [asker.id, id, sale],
  );
  return Number(id);
}

/** What a change of many records came to; a searched district and a foreign one each say why not. */
function tallyFault({ json }: Answer, { place }: At, of = 1): string | null {
  const result = isJsonObject(json?.result) ? json.result : {};
  const counts = [result.done, result.refused];
  const wanted = place === 'own' ? [1, 0] : [0, of];
  if (JSON.stringify(counts) !== JSON.stringify(wanted)) return `did and refused ${counts}, not ${wanted}`;
  const why = JSON.stringify(result.rows);
  if (place === 'searched' && !why.includes('which you may search but not work in')) return `says ${why}`;
  return place === 'foreign' && of > 0 && !why.includes('does not exist, or you may not see it')
    ? `says ${why}`
    : null;
}

const files: { readonly [id: string]: Case } = {
  'attachment.list': {
    answers: reads,
    ask: async (at) => ({ path: `/attachments?${query(await ofSale(at))}` }),
  },
  'attachment.get': {
    answers: reads,
    ask: async ({ ground, district }) => ({
      path: `/attachments/${await ground.file(1, await ground.sale(district))}/file`,
    }),
  },
  'attachment.upload': {
    answers: writes,
    lacks: needsUpdate,
    ask: async (at) => ({ path: `/attachments/upload?name=a.png&${query(await ofSale(at))}`, bytes: png }),
  },
  'attachment.print': {
    answers: writes,
    lacks: needsUpdate,
    ask: async (at) => ({ path: '/attachments/print', body: { ...(await ofSale(at)), screen: 'paper' } }),
  },
  'attachment.save': {
    answers: writes,
    lacks: needsUpdate,
    ask: async ({ ground, district }) => ({
      path: `/attachments/${await ground.file(1, await ground.sale(district))}`,
      body: { version: 1, ticked: true },
    }),
  },
  'attachment.delete': {
    answers: writes,
    lacks: needsUpdate,
    ask: async ({ ground, district }) => ({
      path: `/attachments/${await ground.file(1, await ground.sale(district))}?version=1`,
    }),
  },
  'attachment.order': {
    answers: writes,
    lacks: needsUpdate,
    ask: async (at) => {
      const item = await ofSale(at);
      const ids = [await at.ground.file(1, item.item_id), await at.ground.file(1, item.item_id)];
      return { path: '/attachments/order', body: { ...item, ids: ids.reverse() } };
    },
  },
  'attachment.merge': {
    answers: reads,
    ask: async (at) => {
      const item = await ofSale(at);
      return { path: '/attachments/merge', body: { ...item, ids: [await at.ground.file(1, item.item_id)] } };
    },
  },
  'attachment.download': {
    answers: reads,
    ask: async (at) => {
      const item = await ofSale(at);
      return {
        path: '/attachments/download',
        body: { ...item, ids: [await at.ground.file(1, item.item_id)] },
      };
    },
  },
  'photo.get': {
    answers: reads,
    ask: async ({ ground, district }) => ({
      path: `/photos/${await ground.file(1, await ground.sale(district), 'image/jpeg')}/file`,
    }),
  },
  'photo.list': { answers: reads, ask: async (at) => ({ path: `/photos?${query(await ofSale(at))}` }) },
  'photo.upload': { answers: 'ok', ask: () => ({ path: '/photos/upload?name=a.jpg', bytes: jpeg }) },
  'photo.assign': {
    answers: { ...writes, foreign: 422 },
    lacks: needsUpdate,
    ask: async (at) => ({
      path: `/photos/${await at.ground.file(at.asker.id, null, 'image/jpeg')}`,
      body: { version: 1, ...(await ofSale(at)) },
    }),
  },
  'photo.rotate': {
    answers: { ...writes, foreign: 403 },
    lacks: refusedAnywhere,
    ask: async ({ ground, asker, district }) => ({
      path: `/photos/${await ground.file(asker.id, await ground.sale(district), 'image/jpeg')}/rotate`,
      body: { turn: 'left' },
    }),
  },
  'photo.delete': {
    answers: { ...writes, foreign: 403 },
    lacks: refusedAnywhere,
    ask: async ({ ground, asker, district }) => ({
      path: `/photos/${await ground.file(asker.id, await ground.sale(district), 'image/jpeg')}?version=1`,
    }),
  },
};

const many: { readonly [id: string]: Case } = {
  'bulk.preview': {
    answers: everywhere,
    ask: async ({ ground, district }) => ({
      path: '/sales/bulk/preview',
      body: { action: 'set', values: { suburb: 'ETA' }, ids: [await ground.sale(district)] },
    }),
    fault: tallyFault,
  },
  'bulk.run': {
    answers: { own: 'ok', searched: 422, foreign: 422 },
    ask: async ({ ground, district }) => ({
      path: '/sales/bulk/run',
      body: {
        action: 'delete',
        ids: [await ground.sale(district)],
        expected: 1,
        request_id: randomUUID(),
      },
    }),
    fault: tallyFault,
  },
  'bulk.rows': { answers: everywhere, ask: async (at) => ({ path: `/bulk/${await doneBefore(at)}/rows` }) },
  'bulk.undo': {
    answers: { own: 'ok', searched: 422, foreign: 422 },
    lacks: refusedAnywhere,
    ask: async (at) => ({
      path: `/bulk/${await doneBefore(at)}/undo`,
      body: { expected: 1, request_id: randomUUID() },
    }),
    fault: tallyFault,
  },
  'command.preview': {
    answers: everywhere,
    lacks: refusedAnywhere,
    ask: async ({ ground, district }) => ({
      path: '/commands/mark_unsuitable_sales/preview',
      body: { ids: [await ground.sale(district)], params: { below: 10_000 } },
    }),
    // What is not seen is not proposed.
    fault: (answer, at) => tallyFault(answer, at, at.place === 'foreign' ? 0 : 1),
  },
  'command.run': {
    answers: { own: 'ok', searched: 422, foreign: 422 },
    lacks: refusedAnywhere,
    ask: async ({ ground, district }) => ({
      path: '/commands/mark_unsuitable_sales/run',
      body: {
        ids: [await ground.sale(district)],
        params: { below: 10_000 },
        expected: 1,
        request_id: randomUUID(),
      },
    }),
    fault: tallyFault,
  },
};

const imports: { readonly [id: string]: Case } = {
  'import.list': {
    answers: everywhere,
    ask: async ({ ground, district }) => {
      await ground.importFile(district);
      return { path: '/imports?limit=1000' };
    },
    fault: ({ json }, at) =>
      seenWhereSeen(
        json.some((file: { districts: string[] }) => file.districts.includes(at.district)),
        at,
      ),
  },
  'import.log': {
    answers: everywhere,
    ask: async ({ ground, district }) => ({ path: `/imports/log?ids=${await ground.importFile(district)}` }),
    fault: ({ json }, at) => seenWhereSeen(json.length > 0, at),
  },
  'import.upload': {
    answers: everywhere,
    ask: ({ ground, district }) => ({
      path: '/imports/upload?name=a.DAT',
      bytes: Buffer.from(
        psiText(
          [saleLine({ pid: String(4_000_000 + ground.next()), dealing: `I${ground.next()}` }, district)],
          '20220110 02:01',
          district,
        ),
      ),
    }),
    fault: async ({ json }, { ground, place, district }) => {
      await ground.server.context.jobs.idle();
      const { n } = await ground.row(
        `select count(*)::integer as n from sale_received r join import_file f on f.id = r.file_id
         where f.job_id = $1 and r.district_code = $2`,
        [json.job_id, district],
      );
      const wanted = place === 'own' ? 1 : 0;
      return n === wanted ? null : `${String(n)} sales were imported, not ${wanted}`;
    },
  },
  'import.repeat': {
    answers: writes,
    ask: async (at) => ({ path: `/imports/files/${await broughtFile(at)}/repeat` }),
    // Of one upload one import is under way at a time.
    fault: async (_, { ground }) => {
      await ground.server.context.jobs.idle();
      return null;
    },
  },
  'import.undo': {
    answers: writes,
    ask: async ({ ground, district }) => ({
      path: `/imports/files/${await ground.importFile(district)}/undo`,
    }),
  },
};

/** A file of VAT exceptions whose one line lies in the district. */
const vatLine = (district: string, key: number) =>
  Buffer.from(`B;${district};20260701;${district};ITEM;PID;${key};904;;;\r\n`);
const vat: { readonly [id: string]: Case } = {
  'vat.upload': {
    answers: { own: 'ok', searched: 422, foreign: 422 },
    ask: ({ ground, district }) => ({
      path: '/vat/upload?name=a.txt',
      bytes: vatLine(district, 7_000_000 + ground.next()),
    }),
  },
  'vat.export': {
    answers: reads,
    ask: async ({ ground, district }) => {
      const { id } = await ground.row(
        `insert into vat_file (name, sha256, bytes, districts, lines, uploaded_by)
         values ('a.txt', $1, $2, array[$3::text], 1, null) returning id`,
        [`made ${ground.next()}`, vatLine(district, 1), district],
      );
      return { path: `/vat/files/${id}` };
    },
  },
};

/** A supp of the district that passes its checks, ready to send. */
const readySupp = async ({ ground, district }: At) => {
  const { id: property } = await ground.row(
    'insert into property (id, district_code) values ($1, $2) returning id',
    [6_000_000 + ground.next(), district],
  );
  await ground.row(
    `insert into supp (property_id, supp_type, vg_workflow, received_on, transmit_status)
     values ($1, 'PX', 'W', '2021-08-01', 'T') returning id`,
    [property],
  );
};
const madeExport = async ({ ground, district }: At, state = 'FAILED') =>
  Number(
    (
      await ground.row(
        `insert into export_job (type, districts, state, created_by) values ('supps', array[$1::text], $2, 1) returning id`,
        [district, state],
      )
    ).id,
  );
const exports: { readonly [id: string]: Case } = {
  'export.ready': {
    answers: everywhere,
    ask: async (at) => {
      await readySupp(at);
      return { path: '/exports/ready/supps' };
    },
    // What is only searched is not exported.
    fault: ({ json }, { district, place }) =>
      json.items.some(({ district_code: code }: { district_code: string }) => code === district) ===
      (place === 'own')
        ? null
        : 'counts what is ready elsewhere than in the districts of the caller',
    lacks: needsSupps,
  },
  'export.create': {
    answers: { own: 'ok', searched: 403, foreign: 403 },
    ask: async (at) => {
      await readySupp(at);
      // The same asked before may wait behind one that is made elsewhere.
      await at.ground.row(
        `with ended as (update job set state = 'cancelled', finished_at = now(), locked_by = null
           where kind = 'export' and state in ('queued', 'running') returning id) select count(*) from ended`,
      );
      return { path: '/exports', body: { type: 'supps', districts: [at.district] } };
    },
    // Nothing of it is under way when the next one is asked.
    fault: async (_, { ground }) => {
      await ground.server.context.jobs.idle();
      return null;
    },
    lacks: needsSupps,
  },
  'export.cancel': {
    answers: writes,
    ask: async (at) => {
      // It is made elsewhere, so that nobody here ends it.
      const id = await madeExport(at, 'PROCESSING');
      await at.ground.row(
        `with j as (insert into job (kind, lane, payload, state, created_by, locked_by, heartbeat_at)
           values ('export', 'export', '{}', 'running', null, 'elsewhere:1:x', now()) returning id)
         update export_job set job_id = j.id from j where export_job.id = $1 returning j.id`,
        [id],
      );
      return { path: `/exports/${id}/cancel` };
    },
  },
  'export.archive': {
    answers: writes,
    ask: async (at) => ({ path: `/exports/${await madeExport(at)}/archive`, body: { archived: true } }),
  },
  // One that failed has no file, which only those learn who see it.
  'export.download': {
    answers: { own: 422, searched: 422, foreign: 404 },
    ask: async (at) => ({ path: `/exports/${await madeExport(at)}/file` }),
    lacks: ({ asker, place }) => (asker.perms.has('suppU') || place === 'foreign' ? null : 403),
  },
};

/** A list of PIDs whose one property lies in the district. */
async function pidOf({ ground, district }: At): Promise<number> {
  const { id } = await ground.row('insert into property (id, district_code) values ($1, $2) returning id', [
    7_500_000 + ground.next(),
    district,
  ]);
  return Number(id);
}
const transfer: { readonly [id: string]: Case } = {
  'conflict.decide': {
    answers: writes,
    ask: async ({ ground, district }) => {
      const { id } = await ground.row(
        `insert into sale_conflict (sale_id, district_code, fields, existing, incoming)
         select s.id, s.district_code, '{purchase_price}', '{"purchase_price": 1}', '{"purchase_price": 2}'
         from sale s where s.id = $1 returning id`,
        [await ground.sale(district)],
      );
      return { path: `/conflicts/${id}/decide`, body: { version: 1, decision: 'keep' } };
    },
  },
  // Of a property that is not seen the answer says so, line by line.
  'handoff.add': {
    answers: everywhere,
    ask: async (at) => ({ path: '/handoffs', body: { direction: 'IN', ids: [await pidOf(at)] } }),
    fault: ({ json }, at) => seenWhereSeen(json.n === 1, at),
  },
  'handoff.upload': {
    answers: everywhere,
    ask: async (at) => ({ path: '/handoffs/upload?name=a.txt', bytes: Buffer.from(`${await pidOf(at)}\n`) }),
    fault: ({ json }, at) => seenWhereSeen(json.n === 1, at),
  },
  'handoff.file': {
    answers: { ...reads, foreign: 403 },
    ask: async (at) => {
      const { id } = await at.ground.row(
        `insert into handoff_log (direction, source, pids, n_lines, mark)
         values ('OUT', 'PASTED', array[$1::bigint], 1, $2) returning id`,
        [await pidOf(at), randomUUID()],
      );
      return { path: `/handoffs/${id}/file` };
    },
  },
};

const records: { readonly [id: string]: Case } = {
  'record.get': {
    answers: reads,
    ask: async ({ ground, district }) => ({ path: `/sales/${await ground.sale(district)}` }),
  },
  'record.find': {
    answers: reads,
    ask: async ({ ground, district }) => ({
      path: `/inspections/key?key=${district}/${(await ground.inspection(district)).label}`,
    }),
  },
  'record.history': {
    answers: reads,
    ask: async ({ ground, district }) => ({ path: `/sales/${await ground.sale(district)}/history` }),
  },
  'record.related': {
    answers: reads,
    ask: async ({ ground, district }) => ({ path: `/sales/${await ground.sale(district)}/related` }),
  },
  'record.preview': {
    answers: reads,
    ask: async ({ ground, district }) => ({ path: `/sales/${await ground.sale(district)}/preview` }),
  },
  'record.compare': {
    answers: reads,
    ask: async ({ ground, district }) => ({
      path: `/sales/compare?ids=${await ground.sale('001')},${await ground.sale(district)}`,
    }),
  },
  'record.lookup': {
    answers: everywhere,
    ask: async ({ ground, district }) => ({ path: `/sales/lookup?ids=${await ground.sale(district)}` }),
    fault: ({ json }, at) => seenWhereSeen(json.items.length > 0, at),
  },
  'record.search': {
    answers: everywhere,
    ask: ({ district }) => ({
      path: '/sales/search',
      body: { searchType: 'simple', criteria: [{ fld: 'district_code', op: 'eq', val: district }] },
    }),
  },
  'record.count': {
    answers: everywhere,
    ask: async ({ ground, district }) => ({
      path: '/sales/count',
      body: { criteria: [{ fld: 'id', op: 'eq', val: await ground.sale(district) }] },
    }),
    fault: ({ json }, at) => seenWhereSeen(json.count > 0, at),
  },
  'map.open': {
    answers: everywhere,
    ask: async ({ ground, district }) => ({
      path: '/sales/maps',
      body: { ids: [await ground.sale(district)] },
    }),
  },
  'map.tiles': {
    answers: everywhere,
    ask: async ({ ground, district }) => {
      // A tile of its own for each asking, with a lot in its middle.
      const [column, row] = [4_000 + ground.next(), 38_000];
      const [x, y] = centimetresOf({ x: (column + 0.5) / 2 ** 16, y: (row + 0.5) / 2 ** 16 });
      await ground.row(
        `with one as (insert into property (id, district_code) values ($1::bigint, $2) returning id, district_code)
         insert into parcel_shape (property_id, district_code, bounds, rings, area)
         select id, district_code, box(point($3, $4)), $5, 1 from one returning id`,
        [
          8_700_000_000 + column,
          district,
          x / 100,
          y / 100,
          Buffer.from(encodeRings([[x, y, x, y + 1, x + 1, y]])),
        ],
      );
      return { path: `/map-tiles/16/${column}/${row}` };
    },
    fault: ({ json }, at) => seenWhereSeen(json.ids.length > 0, at),
  },
  'map.lots': {
    answers: everywhere,
    ask: async ({ ground, district }) => {
      const [column, row] = [4_000 + ground.next(), 38_400];
      await lotAt(ground, district, column, row);
      return { path: `/map-lots/16/${column}/${row}` };
    },
    fault: ({ json }, at) => seenWhereSeen(json.ids.length > 0, at),
  },
  'map.findlots': {
    answers: everywhere,
    ask: async ({ ground, district }) => {
      const column = 4_000 + ground.next();
      await lotAt(ground, district, column, 38_400);
      return { path: `/map-lots?text=${encodeURIComponent(`1//DP${column}`)}` };
    },
    fault: ({ json }, at) => seenWhereSeen(json.items.length > 0, at),
  },
  'map.get': {
    answers: reads,
    ask: async ({ ground, district }) => {
      const { uuid } = await ground.row(
        `insert into map_state (list, search_type, criteria)
         values ('sales', 'full', jsonb_build_array(jsonb_build_object('fld', 'id', 'op', 'eq', 'val', $1::bigint)))
         returning uuid`,
        [await ground.sale(district)],
      );
      return { path: `/maps/${uuid}` };
    },
    lacks: ({ asker }) => (asker.perms.has('saleV') ? null : 403),
  },
  'record.neighbours': {
    answers: everywhere,
    ask: async ({ ground, asker, district }) => {
      const id = await ground.sale(district);
      const body = { searchType: 'simple', criteria: [{ fld: 'id', op: 'eq', val: id }] };
      const { json } = await ground.server.call('POST', '/sales/search', { token: asker.token, body });
      return { path: `/sales/${id}/neighbours`, body: { hash: json?.hash ?? 'x', at: 1 } };
    },
    fault: ({ json }, at) => seenWhereSeen(json.total > 0, at),
  },
  'record.create': {
    answers: { own: 'ok', searched: 403, foreign: 403 },
    ask: async ({ ground, district }) => ({
      path: '/inspections',
      body: {
        request_id: randomUUID(),
        district_code: district,
        // A record of a seen district is referred to, whoever writes where.
        sale_id: await ground.sale('001'),
        label: `N${ground.next()}`,
        rooms: [{ name: 'Hall' }],
      },
    }),
  },
  'record.save': {
    answers: writes,
    ask: async ({ ground, district }) => ({
      path: `/inspections/${(await ground.inspection(district)).id}`,
      body: { version: 1, rate: 2, rooms: [{ name: 'Bath' }] },
    }),
  },
  'record.saveMany': {
    answers: writes,
    ask: async ({ ground, district }) => {
      const rows = [await ground.sale('001'), await ground.sale(district)];
      return {
        path: '/sales',
        body: { rows: rows.map((id) => ({ id, version: 1, suburb: 'ZETA' })), expected: 2 },
      };
    },
  },
  'record.move': {
    answers: writes,
    ask: async ({ ground, district }) => ({
      path: `/inspections/${(await ground.inspection(district)).id}/move`,
      body: { version: 1, move: 'finish' },
    }),
  },
  'record.undo': {
    answers: writes,
    ask: async (at) => ({ path: `/sales/${await changedSale(at)}/undo`, body: { version: 2 } }),
  },
  'record.delete': {
    answers: writes,
    ask: async ({ ground, district }) => ({
      path: `/inspections/${(await ground.inspection(district)).id}?version=1`,
    }),
  },
};

const lists: { readonly [id: string]: Case } = {
  'query.run': {
    answers: reads,
    ask: ({ district }) => ({
      path: '/query',
      body: { screen: 'report/counts', source: 'rows', params: { dst: district } },
    }),
  },
  'query.statistics': {
    answers: reads,
    ask: ({ district }) => ({
      path: '/query/statistics',
      body: { screen: 'report/counts', source: 'rows', params: { dst: district }, column: 'purchase_price' },
    }),
    fault: (answer, at) => seenWhereSeen(answer.json.rows > 0, at),
  },
  'query.nearest': {
    answers: reads,
    ask: ({ district }) => ({
      path: '/query/nearest',
      body: {
        screen: 'report/counts',
        source: 'rows',
        params: { dst: district, least: 10_000_000 },
        dataset: 'both',
      },
    }),
    fault: (answer, at) => seenWhereSeen(answer.json.offers.length > 0, at),
  },
  'figure.open': {
    answers: reads,
    ask: ({ district }) => ({
      path: '/query/figure',
      body: { screen: 'report/figures', source: 'rows', params: { dst: district }, column: 'n' },
    }),
    lacks: ({ asker, place }) => (asker.perms.has('saleV') || place === 'foreign' ? null : 403),
    fault: ({ json }) =>
      json.rows === json.records ? null : `counts ${json.rows} rows of ${json.records} sales`,
  },
  'query.export': {
    answers: reads,
    ask: ({ district }) => ({
      path: '/query/export',
      body: { screen: 'report/counts', source: 'rows', params: { dst: district }, format: 'csv' },
    }),
  },
  'query.beginExport': {
    answers: reads,
    ask: ({ district }) => ({
      path: '/query/export/jobs',
      body: { screen: 'report/counts', source: 'rows', params: { dst: district }, format: 'csv' },
    }),
  },
  'report.counts': {
    answers: reads,
    ask: ({ district }) => ({ path: `/reports/counts?group=stat&district=${district}` }),
  },
  'audit.run': {
    answers: reads,
    ask: ({ district }) => ({ path: '/audits/run', body: { districts: [district], tests: [303] } }),
  },
  'report.reconcile': {
    answers: everywhere,
    ask: ({ district }) => ({
      path: `/reports/reconciliation?district=${district}&identities=Rows:report/figures.rows.n=report/figures.rows.n`,
    }),
    // Of a foreign district its row says that it is none of theirs.
    fault: ({ json }, at) => seenWhereSeen(json.items[0].problem === null, at),
  },
  'report.combine': {
    answers: { ...reads, foreign: 422 },
    ask: ({ district }) => ({
      path: '/reports/combined',
      body: { reports: ['report/figures'], districts: [district], format: 'pdf' },
    }),
  },
  'reference.list': {
    answers: everywhere,
    ask: () => ({ path: '/ref/districts?active=all' }),
    fault: ({ json }, at) => seenWhereSeen(hasCode(json, at.district), at),
  },
  'reference.lists': {
    answers: everywhere,
    ask: () => ({ path: '/ref/lists?which=districts' }),
    fault: ({ text }, at) => seenWhereSeen(text.includes(`"${at.district}"`), at),
  },
  'search.quick': {
    answers: everywhere,
    ask: async ({ ground, district }) => ({ path: `/search/quick?term=${await ground.sale(district)}` }),
    fault: ({ json }, at) => seenWhereSeen(json.items.length > 0, at),
  },
  'search.pid': {
    answers: everywhere,
    ask: ({ place }) => ({ path: `/search/pid?address=1%20${place.toUpperCase()}%20ST%20TOWN` }),
    fault: ({ json }, at) => seenWhereSeen(json.pid === Number(at.district), at),
  },
};

function hasCode(rows: unknown, code: string): boolean {
  return Array.isArray(rows) && rows.some((row: unknown) => isJsonObject(row) && row.code === code);
}

export const placed: { readonly [id: string]: Case } = {
  ...files,
  ...vat,
  ...exports,
  ...transfer,
  ...many,
  ...imports,
  ...records,
  ...lists,
};
