import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../values.ts';
import { expandParts, usesParts } from './expand.ts';
import { loadDefinition } from './load.ts';
import { fragmentOf, type SharedPart, sharedActionOf } from './shared-parts.ts';
import { toldOnce } from './told-once.ts';

function loaded(path: string, json: Json) {
  const { loaded: found } = loadDefinition({ path, bytes: JSON.stringify(json, null, 1) });
  if (!found) throw new Error(`${path} is no definition`);
  return found;
}

function fragment(json: JsonObject): SharedPart {
  return fragmentOf(loaded(`screens/fragments/${json.id}.json`, json), json);
}

function expand(json: Json, fragments: readonly SharedPart[], actions: readonly SharedPart[] = []) {
  const byId = (parts: readonly SharedPart[]) => new Map(parts.map((part) => [part.id, part]));
  return expandParts(loaded('screens/a.json', json), {
    fragments: byId(fragments),
    actions: byId(actions),
  });
}

const linked = fragment({
  id: 'linked',
  content: 'columns',
  params: [
    { id: 'to', title: 'To' },
    { id: 'width', title: 'Width', type: 'number', default: 90 },
  ],
  items: [{ id: 'title', link: '{with.to}', width: '{with.width}' }, 'author'],
});

describe('an entry that stands for several', () => {
  const alike = {
    columns: ['id', { ids: ['lent', 'late'], width: 90, tone: "row.{id} > 0 ? 'bad' : 'none'" }, 'pages'],
  };

  it('is one for each of its ids, which its texts may name', () => {
    expect(usesParts(alike)).toBe(true);
    expect(expand(alike, []).loaded?.json).toEqual({
      columns: [
        'id',
        { id: 'lent', width: 90, tone: "row.lent > 0 ? 'bad' : 'none'" },
        { id: 'late', width: 90, tone: "row.late > 0 ? 'bad' : 'none'" },
        'pages',
      ],
    });
    const part = fragment({ id: 'p', content: 'columns', items: [{ ids: ['a', 'b'], priority: 'low' }] });
    expect(expand({ columns: [{ fragment: 'p' }] }, [part]).loaded?.json).toEqual({
      columns: [
        { id: 'a', priority: 'low' },
        { id: 'b', priority: 'low' },
      ],
    });
  });

  it('is where a finding about one of them points', () => {
    const { loaded: screen } = expand(alike, []);
    expect(screen?.at('/columns/2/id').origin?.pointer).toBe('/columns/1/ids/1');
    expect(screen?.at('/columns/2/width').origin?.pointer).toBe('/columns/1/width');
    expect(screen?.at('/columns/3').origin?.pointer).toBe('/columns/2');
  });

  it('stands among columns and fields alone, with ids and without an id', () => {
    for (const json of [
      { items: [{ ids: ['a'] }] },
      { columns: [{ ids: [] }] },
      { columns: [{ ids: ['a'], id: 'b' }] },
    ])
      expect([usesParts(json), expand(json, []).loaded?.json]).toEqual([false, json]);
  });
});

describe('putting fragments in their places', () => {
  it('puts the items where the use stands, with its values', () => {
    const { loaded: screen } = expand(
      { columns: ['id', { fragment: 'linked', with: { to: '/book/{row.id}' } }, 'pages'] },
      [linked],
    );
    expect(screen?.json).toEqual({
      columns: ['id', { id: 'title', link: '/book/{row.id}', width: 90 }, 'author', 'pages'],
    });
  });

  it('puts parameters of a screen in their place, and nothing else there', () => {
    const params = [{ id: 'dst', in: 'route' }, { id: 'year' }];
    const place = fragment({ id: 'place', content: 'params', items: params });
    const { loaded: screen } = expand({ params: [{ fragment: 'place' }, { id: 'zones' }] }, [place]);
    expect(screen?.json).toEqual({ params: [...params, { id: 'zones' }] });
    expect(expand({ columns: [{ fragment: 'place' }] }, [place]).diagnostics).toMatchObject([
      { rule: 'wrong-content', message: '"place" holds params; this list holds columns.' },
    ]);
  });

  it('keeps the type of a value that stands alone and writes it inside a longer text', () => {
    const part = fragment({
      id: 'p',
      content: 'columns',
      params: [{ id: 'limit', title: 'Limit', type: 'number' }],
      items: [{ id: 'n', width: '{with.limit}', tone: "row.n > {with.limit} ? 'bad' : 'none'" }],
    });
    const { loaded: screen } = expand({ columns: [{ fragment: 'p', with: { limit: 5 } }] }, [part]);
    expect(screen?.json).toEqual({ columns: [{ id: 'n', width: 5, tone: "row.n > 5 ? 'bad' : 'none'" }] });
  });

  it('says of every value where a person wrote it', () => {
    const { loaded: screen } = expand({ columns: [{ fragment: 'linked', with: { to: '/x' } }, 'pages'] }, [
      linked,
    ]);
    expect(screen?.at('/columns/1').origin).toEqual({
      file: 'screens/fragments/linked.json',
      pointer: '/items/1',
    });
    expect(screen?.at('/columns/0/link').origin).toEqual({
      file: 'screens/a.json',
      pointer: '/columns/0/with/to',
    });
    expect(screen?.at('/columns/2').origin).toEqual({ file: 'screens/a.json', pointer: '/columns/1' });
    expect(screen?.at('/columns').origin).toBeUndefined();
  });

  it('puts steps of a shared action in any plan, also inside other parts', () => {
    const json = {
      id: 'said',
      steps: [{ type: 'snackbar', text: '{with.text}' }],
      params: [{ id: 'text', title: 'T' }],
    };
    const said = sharedActionOf(loaded('screens/actions/said.json', json), json);
    const block = fragment({
      id: 'b',
      content: 'blocks',
      params: [{ id: 'name', title: 'Name' }],
      items: [{ type: 'tiles', on: [{ action: 'said', with: { text: '{with.name} is told' } }] }],
    });
    const { loaded: screen, used } = expand(
      { blocks: [{ fragment: 'b', with: { name: 'It' } }] },
      [block],
      [said],
    );
    expect(screen?.json).toEqual({
      blocks: [{ type: 'tiles', on: [{ type: 'snackbar', text: 'It is told' }] }],
    });
    expect([...used].map(({ id }) => id)).toEqual(['b', 'said']);
  });

  it('takes nothing for a use that has a type or an id of its own', () => {
    expect(
      usesParts({
        items: [
          { type: 'call', action: 'x' },
          { id: 'action', fragment: 'x' },
        ],
      }),
    ).toBe(false);
    expect(usesParts({ items: [{ inner: [{ action: 'x' }] }] })).toBe(true);
  });

  it('ends at 200 uses, however parts multiply', () => {
    const chain = Array.from({ length: 12 }, (_, i) =>
      fragment({
        id: `f${i}`,
        content: 'columns',
        items: i === 11 ? ['title'] : Array.from({ length: 10 }, () => ({ fragment: `f${i + 1}` })),
      }),
    );
    const { loaded: screen, diagnostics } = expand({ columns: [{ fragment: 'f0' }] }, chain);
    expect(screen).toBeNull();
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['too-many-uses']);
  });
});

describe('findings of parts', () => {
  it('are told once however many screens share them', () => {
    const finding = {
      line: 1,
      column: 1,
      severity: 'error',
      rule: 'r',
      message: 'Wrong.',
      pointer: '/x',
    } as const;
    const origin = { file: 'screens/fragments/f.json', pointer: '/items/0' };
    expect(
      toldOnce(['screens/b.json', 'screens/a.json'].map((file) => ({ ...finding, file, origin }))),
    ).toEqual([{ ...finding, ...origin, message: 'Wrong. Found through screens/a.json and 1 more.' }]);
  });
});
