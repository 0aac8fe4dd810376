import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenHash } from '#server/access/reset-tokens.ts';
import { loadOperations } from '#server/definitions/load-operations.ts';
import { textHash } from '#server/definitions/published.ts';
import { compileSchema, rejections } from '#server/plugins/schemas.ts';
import { type Answer, startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, editScreen, figureScreens, screens } from '#tests/support/http-fixture.ts';
import { addInspections, inspectionFiles } from '#tests/support/inspection.ts';
import { startUpstream, type Upstream } from '#tests/support/upstream.ts';

// Every operation is called once as it is meant and in every way that it must refuse.
// Operations of other folders that need files or jobs bring their own contract test.
const operations = loadOperations(new URL('../..', import.meta.url).pathname).filter(
  ({ id }) => !id.startsWith('import.'),
);

interface Example {
  readonly path: string;
  readonly body?: object;
  /** Sent as it is: an upload. */
  readonly bytes?: Buffer;
  /** Answers something else than JSON. */
  readonly file?: boolean;
}

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

let server: TestServer;
let upstream: Upstream;
let admin: string;
let powerless: string;
const view = (name: string) => ({
  screen: 'found',
  block: 'rows',
  name,
  layout: {
    base: null,
    columns: ['id'],
    titles: ['ID'],
    widths: [90],
    frozen: null,
    sort: [],
    group: [],
    filter: null,
  },
  request_id: randomUUID(),
});

const known: {
  forgetful: number;
  search: string;
  map: string;
  screen: string;
  item: number;
  other: number;
  notification: number;
  backup: string;
  photo: number;
  file: number;
  doomed: number;
  inspection: number;
  journey: number;
  view: number;
  code: string;
  job: number;
  document: number;
  waiting: number;
  bulk: number;
} = {
  forgetful: 0,
  backup: '',
  photo: 0,
  file: 0,
  doomed: 0,
  inspection: 0,
  journey: 0,
  view: 0,
  code: '',
  job: 0,
  document: 0,
  waiting: 0,
  bulk: 0,
  notification: 0,
  search: '',
  map: '',
  screen: '',
  item: 0,
  other: 0,
};

beforeAll(async () => {
  upstream = await startUpstream();
  server = await startTestApp({
    screens: {
      ...screens,
      ...figureScreens,
      ...editScreen,
      ...inspectionFiles,
      'screens/paper.json': {
        format: 1,
        id: 'paper',
        route: '/paper',
        title: 'Paper',
        paper: {},
        blocks: [{ id: 'words', type: 'text', text: 'Words.' }],
      },
    },
    config: { reword: { url: upstream.url, key: null, model: 'm', timeoutMs: 15_000 } },
  });
  await addSales(server.database);
  await addInspections(server.database);
  admin = await server.tokenOf('admin');
  await server.addUser('nobody', 'viewer', []);
  await server.addUser('forgetful', 'viewer', []);
  await server.database.owner((client) =>
    client.query(`delete from user_role where user_id = (select id from app_user where username = 'nobody')`),
  );
  powerless = await server.tokenOf('nobody');
  const search = await server.call('POST', '/sales/search', {
    token: admin,
    body: { searchType: 'simple', isRecent: true, criteria: [] },
  });
  known.search = search.json.hash;
  const map = await server.call('POST', '/sales/maps', { token: admin, body: { ids: [1] } });
  known.map = map.json.uuid;
  known.screen = (await server.call('GET', '/definitions', { token: admin })).json.entries.find(
    (entry: { id: string }) => entry.id === 'found',
  ).hash;
  await server.call('PUT', '/studio/draft', {
    token: admin,
    body: { path: 'screens/found.json', text: '{}', version: null },
  });
  await server.database.owner((client) =>
    client.query(`update sysparam set value = '1' where name = 'USETXTAI'`),
  );
  const sent = await server.database.owner(async (client) => {
    await client.query(
      `insert into password_reset (user_id, token_hash, created_at, expires_at)
       select id, $1::bytea, now(), now() + interval '1 hour' from app_user where username = 'forgetful'`,
      [tokenHash('a token')],
    );
    return client.query<{ id: number }>(
      `insert into notification (to_user_id, notify_type) values (1, 'NOTEMESS') returning id`,
    );
  });
  known.forgetful =
    (
      await server.database.owner((client) =>
        client.query<{ id: number }>(`select id from app_user where username = 'forgetful'`),
      )
    ).rows[0]?.id ?? 0;
  known.notification = sent.rows[0]?.id ?? 0;
  const inspection = { district_code: '001', sale_id: 1, label: 'A', rooms: [{ name: 'Hall' }] };
  known.inspection = (
    await server.call('POST', '/inspections', {
      token: admin,
      body: { ...inspection, request_id: randomUUID() },
    })
  ).json.id;
  const upload = async () => {
    const answer = await server.call('POST', '/photos/upload?name=a.jpg', {
      token: admin,
      raw: jpeg,
      headers: { 'content-type': 'application/octet-stream' },
    });
    return answer.json.id;
  };
  const attach = async (sale: number) => {
    const answer = await server.call('POST', `/attachments/upload?item_type=SA&item_id=${sale}&name=a.png`, {
      token: admin,
      raw: png,
      headers: { 'content-type': 'application/octet-stream' },
    });
    return answer.json.id;
  };
  known.file = await attach(2);
  known.doomed = await attach(3);
  known.photo = await upload();
  await upload();
  const journey = async () => {
    const body = { title: 'Monday', request_id: randomUUID() };
    return (await server.call('POST', '/journeys', { token: admin, body })).json.id;
  };
  known.journey = await journey();
  await journey();
  const given = await journey();
  known.code = (await server.call('POST', `/journeys/${given}/handover`, { token: admin })).json.code;
  known.view = (await server.call('POST', '/views', { token: admin, body: view('First') })).json.id;
  await server.call('POST', '/views', { token: admin, body: view('Second') });
  known.job = (await server.call('POST', '/app/backups', { token: admin })).json.job_id;
  const { rows: me } = await server.database.owner((client) =>
    client.query<{ id: number }>("select id from app_user where username = 'admin'"),
  );
  const payload = { ask: { screen: 'paper' }, format: 'pdf', title: 'Paper', name: 'paper.pdf' };
  known.document = (await server.context.jobs.start('document', { payload, userId: me[0]?.id ?? 0 })) ?? 0;
  const { rows: waiting } = await server.database.owner((client) =>
    client.query<{ id: number }>("insert into job (kind) values ('import.shell') returning id"),
  );
  known.waiting = waiting[0]?.id ?? 0;
  const change = { action: 'set', values: { street_name: 'HIGH' }, ids: [4], expected: 1 };
  const run = { token: admin, body: { ...change, request_id: randomUUID() } };
  known.bulk = (await server.call('POST', '/sales/bulk/run', run)).json.id;
  await server.context.jobs.idle();
  known.backup = (await server.call('GET', '/app/backups', { token: admin })).json.items[0].id;
  writeFileSync(join(server.context.config.dataDir, 'backups', 'before-1.cadastre.gz'), '');
  await server.call('PUT', '/sales/1', { token: admin, body: { version: 1, street_name: 'LOW' } });
  const items = (await server.call('GET', '/ref/landuse?active=all', { token: admin })).json;
  [known.item, known.other] = [items[0].id, items[1].id];
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

function openScreen(title: string): string {
  return JSON.stringify({ ...screens['screens/open.json'], title });
}

const passkeyAnswer = { id: 'AAAA', response: { clientDataJSON: 'e30' } };

const examples: { readonly [id: string]: () => Example } = {
  'session.signin': () => ({
    path: '/app/login',
    body: { username: 'nobody', password: 'correct horse battery' },
  }),
  'session.second': () => ({ path: '/app/login/second', body: { ticket: 'a ticket', code: '123456' } }),
  'session.setup': () => ({ path: '/app/login/set-up', body: { ticket: 'a ticket' } }),
  'session.list': () => ({ path: '/user/sessions' }),
  'session.end': () => ({ path: '/user/sessions/others' }),
  'factor.get': () => ({ path: '/user/second-factor' }),
  'factor.begin': () => ({ path: '/user/second-factor', body: { password: 'correct horse battery' } }),
  'factor.confirm': () => ({ path: '/user/second-factor', body: { code: '123456' } }),
  'factor.codes': () => ({
    path: '/user/second-factor/codes',
    body: { password: 'correct horse battery', code: '123456' },
  }),
  'factor.remove': () => ({
    path: '/user/second-factor/off',
    body: { password: 'correct horse battery', code: '123456' },
  }),
  'factor.prove': () => ({ path: '/user/second-factor/proof', body: {} }),
  'passkey.list': () => ({ path: '/user/passkeys' }),
  'passkey.begin': () => ({ path: '/user/passkeys/options', body: { password: 'correct horse battery' } }),
  'passkey.add': () => ({ path: '/user/passkeys', body: { name: 'Laptop', credential: passkeyAnswer } }),
  'passkey.rename': () => ({ path: '/user/passkeys/1', body: { name: 'Laptop' } }),
  'passkey.remove': () => ({ path: '/user/passkeys/1/off', body: { password: 'correct horse battery' } }),
  'session.challenge': () => ({ path: '/app/login/challenge', body: { ticket: 'a ticket' } }),
  'mail.change': () => ({
    path: '/user/mail',
    body: { email: 'admin@example.org', password: 'correct horse battery' },
  }),
  'mail.confirm': () => ({ path: '/app/confirm-mail', body: { token: 'a token' } }),
  'user.resetFactor': () => ({ path: `/users/${known.forgetful}/second-factor-reset` }),
  'session.userinfo': () => ({ path: '/app/userinfo' }),
  'session.signout': () => ({ path: '/app/logout' }),
  'sysparam.list': () => ({ path: '/app/sysparams' }),
  'definition.manifest': () => ({ path: '/definitions' }),
  'definition.get': () => ({ path: `/definitions/${known.screen}` }),
  'query.run': () => ({
    path: '/query',
    body: { screen: 'report/counts', source: 'rows', params: { dst: 'all' } },
  }),
  'query.statistics': () => ({
    path: '/query/statistics',
    body: { screen: 'report/counts', source: 'rows', params: { dst: 'all' }, column: 'id' },
  }),
  'query.nearest': () => ({
    path: '/query/nearest',
    body: { screen: 'report/counts', source: 'rows', params: { dst: 'all', least: 10_000_000 } },
  }),
  'figure.open': () => ({
    path: '/query/figure',
    body: { screen: 'report/figures', source: 'rows', params: { dst: 'all' }, column: 'n' },
  }),
  'document.make': () => ({
    path: '/documents',
    body: { screen: 'paper' },
    file: true,
  }),
  'document.list': () => ({ path: '/documents' }),
  'document.begin': () => ({ path: '/documents/jobs', body: { screen: 'paper' } }),
  'report.counts': () => ({ path: '/reports/counts?group=stat' }),
  'valuationfile.list': () => ({ path: '/annual/valuation-files' }),
  'valuationfile.make': () => ({ path: '/annual/valuation-files', body: {} }),
  'valuationfile.download': () => ({ path: `/annual/valuation-files/${'a'.repeat(64)}/file` }),
  'valuationfile.members': () => ({ path: `/annual/valuation-files/${'a'.repeat(64)}/members` }),
  'valuationfile.member': () => ({ path: `/annual/valuation-files/${'a'.repeat(64)}/member?name=a` }),
  'conflict.decide': () => ({ path: '/conflicts/1/decide', body: { version: 1, decision: 'keep' } }),
  'export.ready': () => ({ path: '/exports/ready/supps' }),
  'export.create': () => ({ path: '/exports', body: { type: 'supps', districts: ['001'] } }),
  'export.archive': () => ({ path: '/exports/1/archive', body: { archived: true } }),
  'export.cancel': () => ({ path: '/exports/1/cancel' }),
  'export.download': () => ({ path: '/exports/1/file' }),
  'handoff.add': () => ({ path: '/handoffs', body: { direction: 'IN', pids: '999999' } }),
  'handoff.upload': () => ({ path: '/handoffs/upload?name=pids.txt' }),
  'handoff.file': () => ({ path: '/handoffs/1/file' }),
  'vat.export': () => ({ path: '/vat/files/1' }),
  'vat.upload': () => ({ path: '/vat/upload?name=a.txt' }),
  'audit.run': () => ({ path: '/audits/run', body: { districts: ['001'], tests: [303] } }),
  'report.reconcile': () => ({
    path: '/reports/reconciliation?identities=Rows:report/figures.rows.n=report/figures.rows.n',
  }),
  'report.combine': () => ({
    path: '/reports/combined',
    body: { reports: ['report/figures'], districts: ['001'] },
  }),
  'document.get': () => ({ path: `/documents/${known.document}/file`, file: true }),
  'query.export': () => ({
    path: '/query/export',
    body: { screen: 'report/counts', source: 'rows', params: { dst: 'all' }, format: 'csv' },
    file: true,
  }),
  'query.beginExport': () => ({
    path: '/query/export/jobs',
    body: { screen: 'report/counts', source: 'rows', params: { dst: 'all' }, format: 'csv' },
  }),
  'record.search': () => ({
    path: '/sales/search',
    body: { searchType: 'simple', criteria: [{ fld: 'suburb', op: 'contains', val: 'a' }] },
  }),
  'record.count': () => ({
    path: '/sales/count',
    body: { criteria: [{ fld: 'suburb', op: 'contains', val: 'a' }] },
  }),
  'map.open': () => ({ path: '/sales/maps', body: { ids: [1] } }),
  'map.tiles': () => ({ path: '/map-tiles/15/30000/19000' }),
  'map.lots': () => ({ path: '/map-lots/16/60000/38000' }),
  'map.findlots': () => ({ path: '/map-lots?text=1%2F%2FDP598704' }),
  'map.get': () => ({ path: `/maps/${known.map}` }),
  'record.get': () => ({ path: '/sales/1' }),
  'record.save': () => ({ path: '/sales/2', body: { version: 1, suburb: 'EPSILON' } }),
  'record.saveMany': () => ({
    path: '/sales',
    body: { rows: [{ id: 5, version: 1, suburb: 'ZETA' }], expected: 1, dryRun: true },
  }),
  'bulk.preview': () => ({
    path: '/sales/bulk/preview',
    body: { action: 'set', values: { suburb: 'ETA' }, ids: [4] },
  }),
  'bulk.run': () => ({
    path: '/sales/bulk/run',
    body: { action: 'set', values: { suburb: 'ETA' }, ids: [4], expected: 1, request_id: randomUUID() },
  }),
  'bulk.rows': () => ({ path: `/bulk/${known.bulk}/rows` }),
  'bulk.undo': () => ({ path: `/bulk/${known.bulk}/undo`, body: { request_id: randomUUID() } }),
  'command.preview': () => ({ path: '/commands/mark_unsuitable_sales/preview', body: { ids: [4] } }),
  'command.run': () => ({
    path: '/commands/mark_unsuitable_sales/run',
    body: { ids: [4], expected: 0, request_id: randomUUID() },
  }),
  'record.move': () => ({
    path: `/inspections/${known.inspection}/move`,
    body: { version: 1, move: 'finish' },
  }),
  'record.undo': () => ({ path: '/sales/1/undo', body: { version: 2 } }),
  'record.find': () => ({ path: '/inspections/key?key=001/A' }),
  'record.related': () => ({ path: '/sales/1/related' }),
  'record.compare': () => ({ path: '/sales/compare?ids=1,2' }),
  'record.lookup': () => ({ path: '/sales/lookup?text=a&limit=2' }),
  'record.neighbours': () => ({ path: '/sales/1/neighbours', body: { hash: known.search, at: 1 } }),
  'record.preview': () => ({ path: '/sales/1/preview' }),
  'record.create': () => ({
    path: '/sales',
    body: { request_id: randomUUID(), district_code: '001', purchase_price: 1 },
  }),
  'record.delete': () => ({ path: '/sales/3?version=1' }),
  'record.history': () => ({ path: '/sales/2/history' }),
  'search.get': () => ({ path: `/search/${known.search}` }),
  'search.favourites': () => ({ path: '/search/favourites?list=sales' }),
  'search.keep': () => ({ path: `/search/${known.search}`, body: { name: 'Mine', favourite: true } }),
  'search.forget': () => ({ path: `/search/${known.search}` }),
  'draft.get': () => ({ path: '/draft?screen=edit&block=form&record=1' }),
  'draft.save': () => ({
    path: '/draft',
    body: { screen: 'edit', block: 'form', record: '1', base_version: 1, values: { suburb: 'GAMMA' } },
  }),
  'draft.discard': () => ({ path: '/draft?screen=edit&block=form&record=1' }),
  'search.recent': () => ({ path: '/search/recent?list=sales' }),
  'search.pid': () => ({ path: '/search/pid?address=1%20HIGH%20ST' }),
  'search.quick': () => ({ path: '/search/quick?term=1' }),
  'reference.lists': () => ({ path: '/ref/lists?which=districts,landuse,vlstS,valuer%20all' }),
  'reference.list': () => ({ path: '/ref/landuse?active=all&extra' }),
  'reference.get': () => ({ path: `/ref/landuse/${known.item}` }),
  'reference.create': () => ({
    path: '/ref/landuse',
    body: { name: 'Contract', code: 'C1', request_id: randomUUID() },
  }),
  'reference.save': () => ({ path: `/ref/landuse/${known.item}`, body: { version: 1, name: 'Renamed' } }),
  'reference.delete': () => ({ path: `/ref/landuse/${known.other}?version=1` }),
  'option.get': () => ({ path: '/useroptions/a' }),
  'option.list': () => ({ path: '/useroptions?options=a,b' }),
  'option.save': () => ({ path: '/useroptions', body: { a: { b: 1 } } }),
  'user.loghit': () => ({ path: '/user/loghit', body: { path: '/sale/1' } }),
  'user.reset': () => ({ path: `/users/${known.forgetful}/password-reset` }),
  'user.revoke': () => ({ path: `/users/${known.forgetful}/sessions/all` }),
  'user.sessions': () => ({ path: `/users/${known.forgetful}/sessions` }),
  'user.list': () => ({ path: '/user?activeOnly=true' }),
  'user.profile': () => ({ path: '/user/profile' }),
  'user.save': () => ({ path: '/user/profile', body: { __forceUpdate__: true, full_name: 'Adam' } }),
  'sysparam.get': () => ({ path: '/app/sysparams/company' }),
  'sysparam.save': () => ({ path: '/app/sysparams', body: { version: 14, RVWSTAGE: '1' } }),
  'phrase.menu': () => ({ path: '/phrases/geteditormenu/notes' }),
  'phrase.save': () => ({
    path: '/phrases/notes',
    body: { phrasetype: 'company', version: 0, phrases: [{ content: 'On inspection' }] },
  }),
  'notification.poll': () => ({ path: '/notifications/poll' }),
  'notification.list': () => ({ path: '/notifications/multi?is_archived=false&offset=0' }),
  'notification.send': () => ({
    path: '/notifications',
    body: { to_user_id: [1], notify_type: 'NOTEMESS', notify_detail: { text: 'Hello' } },
  }),
  'notification.markread': () => ({ path: `/notifications/${known.notification}/markread` }),
  'notification.markarchive': () => ({ path: `/notifications/${known.notification}/markarchive` }),
  'password.change': () => ({
    path: '/user/change-password',
    body: { currPass: 'correct horse battery', newPass: 'wrong mule dynamo' },
  }),
  'password.forgot': () => ({ path: '/app/reset-password', body: { username: 'nobody' } }),
  'password.reset': () => ({
    path: '/app/reset-password',
    body: { token: 'a token', newPass: 'wrong mule dynamo' },
  }),
  'reword.run': () => ({ path: '/app/reword', body: { text: 'The land falls gently to the east.' } }),
  'app.server': () => ({ path: '/app/server' }),
  'app.slow': () => ({ path: '/app/server/slow?limit=10' }),
  'retention.list': () => ({ path: '/app/server/retention' }),
  'retention.run': () => ({ path: '/app/server/retention' }),
  'app.updates': () => ({ path: '/app/updates' }),
  'app.seen': () => ({ path: '/app/updates/seen', body: { id: 1 } }),
  'app.acknowledge': () => ({ path: '/app/acknowledge' }),
  'help.get': () => ({ path: '/app/help?page=reports' }),
  'app.licence': () => ({ path: '/app/acknowledge/text?name=fastify' }),
  'backup.list': () => ({ path: '/app/backups' }),
  'backup.make': () => ({ path: '/app/backups' }),
  'backup.download': () => ({ path: `/app/backups/${known.backup}/file`, file: true }),
  'backup.test': () => ({ path: `/app/backups/${known.backup}/test` }),
  'backup.delete': () => ({ path: '/app/backups/before-1.cadastre.gz' }),
  'job.list': () => ({ path: '/jobs?open=true' }),
  'job.get': () => ({ path: `/jobs/${known.job}` }),
  'job.cancel': () => ({ path: `/jobs/${known.waiting}/cancel` }),
  'photo.list': () => ({ path: '/photos' }),
  'photo.get': () => ({ path: `/photos/${known.photo}/file`, file: true }),
  'photo.upload': () => ({ path: '/photos/upload?name=a.jpg', bytes: jpeg }),
  'photo.rotate': () => ({ path: `/photos/${known.photo}/rotate`, body: { turn: 'left' } }),
  'photo.assign': () => ({
    path: `/photos/${known.photo}`,
    body: { __forceUpdate__: true, item_type: 'SA', item_id: 1 },
  }),
  'photo.delete': () => ({ path: `/photos/${known.photo + 1}?version=1` }),
  'attachment.list': () => ({ path: '/attachments?item_type=SA&item_id=2' }),
  'attachment.get': () => ({ path: `/attachments/${known.file}/file`, file: true }),
  'attachment.upload': () => ({
    path: '/attachments/upload?item_type=SA&item_id=1&name=a.png',
    bytes: png,
  }),
  'attachment.print': () => ({
    path: '/attachments/print',
    body: { item_type: 'SA', item_id: 1, screen: 'paper' },
  }),
  'attachment.save': () => ({
    path: `/attachments/${known.file}`,
    body: { __forceUpdate__: true, ticked: true },
  }),
  'attachment.order': () => ({
    path: '/attachments/order',
    body: { item_type: 'SA', item_id: 2, ids: [known.file] },
  }),
  'attachment.merge': () => ({
    path: '/attachments/merge',
    body: { item_type: 'SA', item_id: 2, ids: [known.file] },
    file: true,
  }),
  'attachment.download': () => ({
    path: '/attachments/download',
    body: { item_type: 'SA', item_id: 2, ids: [known.file] },
    file: true,
  }),
  'attachment.delete': () => ({ path: `/attachments/${known.doomed}?__forceUpdate__=true` }),
  'view.list': () => ({ path: '/views?screen=found' }),
  'view.create': () => ({ path: '/views', body: view('Third') }),
  'view.save': () => ({
    path: `/views/${known.view}`,
    body: { version: 1, name: 'Mine', sharing: 'shared', layout: view('').layout },
  }),
  'view.delete': () => ({ path: `/views/${known.view + 1}?version=1` }),
  'journey.list': () => ({ path: '/journeys' }),
  'journey.create': () => ({
    path: '/journeys',
    body: { title: 'Tuesday', stops: [], request_id: randomUUID() },
  }),
  'journey.save': () => ({
    path: `/journeys/${known.journey}`,
    body: { __forceUpdate__: true, title: 'Monday' },
  }),
  'journey.delete': () => ({ path: `/journeys/${known.journey + 1}?version=1` }),
  'journey.handover': () => ({ path: `/journeys/${known.journey}/handover` }),
  'journey.take': () => ({ path: '/journeys/take', body: { code: known.code } }),
  'studio.list': () => ({ path: '/studio/definitions' }),
  'studio.get': () => ({ path: '/studio/definition?path=screens/found.json' }),
  'studio.check': () => ({ path: '/studio/check', body: { path: 'screens/found.json', text: '{}' } }),
  'studio.begin': () => ({
    path: '/studio/definition',
    body: { kind: 'codes', name: 'begun', title: 'Begun' },
  }),
  'studio.draft': () => ({
    path: '/studio/draft',
    body: { path: 'screens/open.json', text: openScreen('Open to all'), version: null },
  }),
  'studio.preview': () => ({
    path: '/studio/preview',
    body: { path: 'screens/open.json', text: openScreen('Looked at'), role: 'viewer' },
  }),
  'studio.publish': () => ({
    path: '/studio/publish',
    body: {
      path: 'screens/open.json',
      draft_version: 1,
      base_hash: textHash(JSON.stringify(screens['screens/open.json'])),
      note: 'Try',
    },
  }),
  'studio.history': () => ({ path: '/studio/history?path=screens/open.json' }),
  'studio.version': () => ({ path: '/studio/version?path=screens/open.json&version=1' }),
  'studio.rollback': () => ({
    path: '/studio/rollback',
    body: {
      path: 'screens/open.json',
      version: 1,
      base_hash: textHash(openScreen('Open to all')),
      note: 'Try',
    },
  }),
  'studio.difference': () => ({ path: '/studio/difference?path=screens/open.json&from=file&to=published' }),
  'studio.withdraw': () => ({
    path: '/studio/withdraw',
    body: { path: 'screens/open.json', base_hash: textHash(openScreen('Open to all')), note: 'Try' },
  }),
  'studio.discard': () => ({ path: '/studio/discard', body: { path: 'screens/found.json', version: 1 } }),
  'studio.export': () => ({ path: '/studio/export?path=screens/found.json', file: true }),
  'studio.schema': () => ({ path: '/studio/schema?path=screens/found.json' }),
  'studio.people': () => ({ path: '/studio/people' }),
  'health.get': () => ({ path: '/health' }),
  'openapi.get': () => ({ path: '/openapi.json' }),
};
/** Tested where their answer is made: modules for the browser, and a stream of development. */
const elsewhere = ['definition.validator', 'definition.events'];

/** Their answer needs a code of a phone, a passkey or a token of a letter: tests/server/http/second-factor.test.ts, passkeys.test.ts and shell/reset.test.ts. */
const answeredElsewhere = [
  'conflict.decide',
  'export.create',
  'export.archive',
  'export.cancel',
  'export.download',
  'handoff.upload',
  'handoff.file',
  'valuationfile.download',
  'valuationfile.members',
  'valuationfile.member',
  'vat.export',
  'vat.upload',
  'passkey.begin',
  'passkey.add',
  'passkey.rename',
  'passkey.remove',
  'session.challenge',
  'session.second',
  'session.setup',
  'factor.confirm',
  'factor.codes',
  'factor.remove',
  'mail.confirm',
  'user.resetFactor',
];

const withBody = operations.filter(({ body }) => body);
const closed = withBody.filter(({ body }) => body?.additionalProperties === false);
const example = (id: string) => examples[id]?.() ?? { path: '/' };
const call = (
  id: string,
  request: { token?: string | null; body?: object; raw?: string } = {},
): Promise<Answer> => {
  const method = operations.find((operation) => operation.id === id)?.method ?? 'GET';
  const { path, body, bytes } = example(id);
  const upload = bytes && { raw: bytes, headers: { 'content-type': 'application/octet-stream' } };
  return server.call(method, path, { ...(body ? { body } : {}), ...upload, ...request });
};

describe('every operation', () => {
  it('has an example here', () => {
    expect(Object.keys(examples).concat(elsewhere).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  it.each(operations.filter(({ permission }) => permission !== 'public').map(({ id }) => id))(
    '%s answers 401 without a token',
    async (id) => {
      expect((await call(id)).json).toMatchObject({ status: 401, code: 'not-signed-in' });
    },
  );

  it.each(
    operations.filter(({ permission }) => !['public', 'signed-in'].includes(permission)).map(({ id }) => id),
  )('%s answers 403 without its permission', async (id) => {
    expect((await call(id, { token: powerless })).json).toMatchObject({ status: 403, code: 'not-allowed' });
  });

  it.each(withBody.map(({ id }) => id))('%s answers 400 to a body outside the envelope', async (id) => {
    const { body } = example(id);
    const answer = await call(id, { token: admin, raw: JSON.stringify(body) });
    expect(answer.json).toMatchObject({ status: 400, code: 'bad-envelope' });
  });

  it.each(closed.map(({ id }) => id))('%s answers 400 to an unknown field', async (id) => {
    const { body } = example(id);
    const answer = await call(id, { token: admin, body: { ...body, no_such_field: 1 } });
    expect(answer.json).toMatchObject({
      status: 400,
      code: 'unknown-field',
      errors: [{ pointer: '/no_such_field' }],
    });
  });

  it.each(
    operations
      .filter(({ id }) => examples[id] && id !== 'session.signout' && !answeredElsewhere.includes(id))
      .map((operation) => [operation.id, operation] as const),
  )('%s answers as its file says', async (id, operation) => {
    const answer = await call(id, { token: admin });
    expect([
      id,
      answer.status >= 200 && answer.status < 300,
      answer.status >= 300 ? answer.text : '',
    ]).toEqual([id, true, '']);
    if (example(id).file) return;
    if (Object.keys(operation.answer).length === 0 && operation.method !== 'GET') {
      expect(answer.status).toBe(204);
      return;
    }
    const validate = compileSchema(operation.answer);
    validate(answer.json);
    expect(rejections(validate.errors, '')).toEqual([]);
  });

  it('session.signout answers as its file says', async () => {
    expect((await server.call('POST', '/app/logout', { token: powerless })).status).toBe(204);
  });
});
