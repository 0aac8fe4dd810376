// Operations about what lies in no district: the person's own, the office's, and what anybody may ask.
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { textHash } from '#server/definitions/published.ts';
import { documentPath } from '#server/modules/document/document-kind.ts';
import { password } from '#tests/support/http.ts';
import { screens } from '#tests/support/http-fixture.ts';
import { type Asked, type Case, nowhere } from './case.ts';
import type { At, Ground } from './ground.ts';

const get = (path: string): Case => nowhere(() => ({ path }));

const twinOf = ({ ground, asker }: At) => ground.twins.find(({ role }) => role === asker.role)?.id ?? 0;

async function search({ ground, asker }: At): Promise<string> {
  const body = {
    searchType: 'simple',
    isRecent: true,
    criteria: [{ fld: 'suburb', op: 'eq', val: `S${ground.next()}` }],
  };
  const { json } = await ground.server.call('POST', '/sales/search', { token: asker.token, body });
  return json?.hash ?? 'x';
}

async function journey({ ground, asker }: At, owner = asker.id): Promise<number> {
  return Number(
    (await ground.row(`insert into journey (user_id, title) values ($1, 'Monday') returning id`, [owner])).id,
  );
}

const layout = {
  base: null,
  columns: ['id'],
  titles: ['ID'],
  widths: [null],
  frozen: null,
  sort: [],
  group: [],
  filter: null,
};

async function view({ ground, asker }: At): Promise<number> {
  const { id } = await ground.row(
    `insert into grid_view (user_id, screen, block, name, layout) values ($1, 'found', 'rows', $2, $3) returning id`,
    [asker.id, `View ${ground.next()}`, JSON.stringify(layout)],
  );
  return Number(id);
}

async function notification({ ground, asker }: At): Promise<number> {
  const { id } = await ground.row(
    `insert into notification (to_user_id, notify_type) values ($1, 'NOTEMESS') returning id`,
    [asker.id],
  );
  return Number(id);
}

async function job({ ground, asker }: At): Promise<number> {
  // Of the shell: no server takes it.
  const { id } = await ground.row(
    `insert into job (kind, created_by) values ('import.shell', $1) returning id`,
    [asker.id],
  );
  return Number(id);
}

async function item({ ground }: At): Promise<number> {
  const n = ground.next();
  const { id } = await ground.row(
    `insert into reference_item (list, code, name) values ('landuse', $1, $1) returning id`,
    [`M${n}`],
  );
  return Number(id);
}

const own: { readonly [id: string]: Case } = {
  'app.seen': nowhere(() => ({ path: '/app/updates/seen', body: { id: 1 } })),
  'app.updates': get('/app/updates'),
  'document.begin': nowhere(() => ({ path: '/documents/jobs', body: { screen: 'paper' } })),
  'document.make': nowhere(() => ({ path: '/documents', body: { screen: 'paper' } })),
  'document.list': get('/documents'),
  'document.get': nowhere(async ({ ground, asker }) => {
    const payload = { ask: { screen: 'paper' }, format: 'pdf', title: 'Paper', name: 'paper.pdf' };
    const { id } = await ground.row(
      `insert into job (kind, state, payload, created_by) values ('document', 'done', $1, $2) returning id`,
      [JSON.stringify(payload), asker.id],
    );
    const path = documentPath(ground.server.context.config.dataDir, Number(id), 'pdf');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '%PDF-1.7');
    return { path: `/documents/${id}/file` };
  }),
  'draft.get': get('/draft?screen=edit&block=form&record=1'),
  'draft.save': nowhere(() => ({
    path: '/draft',
    body: { screen: 'edit', block: 'form', record: '1', base_version: 1, values: { suburb: 'GAMMA' } },
  })),
  'draft.discard': nowhere(() => ({ path: '/draft?screen=edit&block=form&record=1' })),
  'job.list': get('/jobs?open=true'),
  'job.get': nowhere(async (at) => ({ path: `/jobs/${await job(at)}` })),
  'job.cancel': nowhere(async (at) => ({ path: `/jobs/${await job(at)}/cancel` })),
  'journey.list': get('/journeys'),
  'journey.create': nowhere(() => ({
    path: '/journeys',
    body: { title: 'Tuesday', stops: [], request_id: randomUUID() },
  })),
  'journey.save': nowhere(async (at) => ({
    path: `/journeys/${await journey(at)}`,
    body: { version: 1, title: 'Wednesday' },
  })),
  'journey.delete': nowhere(async (at) => ({ path: `/journeys/${await journey(at)}?version=1` })),
  'journey.handover': nowhere(async (at) => ({ path: `/journeys/${await journey(at)}/handover` })),
  'journey.take': nowhere(async (at) => {
    const handed = await at.ground.admin('POST', `/journeys/${await journey(at, 1)}/handover`);
    return { path: '/journeys/take', body: { code: handed.json.code } };
  }),
  'notification.list': get('/notifications/multi?is_archived=false&offset=0'),
  'notification.poll': get('/notifications/poll'),
  'notification.markread': nowhere(async (at) => ({
    path: `/notifications/${await notification(at)}/markread`,
  })),
  'notification.markarchive': nowhere(async (at) => ({
    path: `/notifications/${await notification(at)}/markarchive`,
  })),
  'notification.send': nowhere(() => ({
    path: '/notifications',
    body: { to_user_id: [1], notify_type: 'NOTEMESS', notify_detail: { text: 'Hello' } },
  })),
  'option.get': get('/useroptions/a'),
  'option.list': get('/useroptions?options=a,b'),
  'option.save': nowhere(() => ({ path: '/useroptions', body: { a: { b: 1 } } })),
  'password.change': nowhere(async (at) => ({
    path: '/user/change-password',
    body: { currPass: password, newPass: 'wrong mule dynamo' },
    token: await at.ground.session(twinOf(at)),
  })),
  'phrase.menu': get('/phrases/geteditormenu/notes'),
  'phrase.save': nowhere(() => ({
    path: '/phrases/notes',
    body: { phrasetype: 'user', __forceUpdate__: true, phrases: [{ content: 'On inspection' }] },
  })),
  'reword.run': nowhere(() => ({
    path: '/app/reword',
    body: { text: 'The land falls gently to the east.' },
  })),
  'search.get': nowhere(async (at) => ({ path: `/search/${await search(at)}` })),
  'search.keep': nowhere(async (at) => ({
    path: `/search/${await search(at)}`,
    body: { name: 'Mine', favourite: true },
  })),
  'search.forget': nowhere(async (at) => ({ path: `/search/${await search(at)}` })),
  'search.favourites': get('/search/favourites?list=sales'),
  'search.recent': get('/search/recent?list=sales'),
  'session.userinfo': {
    ...get('/app/userinfo'),
    fault: ({ json }) => {
      const told = JSON.stringify(json.userInfo.districts);
      return told === '{"see":["001","002"],"work":["001"]}' ? null : `tells ${told}`;
    },
  },
  'session.signout': nowhere(async ({ ground, asker }) => ({
    path: '/app/logout',
    token: await ground.session(asker.id),
  })),
  'session.list': get('/user/sessions'),
  'session.end': nowhere(() => ({ path: '/user/sessions/others' })),
  'factor.get': get('/user/second-factor'),
  'factor.prove': nowhere(() => ({ path: '/user/second-factor/proof', body: {} })),
  'passkey.list': get('/user/passkeys'),
  'passkey.rename': nowhere(async ({ ground, asker }) => {
    const { id } = await ground.row(
      `insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
       values ($1, $2, '\\x00', 0, '{}', 'Laptop', now()) returning id`,
      [asker.id, Buffer.from(randomUUID())],
    );
    return { path: `/user/passkeys/${id}`, body: { name: 'Phone' } };
  }),
  'factor.begin': nowhere(() => ({ path: '/user/second-factor', body: { password } })),
  'mail.change': nowhere(({ asker }) => ({
    path: '/user/mail',
    body: { email: `${asker.username}@example.org`, password },
  })),
  'view.list': get('/views?screen=found'),
  'view.create': nowhere(({ ground }) => ({
    path: '/views',
    body: { screen: 'found', block: 'rows', name: `Mine ${ground.next()}`, layout, request_id: randomUUID() },
  })),
  'view.save': nowhere(async (at) => ({ path: `/views/${await view(at)}`, body: { version: 1, layout } })),
  'view.delete': nowhere(async (at) => ({ path: `/views/${await view(at)}?version=1` })),
  'user.list': get('/user?activeOnly=true'),
  'user.loghit': nowhere(() => ({ path: '/user/loghit', body: { path: '/sale/1' } })),
  'user.profile': get('/user/profile'),
  'user.save': nowhere(({ asker }) => ({
    path: '/user/profile',
    body: { __forceUpdate__: true, full_name: asker.username },
  })),
};

const forgetful = async ({ ground }: At) =>
  Number((await ground.row(`select id from app_user where username = 'forgetful'`)).id);

const office: { readonly [id: string]: Case } = {
  'app.server': get('/app/server'),
  'app.slow': get('/app/server/slow'),
  'retention.list': get('/app/server/retention'),
  'retention.run': nowhere(() => ({ path: '/app/server/retention' })),
  'valuationfile.list': get('/annual/valuation-files'),
  'valuationfile.make': { ask: () => ({ path: '/annual/valuation-files', body: {} }), answers: 403 },
  'valuationfile.download': {
    ask: () => ({ path: `/annual/valuation-files/${'a'.repeat(64)}/file` }),
    answers: 403,
  },
  'valuationfile.members': {
    ask: () => ({ path: `/annual/valuation-files/${'a'.repeat(64)}/members` }),
    answers: 403,
  },
  'valuationfile.member': {
    ask: () => ({ path: `/annual/valuation-files/${'a'.repeat(64)}/member?name=documents%2Fa.pdf` }),
    answers: 403,
  },
  'backup.list': get('/app/backups'),
  'backup.make': nowhere(() => ({ path: '/app/backups' })),
  'backup.download': nowhere(({ ground }) => ({ path: `/app/backups/${ground.backup()}/file` })),
  'backup.test': nowhere(({ ground }) => ({ path: `/app/backups/${ground.backup()}/test` })),
  'backup.delete': nowhere(({ ground }) => ({ path: `/app/backups/${ground.backup()}` })),
  'reference.get': nowhere(async (at) => ({ path: `/ref/landuse/${await item(at)}` })),
  'reference.create': nowhere(({ ground }) => ({
    path: '/ref/landuse',
    body: { name: 'Contract', code: `C${ground.next()}`, request_id: randomUUID() },
  })),
  'reference.save': nowhere(async (at) => ({
    path: `/ref/landuse/${await item(at)}`,
    body: { version: 1, name: 'Renamed' },
  })),
  'reference.delete': nowhere(async (at) => ({ path: `/ref/landuse/${await item(at)}?version=1` })),
  'sysparam.get': get('/app/sysparams/company'),
  'sysparam.list': get('/app/sysparams'),
  'sysparam.save': nowhere(async ({ ground }) => ({
    path: '/app/sysparams',
    body: { version: (await ground.admin('GET', '/app/sysparams/company')).json.version, RVWSTAGE: '1' },
  })),
  'user.resetFactor': {
    ...nowhere(async (at) => ({ path: `/users/${await forgetful(at)}/second-factor-reset` })),
    // They have none.
    answers: 422,
  },
  'user.reset': nowhere(async (at) => ({ path: `/users/${await forgetful(at)}/password-reset` })),
  'user.revoke': nowhere(async (at) => ({ path: `/users/${await forgetful(at)}/sessions/all` })),
  'user.sessions': nowhere(async (at) => ({ path: `/users/${await forgetful(at)}/sessions` })),
};

const openFile = 'screens/open.json';
const openText = JSON.stringify({ ...screens[openFile], title: 'Open to all' });

/** One definition is published once, for all that ask what was published. */
const published = new WeakMap<Ground, Promise<unknown>>();
async function publish(ground: Ground): Promise<void> {
  const once = async () => {
    await ground.admin('PUT', '/studio/draft', { path: openFile, text: openText, version: null });
    const base_hash = textHash(JSON.stringify(screens[openFile]));
    return ground.admin('POST', '/studio/publish', {
      path: openFile,
      draft_version: 1,
      base_hash,
      note: 'Try',
    });
  };
  const made = published.get(ground) ?? once();
  published.set(ground, made);
  await made;
}

/** What the studio needs is made for who may use it alone. */
const studio = (ask: (at: At) => Asked | Promise<Asked>): Case =>
  nowhere(async (at) => {
    if (at.asker.perms.has('defnU')) await publish(at.ground);
    return ask(at);
  });
const ofOpen = { path: openFile, base_hash: textHash(openText), note: 'Try' };

const studios: { readonly [id: string]: Case } = {
  'studio.list': studio(() => ({ path: '/studio/definitions' })),
  'studio.get': studio(() => ({ path: '/studio/definition?path=screens/found.json' })),
  'studio.schema': studio(() => ({ path: '/studio/schema?path=screens/found.json' })),
  'studio.people': studio(() => ({ path: '/studio/people' })),
  'studio.export': studio(() => ({ path: '/studio/export?path=screens/found.json' })),
  'studio.check': studio(() => ({
    path: '/studio/check',
    body: { path: 'screens/found.json', text: '{}' },
  })),
  'studio.begin': studio(({ ground }) => ({
    path: '/studio/definition',
    body: { kind: 'codes', name: `begun${ground.next()}`, title: 'Begun' },
  })),
  'studio.draft': studio(() => ({
    path: '/studio/draft',
    body: { path: 'screens/found.json', text: '{}', version: null },
  })),
  'studio.discard': studio(async ({ ground, asker }) => {
    const path = 'screens/paper.json';
    if (asker.perms.has('defnU'))
      await ground.admin('PUT', '/studio/draft', { path, text: '{}', version: null });
    return { path: '/studio/discard', body: { path, version: 1 } };
  }),
  'studio.preview': studio(() => ({
    path: '/studio/preview',
    body: { path: openFile, text: openText, role: 'viewer' },
  })),
  'studio.publish': studio(async ({ ground, asker }) => {
    const path = 'screens/secret.json';
    const text = JSON.stringify({ ...screens[path], title: 'More secret' });
    if (asker.perms.has('defnU')) await ground.admin('PUT', '/studio/draft', { path, text, version: null });
    const base_hash = textHash(JSON.stringify(screens[path]));
    return { path: '/studio/publish', body: { path, draft_version: 1, base_hash, note: 'Try' } };
  }),
  'studio.history': studio(() => ({ path: `/studio/history?path=${openFile}` })),
  'studio.version': studio(() => ({ path: `/studio/version?path=${openFile}&version=1` })),
  'studio.difference': studio(() => ({
    path: `/studio/difference?path=${openFile}&from=file&to=published`,
  })),
  'studio.rollback': studio(() => ({ path: '/studio/rollback', body: { ...ofOpen, version: 1 } })),
  'studio.withdraw': studio(() => ({ path: '/studio/withdraw', body: ofOpen })),
};

const open: { readonly [id: string]: Case } = {
  'app.acknowledge': get('/app/acknowledge'),
  'help.get': get('/app/help?page=reports'),
  'app.licence': get('/app/acknowledge/text?name=fastify'),
  'definition.manifest': get('/definitions'),
  'definition.get': nowhere(async ({ ground }) => {
    const { json } = await ground.admin('GET', '/definitions');
    return { path: `/definitions/${json.entries.find((entry: { id: string }) => entry.id === 'open').hash}` };
  }),
  'health.get': get('/health'),
  'openapi.get': get('/openapi.json'),
  'password.forgot': nowhere(({ ground }) => {
    ground.server.wait(16 * 60_000);
    return { path: '/app/reset-password', body: { username: 'forgetful' } };
  }),
  'password.reset': nowhere(async ({ ground }) => {
    ground.server.wait(61_000);
    return {
      path: '/app/reset-password',
      body: { token: await ground.resetToken(), newPass: `wrong mule dynamo ${ground.next()}` },
    };
  }),
  'session.signin': nowhere(({ ground, asker }) => {
    ground.server.wait(61_000);
    return { path: '/app/login', body: { username: asker.username, password } };
  }),
};

export const elsewhere: { readonly [id: string]: Case } = { ...own, ...office, ...studios, ...open };

/** Tried where their answer is made: modules for the browser, and a stream of development. */
export const untried: { readonly [id: string]: string } = {
  'definition.validator': 'tests/server/http/definitions.test.ts reads the modules of a screen',
  'factor.confirm': 'needs a code of a phone: tests/server/http/second-factor.test.ts',
  'factor.codes': 'needs a code of a phone: tests/server/http/second-factor.test.ts',
  'factor.remove': 'needs a code of a phone: tests/server/http/second-factor.test.ts',
  'passkey.begin': 'needs an https address: tests/server/http/passkeys.test.ts',
  'passkey.add': 'needs an authenticator: tests/server/http/passkeys.test.ts',
  'passkey.remove': 'needs an authenticator: tests/server/http/passkeys.test.ts',
  'session.challenge': 'needs the ticket of a sign-in: tests/server/http/passkeys.test.ts',
  'session.second': 'needs a code of a phone: tests/server/http/second-factor.test.ts',
  'session.setup': 'needs the ticket of a sign-in: tests/server/http/second-factor.test.ts',
  'mail.confirm': 'needs the token of a letter: tests/server/shell/reset.test.ts',
  'definition.events': 'tests/server/definitions/guarding.test.ts and development.test.ts read the stream',
};
