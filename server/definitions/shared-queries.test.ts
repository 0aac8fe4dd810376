import { describe, expect, it } from 'vitest';
import { composed, usesOf } from './shared-queries.ts';

const queries = new Map([
  ['a', 'select 1 as one;'],
  ['b', '-- uses: a\nselect * from a'],
  ['c', '-- uses: d\nselect 1'],
  ['d', '-- uses: c\nselect 1'],
]);

describe('the queries that a statement uses', () => {
  it('are named in the comments before its first word', () => {
    expect(usesOf('-- About.\n-- uses: a, b\n\nselect 1\n-- uses: c')).toEqual([
      { name: 'a', line: 2, column: 10 },
      { name: 'b', line: 2, column: 13 },
    ]);
  });

  it('stand before it, each once and behind those that it uses itself', () => {
    const sql = '-- uses: b, a\nselect * from b join a using (one);\n';
    const whole = composed(sql, queries);
    expect(whole?.text.replace(/\s+/g, ' ')).toBe(
      'with "a" as ( select 1 as one ), "b" as ( -- uses: a select * from a ) select * from ( -- uses: b, a select * from b join a using (one) ) report',
    );
    expect(whole?.text.slice(whole.offset).startsWith(sql.slice(0, 20))).toBe(true);
  });

  it('make no statement where one is missing or leads back to itself', () => {
    expect(composed('-- uses: nothing\nselect 1', queries)).toBeNull();
    expect(composed(queries.get('c') ?? '', queries)).toBeNull();
  });

  it('leave a statement that uses none as it is', () => {
    expect(composed('select 1', queries)).toEqual({ text: 'select 1', offset: 0 });
  });
});
