import { describe, expect, it } from 'vitest';
import { matchPattern, matchRoute, movedPath, patternParams } from './route.ts';

const entry = (route: string, alias: readonly string[] = [], type = 'text') => ({
  route,
  alias,
  params: patternParams(route).map((id) => ({ id, in: 'route' as const, type })),
});
const entries = [
  entry('/book/:id', [], 'integer'),
  entry('/book/index', ['/books']),
  entry('/book/result/:hash'),
  entry('/'),
  entry('/shelf/:shelf/:book'),
];

describe('routes', () => {
  it.each([
    ['/book/index', '/book/index', {}],
    ['/books', '/book/index', {}],
    ['/book/12', '/book/:id', { id: '12' }],
    ['/book/result/a%2Fb', '/book/result/:hash', { hash: 'a/b' }],
    ['/', '/', {}],
    ['/shelf/A/7', '/shelf/:shelf/:book', { shelf: 'A', book: '7' }],
  ])('lead to their screen: %s', (path, route, params) => {
    const match = matchRoute(entries, path);
    expect(match?.entry.route).toBe(route);
    expect(match?.params).toEqual(params);
  });

  it.each([
    '/book/abc',
    '/book/1.5',
    '/book/-1',
    '/book/0x1',
    '/book',
    '/nowhere',
    '/book/1/2',
    '/book/99999999999999999999',
    '//book/12',
    '/\\book/12',
    'book/12',
  ])('lead nowhere: %s', (path) => {
    expect(matchRoute(entries, path)).toBeNull();
  });

  it('survive a broken escape', () => {
    expect(matchPattern('/book/:id', '/book/%E0%A4%A')).toBeNull();
  });

  it.each([
    [['/shelf/:shelf/:book', '/rack/:shelf'], '/shelf/A/7', { shelf: 'B/C' }, '/shelf/B%2FC/7'],
    [['/shelf/:shelf/:book', '/rack/:shelf'], '/rack/A', { shelf: 'B' }, '/rack/B'],
    [['/shelf/:shelf'], '/elsewhere', { shelf: 'B' }, null],
  ])('are followed with another place: %j %s', (patterns, path, values, moved) => {
    expect(movedPath(patterns, path, values)).toBe(moved);
  });
});
