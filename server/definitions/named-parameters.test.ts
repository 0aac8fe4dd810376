import { describe, expect, it } from 'vitest';
import { parseNamedSql, toPositional } from './named-parameters.ts';

const positional = (sql: string) => toPositional(parseNamedSql(sql));

describe('named parameters', () => {
  it('become positions, the same name the same one', () => {
    expect(positional('select :a::text, :b, :a')).toEqual({
      text: 'select $1::text, $2, $1',
      names: ['a', 'b'],
    });
  });

  it.each([
    "select ':a'",
    "select 'it''s :a'",
    "select E'\\':a'",
    'select ":a"',
    'select 1 -- :a',
    'select /* :a /* :b */ :c */ 1',
    'select $$ :a $$, $tag$ :a $$ $tag$',
    "select '12:30'::time, x::text, y :: int",
    'select a[1:2]',
  ])('are not found in %s', (sql) => {
    expect(positional(sql)).toEqual({ text: sql, names: [] });
  });

  it('are found behind what may hide them', () => {
    expect(positional("select 'x' || :a /* c */ || :b -- c\n, :c").names).toEqual(['a', 'b', 'c']);
    expect(positional('select :a::text[] is null or x = any(:a)').text).toBe(
      'select $1::text[] is null or x = any($1)',
    );
  });

  it('lose a closing semicolon, which would end the wrapped statement', () => {
    expect(positional('select :a; \n').text).toBe('select $1\n');
  });
});
