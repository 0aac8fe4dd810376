// The entry of the menu that is marked on a page of a hub: that of the hub, also on pages that come into its group later.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MenuItem } from '#src/session/session-state.ts';
import { isHighlighted } from '#src/shell/highlight.ts';
import { screenFiles, startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server?.close());

/** The entries under "Reporting" that are marked at an address. */
async function marking(): Promise<(path: string) => readonly string[]> {
  const { json } = await server.call('GET', '/app/userinfo', { token: await server.tokenOf('admin') });
  const reporting = (json.userInfo.menu as readonly MenuItem[]).find(({ title }) => title === 'Reporting');
  const items = reporting?.items ?? [];
  return (path) => items.filter((item) => isHighlighted(item, path)).map(({ action }) => String(action));
}

it('is that of the page’s own group, whatever the group', async () => {
  const hubs = { stat: '/report/stat', mgmt: '/report/mgmt', qa: '/report/qa' };
  const pages = [...server.context.definitions.current().screens.values()].filter(
    ({ screen }) => screen.group !== null && screen.group in hubs,
  );
  expect(pages.length).toBeGreaterThan(50);
  const marked = await marking();
  for (const { screen } of pages) {
    const path = screen.route.replace(/:\w+/g, '001');
    expect(marked(path), path).toEqual([hubs[screen.group as keyof typeof hubs]]);
  }
});

it('is that of the group of a page that was added', async () => {
  const page = {
    format: 1,
    id: 'report/later',
    route: '/report/later/:dst',
    title: 'Later, {params.dst}',
    needs: 'repoV',
    group: 'qa',
  };
  const params = [{ id: 'dst', in: 'route', entity: 'district' }];
  const blocks = [{ id: 'words', type: 'text', text: 'Later.' }];
  await server.reload(
    screenFiles({ 'screens/report/later.json': JSON.stringify({ ...page, params, blocks }) }),
  );
  expect((await marking())('/report/later/all')).toEqual(['/report/qa']);
  await server.reload([]);
  expect((await marking())('/report/later/all')).toEqual([]);
});
