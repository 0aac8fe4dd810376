import { describe, expect, it } from 'vitest';
import { readMigrations } from '#server/database/migrate.ts';
import { lineAndColumn, statementsOf } from '#server/database/sql-statements.ts';

describe('statements of a script', () => {
  const texts = (script: string) => statementsOf(script).map(({ text }) => text);

  it('end at semicolons that stand for themselves', () => {
    expect(texts('select \';\' as a; -- no; end\n select "b;c" /* ; */;')).toEqual([
      "select ';' as a",
      'select "b;c" /* ; */',
    ]);
    expect(texts('do $$ begin a; end $$; select $x$ ; $$ ; $x$; select 2')).toEqual([
      'do $$ begin a; end $$',
      'select $x$ ; $$ ; $x$',
      'select 2',
    ]);
    expect(texts("select E'it\\'s; one'; begin; end;")).toEqual(["select E'it\\'s; one'", 'begin', 'end']);
  });

  it('hold the body of a function together', () => {
    const made =
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end';
    expect(texts(`${made}; select 3;`)).toEqual([made, 'select 3']);
  });

  it('begin where their words do, behind comments', () => {
    const script = 'select 1;\n\n-- why\n  select 2';
    expect(lineAndColumn(script, statementsOf(script)[1]?.start ?? 0)).toEqual({ line: 4, column: 3 });
  });

  it('are those of the migrations, each with its verb first', () => {
    const verbs = readMigrations().flatMap(({ sql }) => texts(sql).map((text) => /^\w+/.exec(text)?.[0]));
    expect(verbs.length).toBeGreaterThan(300);
    expect([...new Set(verbs)].sort()).toEqual(
      [
        'alter',
        'comment',
        'create',
        'delete',
        'do',
        'drop',
        'grant',
        'insert',
        'revoke',
        'select',
        'update',
      ].filter((verb) => verbs.includes(verb)),
    );
  });
});
