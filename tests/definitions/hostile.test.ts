import { describe, expect, it } from 'vitest';
import { guardedScreen } from '#src/core/linked-guard.ts';
import { prepareLibrary } from './fixture.ts';
import { hostileAnswers, hostileBytes, hostileForms, hostileTexts } from './hostile.ts';

const errors = ({ diagnostics }: ReturnType<typeof prepareLibrary>) =>
  diagnostics.filter(({ severity }) => severity === 'error');

const texts = [...hostileTexts].map(([name, make]) => [name, make('hostile')] as const);
const files = [...texts, ...[...hostileBytes].map(([name, make]) => [name, make('hostile')] as const)];
const drawn = prepareLibrary(null).screens[0];

describe('hostile definitions', () => {
  it.each(files)('are refused in the shell: %s', (_, bytes) => {
    const prepared = prepareLibrary(null, [{ path: 'screens/hostile.json', bytes }]);
    expect(errors(prepared).map(({ file }) => file)).toContain('screens/hostile.json');
    expect(prepared.screens.map(({ id }) => id)).not.toContain('hostile');
    expect(prepared.screens.length).toBeGreaterThan(0);
  });

  it.each([...hostileForms])('are refused in the shell as a form: %s', (_, properties) => {
    const bytes = JSON.stringify({ $id: 'hostile', title: 'Hostile', type: 'object', properties });
    const prepared = prepareLibrary(null, [{ path: 'schemas/forms/hostile.json', bytes }]);
    expect(errors(prepared).map(({ file }) => file)).toContain('schemas/forms/hostile.json');
  });

  it.each([...hostileAnswers])('are refused in the browser: %s', (_, make) => {
    const answer: unknown = JSON.parse(make({ ...drawn }));
    expect(() => guardedScreen(answer)).toThrow('cannot be drawn');
  });

  it('are refused in the shell when the page that is made from them would be', () => {
    const codes = (table: string) => ({
      path: `schemas/codes/${table}.json`,
      bytes: JSON.stringify({
        id: table,
        title: table,
        codes: Array.from({ length: 5_000 }, (_, i) => ({ code: `c${i}`, label: `Code ${i}` })),
      }),
    });
    const tables = Array.from({ length: 8 }, (_, i) => `many${'abcdefgh'[i]}`);
    const screen = JSON.stringify({
      format: 1,
      id: 'hostile',
      route: '/hostile',
      title: 'Many codes',
      params: tables.map((table) => ({ id: table, codes: table })),
      blocks: [
        { id: 'a', type: 'text', text: `Chosen: ${tables.map((table) => `{params.${table}}`).join()}` },
      ],
    });
    const prepared = prepareLibrary(null, [
      ...tables.map(codes),
      { path: 'screens/hostile.json', bytes: screen },
    ]);
    expect(errors(prepared).map(({ file, rule }) => [file, rule])).toEqual([
      ['screens/hostile.json', 'not-drawable'],
    ]);
  });

  it('are not mistaken for the ones that a server sends', () => {
    for (const screen of prepareLibrary(null).screens)
      expect(guardedScreen(JSON.parse(JSON.stringify(screen)))).toEqual(JSON.parse(JSON.stringify(screen)));
  });
});
