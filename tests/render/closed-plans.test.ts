import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import type { LinkedAction, LinkedBlock, LinkedExpression } from '#src/core/linked.ts';
import { isOpenPlan, type MayOpen } from '#src/core/resolve/open-plan.ts';
import { resolveBlocks, resolveScreen } from '#src/core/resolve/resolve-screen.ts';
import { isJsonObject } from '#src/core/values.ts';
import { root } from '#tests/definitions/fixture.ts';
import { testBlock, testScope, testScreen } from '#tests/support/block-props.tsx';

const known: MayOpen = (href) => /^\/(open|book)(\/|$)/.test(href);
const when = (text: string, over: 'screen' | 'row'): LinkedExpression => ({
  $expr: text,
  over,
  returns: 'boolean',
});
const holds = ({ $expr }: LinkedExpression) => $expr === 'true';
const opens = (...steps: readonly LinkedAction[]) => isOpenPlan(steps, holds, known);
const to = (link: unknown, more: object = {}): LinkedAction => ({ type: 'navigate', to: link, ...more });

describe('a plan', () => {
  it('is closed when all it does is to lead to a page that the reader may not open', () => {
    expect(opens(to('/open'))).toBe(true);
    expect(opens(to('/closed'))).toBe(false);
    expect(opens({ type: 'close' }, to('/closed'))).toBe(false);
    expect(opens(to({ $text: ['/closed/', { path: ['row', 'id'] }], over: 'row' }))).toBe(false);
    expect(opens(to({ $text: ['/book/', { path: ['row', 'id'] }], over: 'row' }))).toBe(true);
  });

  it('is open when it does something first, and when the data say where it leads', () => {
    expect(opens({ type: 'call', operation: 'book.lend' }, to('/closed'))).toBe(true);
    expect(opens(to({ $text: [{ path: ['row', 'link'] }], over: 'row' }))).toBe(true);
    expect(opens({ type: 'snackbar', text: 'Lent' })).toBe(true);
  });

  it('leaves out the steps whose condition does not hold', () => {
    expect(opens(to('/closed', { when: when('false', 'screen') }), to('/open'))).toBe(true);
    expect(opens(to('/open', { when: when('false', 'screen') }))).toBe(false);
    expect(opens(to('/closed', { when: when('true', 'screen') }), to('/open'))).toBe(false);
    // Which of the two a row takes is not known before there is one.
    expect(opens(to('/closed', { when: when('row.a', 'row') }), to('/open'))).toBe(true);
    expect(opens(to('/closed', { when: when('row.a', 'row') }))).toBe(false);
  });

  it('searches where the list has a page of results, or of the one record', () => {
    const search = (prefix: string, ...criteria: readonly object[]) =>
      opens({ type: 'search', list: 'books', prefix, criteria });
    expect(search('book')).toBe(true);
    expect(search('closed')).toBe(false);
    expect(search('closed', { fld: 'id', op: 'eq', val: 1 })).toBe(false);
  });
});

interface Schema {
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly 'x-actions'?: string;
}

/** Where a block of a kind has plans that run by being pressed: `items`, a place in a list as `0`. */
function plansOf(schema: Schema, path: readonly string[] = []): readonly (readonly string[])[] {
  return [
    ...(schema['x-actions'] ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => plansOf(inner, [...path, name])),
    ...(schema.items ? plansOf(schema.items, [...path, '0']) : []),
  ];
}

/** Plans that no press begins: they follow what somebody has done. */
const followUps: ReadonlySet<string> = new Set(['list onShow', 'itinerary save']);

const kinds = filesUnder(root, 'src/blocks', /schema\.json$/).flatMap((file) => {
  const kind = file.split('/').at(-2) ?? '';
  const schema = JSON.parse(readFileSync(join(root, file), 'utf8')) as Schema;
  return plansOf(schema)
    .map((path) => [kind, path.join('.')] as const)
    .filter(([, path]) => !followUps.has(`${kind} ${path}`));
});

function blockWith(
  kind: string,
  path: string,
  plan: readonly LinkedAction[],
  labelled: boolean,
): LinkedBlock {
  const inside = (steps: readonly string[]): unknown => {
    const [name, ...rest] = steps;
    if (name === undefined) return plan;
    if (name === '0') return [inside(rest)];
    return { ...(labelled && rest.length === 0 ? { label: 'Go' } : {}), [name]: inside(rest) };
  };
  const inner = inside(path.split('.'));
  return testBlock(kind, isJsonObject(inner) ? inner : {});
}

describe('a part of any block that is pressed', () => {
  it('is looked for in every kind that has such parts', () => {
    expect(new Set(kinds.map(([kind]) => kind)).size).toBeGreaterThan(7);
  });

  it.each(kinds)(
    'leads nowhere in %s where %s leads to a page that the reader may not open',
    (kind, path) => {
      for (const labelled of [true, false]) {
        const drawn = (link: string) =>
          JSON.stringify(
            resolveBlocks([blockWith(kind, path, [to(link)], labelled)], testScope, () => true, known),
          );
        expect(drawn('/open')).toContain('/open');
        expect(drawn('/closed')).not.toContain('/closed');
      }
    },
  );

  it('is no button of the page either', () => {
    const button = (id: string, link: string) => ({
      ...{ id, label: id, icon: null, intent: 'none' as const, visibleWhen: null, enabledWhen: null },
      on: [to(link)],
    });
    const screen = testScreen({ buttons: [button('a', '/open'), button('b', '/closed')] });
    const { buttons } = resolveScreen(screen, testScope, () => true, known);
    expect(buttons.map(({ label }) => label)).toEqual(['a']);
  });
});
