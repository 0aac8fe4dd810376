import { describe, expect, it } from 'vitest';
import { routeOfLink } from './routes.ts';
import { parseTemplate } from './template.ts';

describe('templates', () => {
  it('are plain text without paths', () => {
    expect(parseTemplate('Books', 'screen').text).toBe('Books');
    expect(parseTemplate('a {{b}}', 'screen').text).toBe('a {b}');
  });

  it('are cut at their paths', () => {
    const { text, paths } = parseTemplate('/book/{row.id}/x{params.y}', 'row');
    expect(text).toEqual({
      $text: ['/book/', { path: ['row', 'id'] }, '/x', { path: ['params', 'y'] }],
      over: 'row',
    });
    expect(paths.map(({ index }) => index)).toEqual([7, 17]);
  });

  it.each([
    ['{row.id', 0],
    ['row.id}', 6],
    ['{row.id + 1}', 1],
    ['{}', 1],
  ])('hold paths and nothing more: %s', (source, index) => {
    expect(parseTemplate(source, 'row').problem?.index).toBe(index);
  });
});

describe('routes of links', () => {
  const route = (pattern: string, numbers: readonly string[] = []) => ({ pattern, query: [], numbers });
  const routes = [route('/book/:id', ['id']), route('/book/index'), route('/book/result/:hash'), route('/')];

  it.each([
    ['/book/index', '/book/index'],
    ['/book/12', '/book/:id'],
    ['/book/result/abc', '/book/result/:hash'],
    ['/book/result/abc?sort=x', '/book/result/:hash'],
    ['/', '/'],
    ['/book/indx', undefined],
    ['/book', undefined],
    ['/book/', undefined],
  ])('are found by literal first: %s', (link, expected) => {
    expect(routeOfLink(link, routes)?.pattern).toBe(expected);
  });

  it('take a path for a parameter', () => {
    expect(routeOfLink(parseTemplate('/book/{row.id}', 'row').text, routes)?.pattern).toBe('/book/:id');
  });
});
