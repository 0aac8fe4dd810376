import { describe, expect, it } from 'vitest';
import { prepareLibrary } from '#tests/definitions/fixture.ts';

const bytes = (value: object) => new TextEncoder().encode(JSON.stringify(value));
const find = {
  format: 1,
  id: 'find',
  route: '/find',
  title: 'Find',
  blocks: [{ id: 'search', type: 'search', list: 'books' }],
};
const rulesOf = (to: string) =>
  prepareLibrary(null, [
    { path: 'screens/find.json', bytes: bytes(find) },
    {
      path: 'screens/found.json',
      bytes: bytes({
        format: 1,
        id: 'found',
        route: '/found',
        title: 'Found',
        buttons: [{ id: 'again', label: 'Again', on: [{ type: 'navigate', to }] }],
        blocks: [],
      }),
    },
  ]).diagnostics.map(({ rule }) => rule);

describe('a link to a search', () => {
  it('may bring a search along, and nothing else', () => {
    expect(rulesOf('/find?search.from=abc')).toEqual([]);
    expect(rulesOf('/find?search.form=abc')).toEqual(['unknown-link-parameter']);
    expect(rulesOf('/find?serach.from=abc')).toEqual(['unknown-link-parameter']);
    expect(rulesOf('/find?from=abc')).toEqual(['unknown-link-parameter']);
  });
});
