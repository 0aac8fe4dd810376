import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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

const note = (route = '/note', more: object = {}) => ({
  format: 1,
  id: 'note',
  route,
  title: 'Note',
  blocks: [{ id: 'a', type: 'text', text: 'Hello' }],
  ...more,
});

describe('publishing hostile texts', () => {
  const text = JSON.stringify(note());
  const linked = (to: string) =>
    note('/note', { buttons: [{ id: 'go', label: 'Go', on: [{ type: 'navigate', to }] }] });
  it.each<[string, string | object]>([
    ['prototype keys', text.replace('"title"', '"__proto__": {"x": 1}, "title"')],
    ['keys given twice', text.replace('"title"', '"title": "Twice", "title"')],
    ['depth', text.replace('"Hello"', `${'['.repeat(5_000)}${']'.repeat(5_000)}`)],
    ['length', `${text}${' '.repeat(990_000)}x`],
    [
      'thousands of blocks',
      note('/note', { blocks: Array.from({ length: 5_000 }, () => ({ id: 'a', type: 'text', text: 'x' })) }),
    ],
    ['a script as link', linked('javascript:alert(1)')],
    ['a foreign host', linked('https://example.org/')],
    ['a foreign host without a scheme', linked('//example.org/')],
    ['a foreign host behind backslashes', linked('/\\example.org')],
    [
      'an endless expression',
      note('/note', {
        blocks: [{ id: 'a', type: 'text', text: 'x', visibleWhen: `${'1 == 1 && '.repeat(3_000)}true` }],
      }),
    ],
    [
      'a deep expression',
      note('/note', {
        blocks: [
          { id: 'a', type: 'text', text: 'x', visibleWhen: `${'('.repeat(500)}true${')'.repeat(500)}` },
        ],
      }),
    ],
  ])('refuses %s in under a second', async (_, hostile) => {
    const draft = await studio.keep(path, typeof hostile === 'string' ? hostile : JSON.stringify(hostile));
    expect(draft.status, draft.text).toBe(200);
    const begun = process.cpuUsage();
    const answer = await studio.post('publish', {
      path,
      draft_version: draft.json.version,
      base_hash: null,
      note: 'x',
    });
    expect([answer.status, answer.json.code]).toEqual([422, 'definition-refused']);
    // Of the processor: other work on the machine does not count.
    const { user, system } = process.cpuUsage(begun);
    expect(user + system).toBeLessThan(1_000_000);
    const { entries } = (await server.call('GET', '/definitions', { token: admin })).json;
    expect(entries.map(({ id }: { id: string }) => id)).not.toContain('note');
  });

  it('refuses a menu whose pattern could take for ever', async () => {
    const menu = { items: [{ title: 'Found', action: '/found/x', activematch: ['^(a+)+$'] }] };
    const answer = await studio.publish('screens/menu.json', menu);
    expect([answer.status, answer.json.findings[0].rule]).toEqual([422, 'unsafe-pattern']);
  });
});
