import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { screens } from '#tests/support/http-fixture.ts';
import { type Studio, studioOf } from '#tests/support/studio.ts';

const fragment = 'screens/fragments/price-columns.json';
const action = 'screens/actions/to-the-list.json';
const used = 'screens/used.json';
const parts = {
  [fragment]: { format: 1, id: 'price-columns', content: 'columns', items: ['purchase_price'] },
  [action]: { format: 1, id: 'to-the-list', steps: [{ type: 'navigate', to: '/found/x' }] },
  [used]: {
    format: 1,
    id: 'used',
    route: '/used/:id',
    title: 'Used',
    needs: 'saleV',
    params: [{ id: 'id', in: 'route', type: 'text' }],
    data: { found: { records: 'sales', hash: '{params.id}' } },
    buttons: [{ id: 'list', label: 'List', on: [{ action: 'to-the-list' }] }],
    blocks: [
      {
        id: 'list',
        type: 'grid',
        data: 'found',
        rowKey: 'id',
        columns: ['id', { fragment: 'price-columns' }],
      },
    ],
  },
};

let server: TestServer;
let studio: Studio;
let admin: string;
beforeAll(async () => {
  server = await startTestApp({ screens: { ...screens, ...parts } });
  admin = await server.tokenOf('admin');
  studio = studioOf(server, () => admin);
});
afterAll(() => server.close());

interface Drawn {
  readonly buttons: readonly { readonly on: readonly object[] }[];
  readonly blocks: readonly {
    readonly columns: readonly { readonly id: string; readonly hidden: boolean }[];
  }[];
}

async function drawn(): Promise<Drawn> {
  const { json } = await server.call('GET', '/definitions', { token: admin });
  const { hash } = json.entries.find((entry: { id: string }) => entry.id === 'used');
  return (await server.call('GET', `/definitions/${hash}`, { token: admin })).json;
}
/** Those that the screen names; what only the shipped views of the list show is hidden at first. */
const columns = async () =>
  (await drawn()).blocks[0]?.columns.filter(({ hidden }) => !hidden).map(({ id }) => id);

describe('fragments and shared actions on the server', () => {
  it('change every screen that uses them when they are published', async () => {
    expect(await columns()).toEqual(['id', 'purchase_price']);
    const answer = await studio.publish(fragment, { ...parts[fragment], items: ['purchase_price', 'area'] });
    expect(answer.status, answer.text).toBe(200);
    expect(await columns()).toEqual(['id', 'purchase_price', 'area']);
    await studio.withdraw(fragment);
    expect(await columns()).toEqual(['id', 'purchase_price']);
  });

  it('are refused when a screen would break, at the place in their own file', async () => {
    const answer = await studio.publish(fragment, { ...parts[fragment], items: ['purchase_prise'] });
    expect(answer.status).toBe(422);
    expect(answer.json.message).toContain('Line 6: ');
    expect(answer.json.findings).toEqual([
      expect.objectContaining({
        file: fragment,
        line: 6,
        rule: 'unknown-field',
        message: expect.stringContaining('Found through screens/used.json.'),
      }),
    ]);
    expect(await columns()).toEqual(['id', 'purchase_price']);
    await studio.withdraw(fragment);
  });

  it('are shared plans with links that are checked like any other', async () => {
    expect(
      await studio.rulesOf(action, { ...parts[action], steps: [{ type: 'navigate', to: '/nowhere' }] }),
    ).toEqual(['unknown-route']);
    const steps = [{ type: 'navigate', to: '/found/y' }];
    expect((await studio.publish(action, { ...parts[action], steps })).status).toBe(200);
    expect((await drawn()).buttons[0]?.on).toMatchObject([{ type: 'navigate', to: '/found/y' }]);
    await studio.withdraw(action);
  });

  it('lie in the list of definitions with their kind and the number of screens that use them', async () => {
    const { json } = await studio.get('definitions');
    const found = json.items.filter(({ path }: { path: string }) => path === fragment || path === action);
    expect(found).toMatchObject([
      { path: action, kind: 'action', uses: 1 },
      { path: fragment, kind: 'fragment', uses: 1 },
    ]);
  });
});
