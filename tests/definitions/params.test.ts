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

describe('a parameter of a command that is a base year', () => {
  it('is typed as a year in the dialog, and is a whole number to the SQL', () => {
    const file = (path: string, json: object) => ({ path, bytes: Buffer.from(JSON.stringify(json)) });
    const prepared = prepareLibrary(null, [
      file('schemas/commands/recall_books.json', {
        id: 'recall_books',
        title: 'Recall books',
        description: 'Marks books as returned.',
        entity: 'book',
        needs: 'bookU',
        params: [
          { id: 'year', title: 'Base year', type: 'baseYear' },
          { id: 'days', title: 'Days', type: 'integer' },
        ],
      }),
      file('screens/book/years.json', {
        format: 1,
        id: 'book/years',
        route: '/book/years/:id',
        title: 'Years',
        params: [{ id: 'id', in: 'route' }],
        data: { books: { records: 'books', hash: '{params.id}' } },
        blocks: [
          {
            id: 'list',
            type: 'grid',
            data: 'books',
            columns: ['title'],
            rowKey: 'id',
            select: 'many',
            toolbar: [{ id: 'recall', label: 'Recall', on: [{ type: 'command', command: 'recall_books' }] }],
          },
        ],
      }),
    ]);
    const asked = JSON.stringify(prepared.screens.find(({ id }) => id === 'book/years'));
    expect(asked).toMatch(/"id":"year","title":"Base year","help":null,"widget":\{"type":"base-year"/);
    expect(asked).toMatch(/"id":"days","title":"Days","help":null,"widget":\{"type":"integer"/);
  });
});
