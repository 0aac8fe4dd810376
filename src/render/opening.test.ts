import { describe, expect, it } from 'vitest';
import type { LinkedSource } from '#src/core/linked.ts';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import { mayServe, Opening, openingPages } from './opening.ts';

const source: LinkedSource = { kind: 'sql', id: 'rows', fields: [], rowKey: null };
const page = (more: Partial<PageRequest> = {}): PageRequest => ({
  offset: 0,
  limit: 200,
  sort: [],
  find: '',
  totals: {},
  ...more,
});
const answer = (request: PageRequest, total: number): RowPage => {
  const count = Math.max(0, Math.min(request.limit, total - request.offset));
  return {
    columns: [{ id: 'n', type: 'integer' }],
    values: [Array.from({ length: count }, (_, i) => request.offset + i)],
    offset: request.offset,
    count,
    total,
    limited: false,
    totals: { n: 6 },
    ...(request.group ? { groups: [{ level: 1, values: ['a'], count: total, totals: {} }] } : {}),
    run_at: '2026-01-02T03:04:05.000Z',
    dataset: 'both',
  };
};
const opened = (pages: readonly PageRequest[], total: number) =>
  new Opening('key', pages, Promise.resolve(pages.map((one) => answer(one, total))));

describe('the opening of a source', () => {
  it('asks for all rows and the first pages of its blocks, what is the same once', () => {
    const sorted = page({ sort: ['-n'], totals: { n: 'sum' } });
    expect(openingPages({ ...source, pages: [sorted, sorted] })).toEqual([sorted]);
    const [whole, ...others] = openingPages({
      ...source,
      whole: true,
      pages: [page({ totals: { n: 'sum' } }), sorted],
    });
    expect(whole).toMatchObject({ offset: 0, sort: [], totals: { n: 'sum' } });
    expect(others).toEqual([sorted]);
    expect(openingPages(source)).toEqual([]);
  });

  it('serves what is among its rows, and leaves the rest to the server', async () => {
    const opening = opened([page({ sort: ['-n'], totals: { n: 'sum' } })], 300);
    expect(await opening.find(page({ sort: ['-n'], offset: 100, limit: 50 }))).toMatchObject({
      offset: 100,
      count: 50,
      total: 300,
    });
    expect((await opening.find(page({ sort: ['-n'], offset: 100, limit: 50 })))?.values[0]?.[0]).toBe(100);
    expect(await opening.find(page({ sort: ['-n'], offset: 200 }))).toBeNull();
    expect(await opening.find(page())).toBeNull();
    expect(await opening.find(page({ sort: ['-n'], find: 'a' }))).toBeNull();
    expect(await opening.find(page({ sort: ['-n'], totals: { n: 'avg' } }))).toBeNull();
    const sorted = page({ sort: ['-n'] });
    for (const made of [{ sample: 50 }, { counted: ['n'] }]) {
      expect(await opening.find({ ...sorted, ...made })).toBeNull();
      expect(mayServe(opening.pages, { ...sorted, ...made })).toBe(false);
    }
    expect(mayServe(opening.pages, page({ sort: ['-n'] }))).toBe(true);
    expect(mayServe(opening.pages, page({ sort: ['-n'], offset: 200 }))).toBe(false);
  });

  it('serves groups, and the rows in their order', async () => {
    const opening = opened([page({ group: ['kind'], sort: ['n'] })], 5);
    expect((await opening.find(page({ group: ['kind'], sort: ['n'], limit: 0 })))?.groups).toHaveLength(1);
    const rows = await opening.find(page({ sort: ['kind', 'n'] }));
    expect(rows?.count).toBe(5);
    expect(rows?.groups).toBeUndefined();
    expect(await opening.find(page({ group: ['other'], sort: ['n'], limit: 0 }))).toBeNull();
  });

  it('serves a short last page from all rows', async () => {
    const opening = opened([page({ limit: 5000 })], 3);
    expect(await opening.find(page())).toMatchObject({ count: 3, total: 3 });
  });
});
