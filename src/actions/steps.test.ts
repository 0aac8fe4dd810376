import { describe, expect, it } from 'vitest';
import { followed, run, world } from './test-support.ts';

describe('actions', () => {
  it('navigate opens the resolved route', async () => {
    const ports = world();
    await run({ type: 'navigate', to: '/book/{row.id}', newTab: true }, ports, { row: { id: 5 } });
    expect(ports.log).toEqual([['navigate', '/book/5', { newTab: true, replace: false }]]);
  });

  it('navigate without a route fails and goes nowhere', async () => {
    const ports = world();
    await expect(run({ type: 'navigate', to: '{row.link}' }, ports, { row: {} })).rejects.toMatchObject({
      message: expect.stringContaining('navigate.to'),
    });
    expect(ports.log).toEqual([]);
  });

  it('navigate fills in one value at a place, and nothing that makes another address', async () => {
    const ports = world({ resolve: (_, { row }) => row?.link });
    const to = { $text: ['/book/', { path: ['row', 'link'] }, '?shelf=1'], over: 'row' };
    for (const link of ['/host', '5?shelf=2&x=', 'a b', '\\host', '\t/host'])
      await run({ type: 'navigate', to }, ports, { row: { link } });
    expect(ports.log).toEqual(
      ['%2Fhost', '5%3Fshelf%3D2%26x%3D', 'a%20b', '%5Chost', '%09%2Fhost'].map((filled) => [
        'navigate',
        `/book/${filled}?shelf=1`,
        { newTab: false, replace: false },
      ]),
    );
  });

  it.each(['//host', '/\\host', '/\t/host', 'https://host', 'book/5', '/a b'])(
    'navigate never leaves the application to %j',
    async (to) => {
      const ports = world();
      await expect(run({ type: 'navigate', to }, ports)).rejects.toMatchObject({
        message: expect.stringContaining('no page that you may open'),
      });
      expect(ports.log).toEqual([]);
    },
  );

  it('navigate follows a route that the row gives only to a page that the person may open', async () => {
    const to = { $text: [{ path: ['row', 'link'] }], over: 'row' };
    const ports = world({ mayOpen: (href) => href === '/book/5', resolve: (_, { row }) => row?.link });
    await run({ type: 'navigate', to }, ports, { row: { link: '/book/5' } });
    for (const link of ['/secret', '//evil.example', '/book/6'])
      await expect(run({ type: 'navigate', to }, ports, { row: { link } })).rejects.toMatchObject({
        message: expect.stringContaining('no page that you may open'),
      });
    expect(ports.log).toEqual([['navigate', '/book/5', { newTab: false, replace: false }]]);
  });

  it('share hands over the search, and fails without one', async () => {
    const ports = world();
    await run({ type: 'share', search: '{row.hash}' }, ports, { row: { hash: 'abc' } });
    expect(ports.log).toEqual([['share', 'abc']]);
    await expect(run({ type: 'share', search: '{row.hash}' }, ports, { row: {} })).rejects.toMatchObject({
      message: expect.stringContaining('share.search'),
    });
  });

  it('dialog opens its blocks unresolved and close closes', async () => {
    const ports = world();
    const blocks = [{ id: 'note', type: 'text', text: 'Due {row.due}' }];
    await run({ type: 'dialog', title: 'Lend {row.title}', blocks }, ports, { row: { title: 'Emma' } });
    await run({ type: 'close' }, ports);
    expect(ports.log).toEqual([['openDialog', { title: 'Lend Emma', blocks }], ['closeDialog']]);
  });

  it('confirm runs its steps after agreement and stops the plan after refusal', async () => {
    const question = { type: 'confirm', title: 'Delete?', text: '', confirm: 'Delete', intent: 'danger' };
    const step = followed(question, [{ type: 'close' }]);
    const agreed = world();
    expect((await run(step, agreed)).done).toBe(true);
    expect(agreed.log.at(-1)).toEqual(['closeDialog']);
    const refused = world({ confirm: async () => false });
    expect(await run(step, refused)).toEqual({ done: false, failure: null });
    expect(refused.log).toEqual([]);
  });

  it('snackbar offers a button that runs its steps with what was answered, and sends nothing of the event before', async () => {
    const buttons: (() => void)[] = [];
    const ports = world({
      snackbar: (_kind, _text, timeout, button) => {
        expect([timeout, button?.label]).toEqual([9000, 'Undo']);
        if (button) buttons.push(button.run);
      },
    });
    const undo = { type: 'call', operation: 'record.undo', body: { version: '{answer.version}' } };
    await run(
      { type: 'snackbar', text: 'Saved', timeout: 9000, button: { label: 'Undo', on: [undo] } },
      ports,
      { answer: { version: 4 }, body: { __forceUpdate__: true }, quiet: [409] },
    );
    expect(ports.log).toEqual([]);
    for (const press of buttons) press();
    expect(ports.log).toEqual([['call', 'record.undo', { body: { version: 4 } }]]);
  });

  it('download, refresh, snackbar and set reach their ports', async () => {
    const ports = world();
    await run(
      { type: 'download', operation: 'book.labels', query: { size: 'A4' }, filename: 'labels-{row.id}.csv' },
      ports,
      { row: { id: 3 } },
    );
    await run({ type: 'refresh', data: ['books'] }, ports);
    await run({ type: 'snackbar', kind: 'shout', text: 'Hi', timeout: 5000 }, ports);
    await run({ type: 'set', params: { branch: '{row.branch}' } }, ports, { row: { branch: 'N' } });
    expect(ports.log).toEqual([
      ['download', 'book.labels', { query: { size: 'A4' } }, 'labels-3.csv'],
      ['refresh', ['books']],
      ['snackbar', 'info', 'Hi', 5000],
      ['setParams', { branch: 'N' }],
    ]);
  });

  it('set has the session remember, and leaves the parameters as they are', async () => {
    const ports = world();
    await run({ type: 'set', session: { exportedDistrict: '{row.district}' } }, ports, {
      row: { district: '002' },
    });
    expect(ports.log).toEqual([['remember', { exportedDistrict: '002' }]]);
  });

  it.each([
    ['add', ['N'], 'P', ['N', 'P']],
    ['add', null, ['N', 'P'], ['N', 'P']],
    ['add', ['N'], 'N', ['N']],
    ['remove', ['N', 'P'], 'N', ['P']],
    ['remove', [7], '7', null],
    ['toggle', ['N'], ['N', 'P'], ['P']],
    ['toggle', ['N'], null, ['N']],
  ])('set that %ss changes %j by %j into %j', async (mode, before, branches, after) => {
    const ports = world({ param: (id) => (id === 'branches' ? before : null) });
    await run({ type: 'set', mode, params: { branches } }, ports);
    expect(ports.log).toEqual([['setParams', { branches: after }]]);
  });

  it('sign-in hands the answer before it to the session, refresh-session asks anew and sign-out ends it', async () => {
    const ports = world();
    await run({ type: 'sign-in' }, ports, { answer: { token: 't' } });
    await run({ type: 'refresh-session' }, ports);
    await run({ type: 'sign-out' }, ports);
    expect(ports.log).toEqual([['signIn', { token: 't' }], ['refreshSession'], ['signOut']]);
  });
});
