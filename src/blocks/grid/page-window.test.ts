import { describe, expect, it } from 'vitest';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import { PageWindow, pageSize } from './page-window.ts';
import { treePage } from './test-support.ts';

const query = { sort: [], find: '', totals: {} };

/** A server whose answers come when the test says so. */
function slowServer(total: number, mark = '') {
  const asked: {
    readonly request: PageRequest;
    readonly signal: AbortSignal;
    readonly answer: (page?: RowPage) => void;
    readonly fail: (why: unknown) => void;
  }[] = [];
  const fetch = (request: PageRequest, signal: AbortSignal) =>
    new Promise<RowPage>((resolve, reject) => {
      asked.push({
        request,
        signal,
        answer: (page) => resolve(page ?? treePage(request, total, mark)),
        fail: reject,
      });
    });
  return { asked, fetch };
}

const settled = () => new Promise((done) => setTimeout(done));

function start(total = 1_000, mark = '') {
  const server = slowServer(total, mark);
  const window = new PageWindow(server.fetch, query, () => {});
  window.restart(server.fetch, query);
  return { ...server, window };
}

function nameAt(window: PageWindow, row: number): unknown {
  const place = window.place(row);
  return place ? place.page.values[1]?.[place.index] : null;
}

describe('the window of pages', () => {
  it('asks for the first page at once and knows the row count from its answer', async () => {
    const { window, asked } = start();
    expect(asked.map(({ request }) => request.offset)).toEqual([0]);
    expect(window.total).toBeNull();
    asked[0]?.answer();
    await settled();
    expect(window.total).toBe(1_000);
    expect(nameAt(window, 7)).toBe('tree 7');
  });

  it('asks for a page once, and aborts those that are scrolled past', async () => {
    const { window, asked } = start(10_000);
    asked[0]?.answer();
    await settled();
    window.need(480, 510);
    window.need(482, 512);
    window.need(5_080, 5_110);
    expect(asked.map(({ request }) => request.offset / pageSize)).toEqual([0, 2, 25]);
    expect(asked[1]?.signal.aborted).toBe(true);
  });

  it('never shows a page of an older query, and keeps the row count until the new one answers', async () => {
    const { window, asked } = start(1_000, 'old ');
    asked[0]?.answer();
    await settled();
    window.need(200, 230);
    const newer = slowServer(500, 'new ');
    window.restart(newer.fetch, { ...query, sort: ['name'] });
    expect(window.total).toBe(1_000);
    expect(window.place(0)).toBeNull();
    asked[1]?.answer();
    await settled();
    expect(window.place(210)).toBeNull();
    newer.asked[0]?.answer();
    await settled();
    expect(window.total).toBe(500);
    expect(nameAt(window, 210)).toBe('new tree 210');
  });

  it('asks ahead for the neighbour that the scroll is near', async () => {
    const { window, asked } = start();
    asked[0]?.answer();
    await settled();
    window.need(150, 180);
    expect(asked.map(({ request }) => request.offset)).toEqual([0, 200]);
  });

  it('keeps the rows it has when a page fails, and asks again on retry', async () => {
    const { window, asked } = start();
    asked[0]?.answer();
    await settled();
    window.need(480, 510);
    asked[1]?.fail(new Error('away'));
    await settled();
    expect(window.failure).toEqual(new Error('away'));
    expect(nameAt(window, 0)).toBe('tree 0');
    window.need(480, 511);
    expect(asked).toHaveLength(2);
    window.retry();
    expect(window.failure).toBeNull();
    expect(asked).toHaveLength(3);
  });

  it('keeps a bounded number of pages, the nearest ones', async () => {
    const server = slowServer(100_000);
    const fetch = (request: PageRequest, signal: AbortSignal) => {
      const page = server.fetch(request, signal);
      server.asked.at(-1)?.answer();
      return page;
    };
    const window = new PageWindow(fetch, query, () => {});
    window.restart(fetch, query);
    for (let row = 0; row < 20_000; row += 200) {
      window.need(row, row + 30);
      await settled();
    }
    expect(window.place(0)).toBeNull();
    expect(nameAt(window, 19_800)).toBe('tree 19800');
    expect([...window.loaded()].length).toBeLessThanOrEqual(25 * pageSize);
  });

  it('collects rows across pages for a range', async () => {
    const server = slowServer(1_000);
    const fetch = async (request: PageRequest) => treePage(request, 1_000);
    const window = new PageWindow(fetch, query, () => {});
    window.restart(fetch, query);
    await settled();
    const rows = await window.rows(195, 405);
    expect(rows).toHaveLength(211);
    expect(rows[0]).toEqual({ id: 195, name: 'tree 195' });
    expect(rows.at(-1)).toEqual({ id: 405, name: 'tree 405' });
    expect(server.asked).toHaveLength(0);
  });

  it('asks for nothing before it starts and after it closes', () => {
    const { fetch, asked } = slowServer(10);
    const window = new PageWindow(fetch, query, () => {});
    window.need(0, 30);
    expect(asked).toHaveLength(0);
    window.restart(fetch, query);
    window.close();
    window.need(0, 30);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it('asks for groups first and for their rows by place, without the groups again', async () => {
    const server = slowServer(1_000);
    const window = new PageWindow(server.fetch, query, () => {});
    window.restart(server.fetch, { ...query, sort: ['-name'], group: ['kind'], totals: { id: 'count' } });
    expect(server.asked.map(({ request }) => [request.limit, request.group])).toEqual([[0, ['kind']]]);
    window.need(0, 20);
    expect(server.asked).toHaveLength(1);
    const page = treePage({ ...query, offset: 0, limit: 0 }, 1_000);
    const groups = [{ level: 1, values: ['oak'], count: 1_000, totals: { id: 1_000 } }];
    server.asked[0]?.answer({ ...page, groups, totals: { id: 1_000 } });
    await settled();
    expect(window.groups).toEqual(groups);
    window.needAll([
      [0, 10],
      [820, 830],
    ]);
    expect(server.asked.slice(1).map(({ request }) => [request.offset, request.sort, request.group])).toEqual(
      [
        [0, ['kind', '-name'], undefined],
        [800, ['kind', '-name'], undefined],
      ],
    );
    server.asked[1]?.answer();
    await settled();
    expect(window.totals).toEqual({ id: 1_000 });
    window.close();
  });
});
