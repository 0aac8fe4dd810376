import { describe, expect, it } from 'vitest';
import type { LinkedExpression } from '../linked.ts';
import type { Scope } from '../scope.ts';
import { checkExpression, typedEnvironment } from './check-expression.ts';
import { evaluateExpression } from './evaluate.ts';
import type { Variables } from './shape.ts';

const book = { fields: { title: 'text', pages: 'number', lent: 'boolean', due_on: 'text' } } as const;
const variables: Variables = {
  row: book,
  data: { fields: { books: { list: book }, one: book } },
  params: { fields: { genre: 'text', genres: { list: 'text' }, year: 'number' } },
  today: 'text',
};
const typed = typedEnvironment(variables);

const scope: Scope = {
  params: { genre: 'N', genres: ['N', 'P'], year: 2024 },
  data: {
    books: [
      { title: 'A', pages: 10, lent: true },
      { title: 'B', pages: null, lent: false },
      { title: 'C', pages: 30, lent: true },
    ],
  },
  user: null,
  session: {
    baseYear: 2025,
    selectedBaseyear: 2025,
    selectedDistrict: null,
    exportedDistrict: null,
    company: 'Office',
    version: '1',
    parameters: {},
  },
  roles: ['viewer'],
  perms: ['bookV'],
  workDistricts: ['001'],
  today: '2024-07-01',
  row: { title: 'Emma', pages: 512, lent: false, due_on: null },
};

function value(text: string, over: Partial<Scope> = {}): unknown {
  const expression: LinkedExpression = { $expr: text, over: 'row', returns: 'any' };
  return evaluateExpression(expression, { ...scope, ...over });
}

function problems(text: string, returns = 'any'): readonly string[] {
  return checkExpression(text, typed, returns).findings.map(
    ({ index, rule, message, suggestion }) =>
      `${index} ${rule} ${message}${suggestion ? ` ${suggestion}` : ''}`,
  );
}

describe('expressions', () => {
  it.each([
    ['row.pages + 1', 513],
    ['row.pages % 10', 2],
    ['row.pages / 1024', 0.5],
    ['row.pages == 512 && row.pages in [1, 512.0]', true],
    ["row.lent ? 'out' : 'in'", 'in'],
    ['data.books.filter(b, b.lent).size()', 2],
    ['data.books.map(b, b.title)', ['A', 'B', 'C']],
    ['size(data.books) * 1.5', 4.5],
    ['data.books[0].pages', 10],
    ['data.books.exists(b, b.pages > 20)', true],
    ['sum(data.books.filter(b, present(b.pages)).map(b, b.pages))', 40],
    ["has_perm('bookV') && !has_perm('bookU') && has_role('viewer')", true],
    ["works_in('001') && !works_in('002') && !works_in(params.genre)", true],
    ["params.genre in params.genres && 'X' in params.genres", false],
    ['year(today) + month(today) / 100', 2024.07],
    ["days_between('2024-06-30', today)", 1],
    ["add_months('2024-01-31', 1)", '2024-02-29'],
    ['base_date(params.year)', '2024-07-01'],
    ["coalesce(row.due_on, row.nothing, '', 'never')", 'never'],
    ['coalesce(row.pages, 0) + coalesce(data.books[1].pages, 0)', 512],
    ['coalesce(params.none, params.genres)', ['N', 'P']],
    ['date(params.year, 2, 29)', '2024-02-29'],
    ["months_between('2024-01-31', today)", 5],
    ["months_between(today, '2024-01-31')", -5],
    ["months_between('2024-01-31', '2024-02-29')", 1],
    ["month_end('2024-02-10')", '2024-02-29'],
    ['round(2.345, 2)', 2.35],
    ['lower(row.title) + text(row.pages)', 'emma512'],
    ["size('Büro')", 4],
  ])('compute %s', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  it.each([
    'row.due_on > today',
    'row.nothing',
    'row.due_on + 1',
    'data.missing.size()',
    "number('x')",
    'form.a == 1',
    'user.id == 1',
    'days_between(row.title, today)',
    'coalesce(row.due_on, row.nothing)',
    'date(2023, 2, 29)',
    'date(2023, 1.5, 2)',
    'month_end(row.title)',
  ])('are undecided where a value is missing or does not fit: %s', (text) => {
    expect(value(text)).toBeNull();
  });

  it('ask for presence of what is missing, null, empty text or empty list', () => {
    expect(
      [
        'present(row.due_on)',
        'present(row.nothing)',
        'present(row.title)',
        'present(user)',
        'present(params.genre)',
      ].map((text) => value(text)),
    ).toEqual([false, false, true, false, true]);
    expect(value('present(params.genre)', { params: { genre: '' } })).toBe(false);
    expect(value('present(params.genres)', { params: { genres: [] } })).toBe(false);
  });

  it.each([
    'row.constructor',
    'row.__proto__',
    'row.toString',
    "row['constructor']",
    'data.books.constructor',
    "'a'.constructor",
  ])('read own properties only: %s', (text) => {
    expect(value(text)).toBeNull();
  });

  it.each([
    "row.title.matches('a+')",
    "bytes('a')",
    "timestamp('2024-01-01T00:00:00Z')",
    'type(1)',
    'dyn(1)',
    'cel.bind(x, 1, x)',
    'nothing(1)',
    'row.title.substring(1)',
  ])('know no other function: %s', (text) => {
    expect(value(text)).toBeNull();
    expect(checkExpression(text, typed, 'any').findings.map(({ rule }) => rule)).toEqual([
      'unknown-function',
    ]);
  });

  it.each([
    ['row.pages > 3', 'boolean'],
    ['present(row.due_on)', 'boolean'],
    ["row.lent ? 'bad' : 'none'", 'text'],
    ['data.books.filter(b, b.pages > 1).size() / 2', 'number'],
    ["has_perm('bookU')", 'boolean'],
    ['coalesce(row.due_on, today)', 'text'],
    ['coalesce(row.pages, 0) > 3', 'boolean'],
    ["coalesce(row.lent ? 'bad' : 'none', 'muted')", 'tone'],
    ['data.books.map(b, b.title)', 'list'],
    ['row.pages == 1 || row.pages in [1, 2, 3]', 'boolean'],
  ])('are right: %s is %s', (text, returns) => {
    expect(problems(text, returns)).toEqual([]);
  });

  it.each([
    ['row.pagess > 3', 'boolean', '4 unknown-name "pagess" is not in "row". Did you mean "pages"?'],
    ['rwo.pages > 3', 'boolean', '0 unknown-name "rwo" is not known here. Did you mean "row"?'],
    [
      'data.books.filter(b, b.pags > 1).size()',
      'number',
      '23 unknown-name "pags" is not in "data.books.item". Did you mean "pages"?',
    ],
    [
      'row.pages + row.title',
      'number',
      '0 expression-type The expression does not fit: no such overload: number + text.',
    ],
    [
      'coalesce(row.pages, row.title)',
      'any',
      "24 expression-type The expression does not fit: coalesce takes values of one type, not 'number' and 'text'.",
    ],
    [
      "coalesce(row.lent ? 'bda' : 'none', 'muted')",
      'tone',
      '20 unknown-tone "bda" is no tone, so nothing would be marked. Did you mean "bad"?',
    ],
    ['row.pages', 'boolean', '0 expression-type The expression is a number; true or false is expected.'],
    ['row.pages >', 'boolean', '11 expression-syntax The expression cannot be read: unexpected token: EOF.'],
    [
      'presnt(row.title)',
      'boolean',
      '0 unknown-function The function "presnt" is not known. Did you mean "present"?',
    ],
  ])('name the place of a mistake: %s', (text, returns, expected) => {
    expect(problems(text, returns)).toEqual([expected]);
  });

  it('are not led astray by a row that names a prototype', () => {
    const row = JSON.parse('{ "__proto__": { "pages": 1 }, "title": null }') as { [column: string]: unknown };
    expect(value('row.pages', { row })).toBeNull();
    expect(value('has_perm(row.perm)', { row: { perm: 'bookV', none: null } })).toBe(true);
  });

  it('have limits on length and depth', () => {
    expect(problems(`${'1 + '.repeat(300)}1`)[0]).toContain('expression-limit');
    expect(problems(`${'('.repeat(60)}1${')'.repeat(60)}`)[0]).toContain('expression-limit');
  });

  it('tell what they read', () => {
    expect(
      checkExpression(
        "params.year == 1 && data.books.exists(b, b.title == params.genre) && has_perm('x')",
        typed,
        'boolean',
      ),
    ).toMatchObject({
      paths: expect.arrayContaining([
        ['params', 'year'],
        ['data', 'books'],
        ['params', 'genre'],
      ]),
      perms: [{ name: 'x', index: 78 }],
    });
  });

  it('leave what they read as it was', () => {
    const before = JSON.stringify(scope);
    value('data.books.map(b, b.title)');
    value('sum(data.books.map(b, b.pages))');
    expect(JSON.stringify(scope)).toBe(before);
  });
});
