import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifyUser } from '#server/access/notify.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let admin: string;
let otto: string;
let vera: string;
let ids: { readonly [name: string]: number };
beforeAll(async () => {
  server = await startTestApp();
  await server.addUser('otto', 'office', '*');
  await server.addUser('vera', 'viewer', '*');
  [admin, otto, vera] = [
    await server.tokenOf('admin'),
    await server.tokenOf('otto'),
    await server.tokenOf('vera'),
  ];
  const users = (await server.call('GET', '/user?activeOnly=true', { token: admin })).json;
  ids = Object.fromEntries(users.map((user: { username: string; id: number }) => [user.username, user.id]));
});
afterAll(() => server.close());

const id = (name: string) => ids[name] ?? 0;
const send = (token: string, body: object) => server.call('POST', '/notifications', { token, body });
const note = (to: readonly number[], text = 'Hello') => ({
  to_user_id: to,
  notify_type: 'NOTEMESS',
  notify_detail: { text },
});
const list = async (token: string, query = '') =>
  (await server.call('GET', `/notifications/multi?${query}`, { token })).json;
const count = async (token: string) =>
  (await server.call('GET', '/notifications/poll', { token })).json.count;
const mark = (token: string, which: number, how: string) =>
  server.call('PUT', `/notifications/${which}/${how}`, { token });
const setParam = (name: string, value: string) =>
  server.database.owner((client) =>
    client.query('update sysparam set value = $2 where name = $1', [name, value]),
  );

describe('notifications', () => {
  it('reach each recipient once, from whoever is signed in', async () => {
    const sent = await send(otto, note([id('vera'), id('admin'), id('vera')]));
    expect(sent.json).toEqual({ sent: 2 });
    for (const token of [vera, admin])
      expect(await list(token)).toMatchObject([
        {
          from_user_id: id('otto'),
          from_name: 'otto',
          to_user_id: [id('vera'), id('admin')],
          notify_type: 'NOTEMESS',
          notify_detail: { text: 'Hello' },
          is_read: false,
          is_archived: false,
        },
      ]);
    expect(await list(otto)).toEqual([]);
    const forged = await send(otto, { ...note([id('vera')]), from_user_id: id('admin') });
    expect(forged.json).toMatchObject({ status: 422, errors: [{ pointer: '/from_user_id' }] });
  });

  it('are read, archived and taken back by their recipient alone', async () => {
    await send(otto, note([id('vera')], 'To be read'));
    const before = await count(vera);
    const [mine] = await list(vera);
    for (const how of ['markread', 'markarchive'])
      expect((await mark(otto, mine.id, how)).json).toMatchObject({ status: 404 });
    expect((await mark(vera, mine.id, 'markread')).json.is_read).toBe(true);
    expect((await mark(vera, mine.id, 'markread')).json.is_read).toBe(true);
    expect(await count(vera)).toBe(before - 1);
    expect((await mark(vera, mine.id, 'markarchive')).json.is_archived).toBe(true);
    const inList = async (query: string) =>
      (await list(vera, query)).some((one: { id: number }) => one.id === mine.id);
    expect([await inList(''), await inList('is_archived=true')]).toEqual([false, true]);
    expect((await mark(vera, mine.id, 'markarchive')).json.is_archived).toBe(false);
    expect([await inList('is_archived=false'), await inList('is_archived=true')]).toEqual([true, false]);
  });

  it('come thirty at a time, the newest first', async () => {
    await server.database.owner((client) =>
      client.query(
        `insert into notification (to_user_id, notify_type, notify_detail)
         select $1::bigint, 'OTHER', jsonb_build_object('n', n) from generate_series(1, 65) n`,
        [id('otto')],
      ),
    );
    const pages = await Promise.all([0, 30, 60, 90].map((offset) => list(otto, `offset=${offset}`)));
    expect(pages.map((page) => page.length)).toEqual([30, 30, 5, 0]);
    expect(pages.flat().map((one) => one.notify_detail.n)).toEqual(
      Array.from({ length: 65 }, (_, i) => 65 - i),
    );
    expect(await count(otto)).toBe(65);
  });

  it('are refused in the words of the dialog', async () => {
    expect((await send(otto, note([]))).json).toMatchObject({
      status: 422,
      message: 'Please select the person (or people) you want to notify',
      errors: [{ pointer: '/to_user_id' }],
    });
    for (const detail of [{ text: '  ' }, { text: '' }, {}])
      expect((await send(otto, { ...note([1]), notify_detail: detail })).json).toMatchObject({
        status: 422,
        message: 'Please type your message before sending',
        errors: [{ pointer: '/notify_detail/text' }],
      });
    const many = Array.from({ length: 201 }, (_, i) => i + 1);
    expect((await send(otto, note(many))).json.message).toContain('at most 200 people, this to 201');
    expect((await send(otto, note([987_654]))).json.message).toContain('User 987654 does not exist');
  });

  it('carry the details of their type and no others', async () => {
    const to_user_id = [id('vera')];
    const criteria = [{ fld: 'suburb', op: 'contains', val: 'a' }];
    const good = {
      SHARSRCH: { type: 'sales', crit: { criteria, cond_text: 'Suburb contains a' } },
      SUPPASND: { ids: [1, 2] },
      ANLYASND: { ids: [3] },
      STGECHGD: { item_type: 'AN', to_stage: 'Review', ids: [3] },
    };
    for (const [notify_type, notify_detail] of Object.entries(good)) {
      expect([notify_type, (await send(otto, { to_user_id, notify_type, notify_detail })).json]).toEqual([
        notify_type,
        { sent: 1 },
      ]);
      expect((await list(vera))[0]).toMatchObject({ notify_type, notify_detail });
      const more = { to_user_id, notify_type, notify_detail: { ...notify_detail, more: 1 } };
      expect((await send(otto, more)).json).toMatchObject({
        status: 422,
        errors: [{ pointer: '/notify_detail/more' }],
      });
    }
    for (const notify_type of ['IMPTDONE', 'EXPTDONE', 'OTHER'])
      expect((await send(otto, { to_user_id, notify_type, notify_detail: {} })).status).toBe(400);
  });

  it('share a search only of a list and by fields that its sender may search', async () => {
    const share = (type: string, fld: string, token = otto) =>
      send(token, {
        to_user_id: [id('admin')],
        notify_type: 'SHARSRCH',
        notify_detail: { type, crit: { criteria: [{ fld, op: 'eq', val: 1 }], cond_text: '' } },
      });
    expect((await share('sale', 'id')).status).toBe(200);
    expect((await share('nothing', 'id')).json).toMatchObject({ status: 422 });
    expect((await share('sales', 'password_hash')).json).toMatchObject({ status: 400 });
    expect((await share('anlys', 'id', vera)).json).toMatchObject({ status: 403 });
  });

  it('are sent once however often the same request is repeated', async () => {
    const body = { ...note([id('vera')], 'Once'), request_id: randomUUID() };
    await Promise.all([send(otto, body), send(otto, body)]);
    await send(otto, body);
    const same = (await list(vera)).filter(
      (one: { notify_detail: { text?: string } }) => one.notify_detail.text === 'Once',
    );
    expect(same).toHaveLength(1);
  });

  it('of a type that is switched off are neither sent nor written', async () => {
    await setParam('NTFYMESS', '0');
    await setParam('NTFYIMPT', '0');
    expect((await send(otto, note([id('vera')]))).json).toMatchObject({ status: 422 });
    const before = await count(vera);
    const told = () =>
      server.database.owner((client) =>
        notifyUser(client, id('vera'), 'IMPTDONE', { files: [], fails: [], fileIds: [], item_type: 'SA' }),
      );
    await told();
    expect(await count(vera)).toBe(before);
    await setParam('NTFYIMPT', '1');
    await setParam('NTFYMESS', '1');
    await told();
    expect(await count(vera)).toBe(before + 1);
    expect((await list(vera))[0]).toMatchObject({
      notify_type: 'IMPTDONE',
      from_user_id: null,
      from_name: null,
    });
  });

  it('are not sent without end', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) statuses.push((await send(vera, note([1]))).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    server.wait(60_000);
    expect((await send(vera, note([1]))).status).toBe(200);
  });
});
