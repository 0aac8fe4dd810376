import { describe, expect, it } from 'vitest';
import type { ActionPorts } from '#src/render/action-runner.ts';
import { run, world } from './test-support.ts';

describe('a search by an action', () => {
  it('search posts its criteria and opens the result of the list', async () => {
    const ports = world({ call: async () => ({ hash: 'a1b2' }) });
    const sent: unknown[] = [];
    const recording: ActionPorts = {
      ...ports,
      call: async (...args) => {
        sent.push(args);
        return { hash: 'a1b2' };
      },
    };
    const criteria = [
      { fld: 'branch', op: 'eq', val: '{row.branch}' },
      { fld: 'bought', op: 'between', val: ['{row.first}', '{row.last}'] },
      { fld: 'kind', op: 'oneof', val: '{form.none}', optional: true },
    ];
    await run({ type: 'search', list: 'books', prefix: 'book', criteria }, recording, {
      row: { branch: 'N', first: '2022-01-01', last: '2022-12-31' },
    });
    expect(sent).toEqual([
      [
        'record.search',
        {
          params: { list: 'books' },
          body: {
            searchType: 'full',
            isRecent: false,
            criteria: [
              { fld: 'branch', op: 'eq', val: 'N' },
              { fld: 'bought', op: 'between', val: ['2022-01-01', '2022-12-31'] },
            ],
          },
        },
      ],
    ]);
    expect(ports.log).toEqual([['navigate', '/book/result/a1b2', { newTab: false }]]);
  });

  it('search for one id goes straight to the record', async () => {
    const ports = world();
    await run(
      { type: 'search', list: 'books', prefix: 'book', criteria: [{ fld: 'id', op: 'eq', val: '{row.id}' }] },
      ports,
      {
        row: { id: 12 },
      },
    );
    expect(ports.log).toEqual([['navigate', '/book/12', { newTab: false }]]);
  });

  it('search turns a missing value into a search for emptiness, and refuses where that has no meaning', async () => {
    const sent: unknown[] = [];
    const ports = world({
      call: async (_operation, input) => {
        sent.push(input.body);
        return { hash: 'h' };
      },
    });
    await run(
      {
        type: 'search',
        list: 'books',
        prefix: 'book',
        criteria: [{ fld: 'branch', op: 'eq', val: '{row.branch}' }],
      },
      ports,
      {
        row: { branch: null },
      },
    );
    expect(sent).toEqual([
      { searchType: 'full', isRecent: false, criteria: [{ fld: 'branch', op: 'empty' }] },
    ]);
    const lost = run(
      {
        type: 'search',
        list: 'books',
        prefix: 'book',
        criteria: [{ fld: 'pages', op: 'gt', val: '{row.pages}' }],
      },
      ports,
      { row: {} },
    );
    await expect(lost).rejects.toMatchObject({ message: expect.stringContaining('"pages"') });
    expect(sent).toHaveLength(1);
  });
});
