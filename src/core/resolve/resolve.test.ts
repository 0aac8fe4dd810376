import { describe, expect, it } from 'vitest';
import { evaluateExpression } from '../expressions/evaluate.ts';
import type { LinkedBlock, LinkedExpression, LinkedScreen, LinkedTemplate } from '../linked.ts';
import type { Scope } from '../scope.ts';
import type { MayOpen } from './open-plan.ts';
import { resolveBlocks, resolveScreen } from './resolve-screen.ts';
import { resolveLink, resolveValue } from './resolve-value.ts';

const scope: Scope = {
  params: { id: 7, year: null },
  data: { book: { title: 'Emma', lent: true } },
  user: null,
  session: {
    baseYear: 2025,
    selectedBaseyear: 2025,
    selectedDistrict: null,
    exportedDistrict: null,
    company: '',
    version: '',
    parameters: {},
  },
  roles: [],
  perms: ['bookU'],
  workDistricts: [],
  today: '2024-07-01',
};

const expression = (text: string, over: LinkedExpression['over'] = 'screen'): LinkedExpression => ({
  $expr: text,
  over,
  returns: 'any',
});
const template = (...parts: readonly (string | readonly string[])[]): LinkedTemplate => ({
  $text: parts.map((part) => (typeof part === 'string' ? part : { path: part })),
  over: parts.some((part) => Array.isArray(part) && part[0] === 'row') ? 'row' : 'screen',
});
const block = (id: string, visibleWhen: LinkedExpression | null, more: object = {}): LinkedBlock => ({
  id,
  type: 'text',
  title: null,
  visibleWhen,
  data: null,
  ...more,
});

const screen: LinkedScreen = {
  id: 'book/record',
  format: 1,
  route: '/book/:id',
  alias: [],
  access: 'auth',
  title: template('Book ', ['params', 'id']),
  needs: null,
  help: null,
  group: null,
  summary: null,
  dataset: false,
  params: [],
  data: {},
  codes: {},
  onOpen: [],
  buttons: [
    {
      id: 'lend',
      label: 'Lend',
      icon: null,
      intent: 'none',
      visibleWhen: expression("has_perm('bookU')"),
      enabledWhen: expression('!data.book.lent'),
      on: [],
    },
    {
      id: 'burn',
      label: 'Burn',
      icon: null,
      intent: 'danger',
      visibleWhen: expression("has_perm('bookX')"),
      enabledWhen: null,
      on: [],
    },
  ],
  blocks: [
    block('always', null),
    block('lent', expression('data.book.lent')),
    block('undecided', expression('params.year > 2000')),
    block('tabs', null, {
      tabs: [{ id: 'a', blocks: [block('inner', expression('!data.book.lent')), block('kept', null)] }],
    }),
  ],
};

describe('resolving a screen', () => {
  const resolved = resolveScreen(screen, scope, evaluateExpression);

  it('fills the title', () => {
    expect(resolved.title).toBe('Book 7');
  });

  it('leaves out what is invisible or undecided, at every depth', () => {
    expect(resolved.blocks.map(({ id }) => id)).toEqual(['always', 'lent', 'tabs']);
    expect(JSON.stringify(resolved.blocks[2])).toContain('"kept"');
    expect(JSON.stringify(resolved.blocks[2])).not.toContain('"inner"');
  });

  it('keeps what a plan opens until it opens', () => {
    const codes = block('codes', expression("answer.codes != ''"));
    const submit = { on: [{ type: 'dialog', title: 'Codes', blocks: [codes] }] };
    const form = block('form', null, { submit });
    const [kept] = resolveBlocks([form], scope, evaluateExpression);
    expect(kept).toEqual(form);
    expect(resolveBlocks([codes], { ...scope, answer: { codes: 'ABCD' } }, evaluateExpression)).toEqual([
      codes,
    ]);
    expect(resolveBlocks([codes], { ...scope, answer: { codes: '' } }, evaluateExpression)).toEqual([]);
  });

  it('shows a button only to whom it is for, and enables it by its condition', () => {
    expect(resolved.buttons.map(({ button, enabled }) => [button.id, enabled])).toEqual([['lend', false]]);
  });

  it('changes nothing that was passed in', () => {
    const before = JSON.stringify(screen);
    resolveScreen(screen, scope, evaluateExpression);
    expect(JSON.stringify(screen)).toBe(before);
  });
});

describe('resolving a value', () => {
  it('keeps the type of a template that is one path', () => {
    expect(
      resolveValue(
        { a: template(['params', 'id']), b: template('no. ', ['params', 'id']) },
        scope,
        evaluateExpression,
      ),
    ).toEqual({ a: 7, b: 'no. 7' });
  });

  it('keeps what is over a row until there is one', () => {
    const link = template('/book/', ['row', 'id']);
    expect(resolveValue(link, scope, evaluateExpression)).toBe(link);
    expect(resolveValue(link, { ...scope, row: { id: 9 } }, evaluateExpression)).toBe('/book/9');
  });

  it('encodes what is filled into a link, and has none while a part is missing', () => {
    const at = (id: unknown) =>
      resolveLink(template('/book/', ['row', 'id']), { ...scope, row: { id } }, () => true);
    expect(at('a/b?c')).toBe('/book/a%2Fb%3Fc');
    expect(at(null)).toBeNull();
  });

  it('leads to no page that may not be opened, whether the definition names it or the data', () => {
    const link = template('/book/', ['row', 'id']);
    const asked: unknown[] = [];
    const never: MayOpen = (...given) => asked.push(given) === 0;
    expect(resolveLink('/book/index', scope, never)).toBeNull();
    expect(resolveLink(link, { ...scope, row: { id: 7 } }, never)).toBeNull();
    expect(resolveLink(template(['row', 'to']), { ...scope, row: { to: '/book/8' } }, never)).toBeNull();
    expect(asked).toEqual([
      ['/book/index', 'definition'],
      ['/book/7', 'definition'],
      ['/book/8', 'data'],
    ]);
  });

  it('follows what the data say of a link only where that may be opened', () => {
    const link = template(['row', 'to']);
    const at = (to: unknown) => resolveLink(link, { ...scope, row: { to } }, (href) => href === '/book/7');
    expect(at('/book/7')).toBe('/book/7');
    expect(['/secret', 'https://evil.example', null].map(at)).toEqual([null, null, null]);
  });
});
