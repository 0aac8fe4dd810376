import { describe, expect, it } from 'vitest';
import { prepareLibrary } from './fixture.ts';

const screen = (param: object) => ({
  path: 'screens/book/years.json',
  bytes: Buffer.from(
    JSON.stringify({
      format: 1,
      id: 'book/years',
      route: '/book/years',
      title: 'Years {params.year}',
      params: [{ id: 'year', type: 'integer', ...param }],
      blocks: [{ id: 'words', type: 'text', text: 'Books.' }],
    }),
  ),
});

const linked = (param: object) => {
  const prepared = prepareLibrary(null, [screen(param)]);
  return prepared.screens.find(({ id }) => id === 'book/years')?.params[0];
};

describe('a parameter that is chosen as a year', () => {
  it('is written as one', () => {
    expect(linked({ widget: 'base-year' })?.format).toBe('baseYear');
    expect(linked({ widget: { type: 'base-year' } })?.format).toBe('baseYear');
    expect(linked({ format: 'baseYear' })?.widget.type).toBe('base-year');
    expect(linked({ widget: 'base-year', format: 'id' })?.format).toBe('id');
    expect(linked({})?.format).toBe('integer');
  });
});

describe('a parameter that is a share', () => {
  it('is typed as per cent', () => {
    expect(linked({ type: 'number', format: 'percent' })?.widget.type).toBe('percent');
  });
});
