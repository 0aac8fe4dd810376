import { describe, expect, it } from 'vitest';
import type { BlockFinding } from '#src/core/link/block-linker.ts';
import { bookEntity, bookField } from '#tests/support/book.ts';
import { actionLinks } from './links.ts';

const book = bookEntity([
  bookField('id', { search: ['eq'] }),
  bookField('branch', { search: ['eq', 'oneof', 'empty'] }),
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
});
