import { describe, expect, it } from 'vitest';
import { guardedMenu } from './guarded-menu.ts';

const sales = {
  title: 'Sales',
  action: '/sale/index',
  activeon: ['/sale/map'],
  activematch: ['^/sale/'],
  items: [],
};

describe('a menu that arrives', () => {
  it('is taken as it is when nothing is wrong with it', () => {
    const menu = [sales, { title: 'Group', action: null, activeon: [], activematch: [], items: [sales] }];
    expect(guardedMenu(menu)).toEqual(menu);
  });

  it.each([
    ...['//host', '/\\host', '/\t/host', 'https://host/x', 'javascript:alert(1)', 'sale/index', ''],
    ...[`/${'x'.repeat(2_000)}`, 5, {}, ['/sale/index']],
  ])('leads nowhere by %j, and the other items stay', (action) => {
    const [first, second] = guardedMenu([{ ...sales, action }, sales]);
    expect([first?.title, first?.action]).toEqual(['Sales', null]);
    expect(second).toEqual(sales);
  });

  it.each([[null], [5], ['Sales'], [[]], [{}], [{ ...sales, title: 5 }], [{ ...sales, title: ' ' }]])(
    'loses the item %j alone',
    (item) => {
      expect(guardedMenu([item, sales])).toEqual([sales]);
    },
  );

  it('loses addresses and patterns that are none', () => {
    const item = { ...sales, activeon: ['//host', 5, '/sale/1'], activematch: [5, 'x'.repeat(201), '^/x'] };
    expect(guardedMenu([item])).toEqual([{ ...sales, activeon: ['/sale/1'], activematch: ['^/x'] }]);
    expect(guardedMenu([{ ...sales, activeon: '/x', activematch: {}, items: 7 }])).toEqual([
      { ...sales, activeon: [], activematch: [] },
    ]);
  });

  it('has an end in number and in depth', () => {
    expect(guardedMenu(Array.from({ length: 10_000 }, () => sales))).toHaveLength(500);
    let deep: object = sales;
    for (let n = 0; n < 10_000; n++) deep = { ...sales, items: [deep] };
    expect(JSON.stringify(guardedMenu([deep])).match(/Sales/g)).toHaveLength(5);
    expect(guardedMenu({ length: 1, 0: sales })).toEqual([]);
  });
});
