import { describe, expect, it } from 'vitest';
import type { BlockFinding } from '#src/core/link/block-linker.ts';
import { bookEntity, bookField } from '#tests/support/book.ts';
import { actionLinks } from './links.ts';

const book = bookEntity([
  bookField('id', { search: ['eq'] }),
  bookField('branch', { search: ['eq', 'oneof', 'empty'] }),
  bookField('pages', { type: 'integer', search: ['eq', 'between', 'oneof'] }),
  bookField('weight', { type: 'number', search: ['eq'] }),
  bookField('lent', { type: 'boolean', search: ['eq'] }),
  bookField('lent_on', { type: 'date', search: ['eq', 'between'] }),
]);

function linkSearch(criteria: readonly object[]) {
  const findings: BlockFinding[] = [];
  const step = actionLinks.get('search')?.(
    { type: 'search', list: 'books', criteria },
    {
      checkCodes: () => {},
      entityOfList: (list) => (list === 'books' ? book : null),
      report: (finding) => findings.push(finding),
      suggest: (wrong, among) =>
        among.includes('branch') && wrong === 'brnach' ? 'Did you mean "branch"?' : undefined,
    },
  );
  return { step, findings };
}

describe('link rules of search', () => {
  it('gives the prefix of the list', () => {
    const { step, findings } = linkSearch([{ fld: 'branch', op: 'eq', val: 'N' }]);
    expect(step).toMatchObject({ prefix: 'book' });
    expect(findings).toEqual([]);
  });

  it('names an unknown field with the nearest known one', () => {
    const { findings } = linkSearch([{ fld: 'brnach', op: 'eq', val: 'N' }]);
    expect(findings).toMatchObject([
      { pointer: '/criteria/0/fld', rule: 'unknown-field', suggestion: 'Did you mean "branch"?' },
    ]);
  });

  it('refuses an operator that the field does not offer', () => {
    const { findings } = linkSearch([{ fld: 'branch', op: 'gt', val: 'N' }]);
    expect(findings).toMatchObject([{ pointer: '/criteria/0/op', rule: 'search-operator' }]);
  });

  it('wants exactly one value, and none for emptiness', () => {
    expect(linkSearch([{ fld: 'branch', op: 'eq' }]).findings).toMatchObject([{ rule: 'criterion-value' }]);
    expect(linkSearch([{ fld: 'branch', op: 'empty', val: 'N' }]).findings).toMatchObject([
      { rule: 'criterion-value' },
    ]);
    expect(linkSearch([{ fld: 'branch', op: 'empty' }]).findings).toEqual([]);
  });

  it.each([
    [{ fld: 'pages', op: 'eq', val: 'A' }, '/criteria/0/val', undefined],
    [{ fld: 'pages', op: 'eq', val: '1,200' }, '/criteria/0/val', 'Write 1200.'],
    [{ fld: 'pages', op: 'between', val: [1, 'many'] }, '/criteria/0/val/1', undefined],
    [{ fld: 'weight', op: 'eq', val: '0.5' }, '/criteria/0/val', 'Write 0.5.'],
    [{ fld: 'lent', op: 'eq', val: 'Yes' }, '/criteria/0/val', 'Write true.'],
    [{ fld: 'lent_on', op: 'eq', val: '05-Mar-2024' }, '/criteria/0/val', 'Write "2024-03-05".'],
    [{ fld: 'lent_on', op: 'eq', val: '2024-02-30' }, '/criteria/0/val', undefined],
  ])(
    'refuses a written-out text that the type of its field cannot be: %j',
    (criterion, pointer, suggestion) => {
      expect(linkSearch([criterion]).findings).toMatchObject([
        { pointer, rule: 'criterion-type', suggestion },
      ]);
    },
  );

  it('takes constants of the type, and says nothing about what is computed', () => {
    const path = { $text: [{ path: ['row', 'pages'] }], over: 'row' };
    const { findings } = linkSearch([
      { fld: 'branch', op: 'eq', val: 'A' },
      { fld: 'pages', op: 'eq', val: 12 },
      { fld: 'pages', op: 'eq', val: '' },
      { fld: 'pages', op: 'between', val: [path, 500] },
      { fld: 'lent', op: 'eq', val: false },
      { fld: 'lent_on', op: 'eq', val: '2024-02-29' },
    ]);
    expect(findings).toEqual([]);
  });
});
