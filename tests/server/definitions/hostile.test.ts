import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hostileForms, hostileTexts } from '#tests/definitions/hostile.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { screens } from '#tests/support/http-fixture.ts';
import { studioOf } from '#tests/support/studio.ts';

let server: TestServer;
let admin: string;
const studio = studioOf({ call: (...call) => server.call(...call) }, () => admin);

beforeAll(async () => {
  server = await startTestApp({ screens });
  admin = await server.tokenOf('admin');
});
afterAll(() => server.close());
afterEach(() => Promise.all([studio.withdraw(path), studio.withdraw('screens/menu.json')]));

const path = 'screens/note.json';

describe('publishing hostile texts', () => {
  it.each([...hostileTexts])('refuses %s', async (_, make) => {
    const hostile = make('note');
    const draft = await studio.keep(path, hostile);
    expect(draft.status, draft.text).toBe(200);
    const answer = await studio.post('publish', {
      path,
      draft_version: draft.json.version,
      base_hash: null,
      note: 'x',
    });
    expect([answer.status, answer.json.code]).toEqual([422, 'definition-refused']);
    const { entries } = (await server.call('GET', '/definitions', { token: admin })).json;
    expect(entries.map(({ id }: { id: string }) => id)).not.toContain('note');
  });

  it.each([...hostileForms])('refuses a form with %s', async (_, properties) => {
    const path = 'schemas/forms/hostile.json';
    const form = { $id: 'hostile', title: 'Hostile', type: 'object', properties };
    const answer = await studio.publish(path, JSON.stringify(form));
    expect([answer.status, answer.json.code]).toEqual([422, 'definition-refused']);
    await studio.withdraw(path);
  });

  it('refuses a menu whose pattern could take for ever', async () => {
    const menu = { items: [{ title: 'Found', action: '/found/x', activematch: ['^(a+)+$'] }] };
    const answer = await studio.publish('screens/menu.json', menu);
    expect([answer.status, answer.json.findings[0].rule]).toEqual([422, 'unsafe-pattern']);
  });
});
