// Section 7 of the specification, line by line: what the client sends for each call, checked as the server checks it.
import { HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '#src/generated/operations.ts';
import { operationHandlers } from '#tests/support/msw.ts';
import { type ClientInput, createClient } from './client.ts';

const base = 'http://api.test/api';
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const client = createClient({
  base,
  product: 'Cadastre',
  token: () => 'abc',
  onUnauthorized: () => undefined,
});

const phrases = [{ content: 'Corner block.', posn: 1, active: true }];
const item = { name: 'House', code: '1', active: true };
const note = { to_user_id: [2], from_user_id: 1, notify_type: 'NOTEMESS', notify_detail: { text: 'Hello' } };
const criteria = [{ fld: 'id', op: 'oneof', val: [1, 2] }];

/** Operation, the line of the specification, and a call of it. */
const calls: readonly (readonly [string, string, ClientInput])[] = [
  [
    'record.search',
    'POST /sales/search',
    { params: { list: 'sales' }, body: { searchType: 'simple', isRecent: true, criteria } },
  ],
  [
    'reference.list',
    'GET /ref/landuse?active=all&district=001',
    { params: { listType: 'landuse' }, query: { active: 'all', district: '001' } },
  ],
  ['reference.create', 'POST /ref/landuse', { params: { listType: 'landuse' }, body: item }],
  ['reference.get', 'GET /ref/landuse/7', { params: { listType: 'landuse', id: 7 } }],
  [
    'reference.save',
    'PUT /ref/landuse/7',
    { params: { listType: 'landuse', id: 7 }, body: { ...item, version: 1, __forceUpdate__: true } },
  ],
  ['reference.delete', 'DELETE /ref/landuse/7', { params: { listType: 'landuse', id: 7 } }],
  ['reference.lists', 'GET /ref/lists?which=districts%2Clanduse', { query: { which: 'districts,landuse' } }],
  ['option.get', 'GET /useroptions/keys.single', { params: { name: 'keys.single' } }],
  ['option.list', 'GET /useroptions?options=a%2Cb', { query: { options: 'a,b' } }],
  ['option.save', 'PUT /useroptions', { body: { 'mvp4.session.expiry': '2026-01-05T09:00:00.000Z' } }],
  ['sysparam.list', 'GET /app/sysparams', {}],
  ['reword.run', 'POST /app/reword', { body: { text: 'A text of more than twenty characters.' } }],
  ['phrase.menu', 'GET /phrases/geteditormenu/notes', { params: { phraseName: 'notes' } }],
  [
    'phrase.save',
    'PUT /phrases/notes',
    { params: { phraseName: 'notes' }, body: { phrasetype: 'user', phrases } },
  ],
  ['password.change', 'PUT /user/change-password', { body: { currPass: 'a', newPass: 'b' } }],
  ['notification.poll', 'GET /notifications/poll', {}],
  [
    'notification.list',
    'GET /notifications/multi?is_archived=false&offset=30',
    { query: { is_archived: false, offset: 30 } },
  ],
  ['notification.send', 'POST /notifications', { body: note }],
  ['notification.markread', 'PUT /notifications/7/markread', { params: { id: 7 } }],
  ['notification.markarchive', 'PUT /notifications/7/markarchive', { params: { id: 7 } }],
  ['search.pid', 'GET /search/pid?address=1+High+St', { query: { address: '1 High St' } }],
  ['search.quick', 'GET /search/quick?term=12', { query: { term: '12' } }],
  ['user.loghit', 'PUT /user/loghit', { body: { path: '/sale/1' } }],
  ['user.list', 'GET /user?activeOnly=true', { query: { activeOnly: true } }],
];

describe('a call of the specification', () => {
  it.each(calls)('%s is %s', async (operation, line, input) => {
    let seen: {
      readonly method: string;
      readonly url: string;
      readonly text: string;
      readonly token: string | null;
    } | null = null;
    let body: unknown;
    server.use(
      ...operationHandlers(base, {
        [operation]: (call) => {
          body = call.body;
          return {};
        },
      }),
    );
    const listen = async ({ request }: { readonly request: Request }) => {
      const copy = request.clone();
      seen = {
        method: copy.method,
        url: copy.url,
        text: await copy.text(),
        token: copy.headers.get('authorization'),
      };
    };
    server.events.on('request:start', listen);
    await client.call(operation, input);
    server.events.removeAllListeners();
    expect(seen).toMatchObject({ token: 'JWT abc' });
    const { method, url, text } = seen ?? { method: '', url: '', text: '' };
    expect(`${method} ${url.slice(base.length)}`).toBe(line);
    // Bodies travel in one field, and what is in it is what the operation's own schema takes.
    if (method === 'GET' || method === 'DELETE') expect(text).toBe('');
    else expect(Object.keys(JSON.parse(text))).toEqual(['CadastreSafeContent']);
    if (input.body) expect(body).toEqual(input.body);
  });

  it.each(['option.save', 'phrase.save', 'password.change', 'user.loghit', 'notification.markread'])(
    '%s uses no answer: nothing is one',
    async (operation) => {
      const input = calls.find(([id]) => id === operation)?.[2];
      server.use(...operationHandlers(base, { [operation]: () => new HttpResponse(null, { status: 204 }) }));
      expect(await client.call(operation, input)).toBeNull();
    },
  );

  it('is one of the table’s, each with its method and its path', () => {
    const table: { readonly [id: string]: { readonly method: string } } = operations;
    expect(calls.map(([id, line]) => [id, line.split(' ')[0]])).toEqual(
      calls.map(([id]) => [id, table[id]?.method]),
    );
    expect(calls).toHaveLength(24);
  });
});
