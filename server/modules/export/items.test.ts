// Items of an export are asked for in parts of whole districts, each once.
import { expect, it } from 'vitest';
import { partsOf } from './items.ts';

const item = (id: number, district: string) => ({ id, district });

it('asks for few items at once, in the districts that were wanted', () => {
  const items = [item(1, '002'), item(2, '001')];
  expect(partsOf(items, ['002', '001', '003'], 2)).toEqual([
    { districts: ['002', '001', '003'], ids: [1, 2] },
  ]);
  expect(partsOf([], ['001'], 2)).toEqual([{ districts: ['001'], ids: [] }]);
});

it('asks for many by whole districts, in the order of their codes, a large one by itself', () => {
  const items = [
    item(1, '003'),
    item(2, '001'),
    item(3, '002'),
    item(4, '001'),
    item(5, '004'),
    item(6, '004'),
    item(7, '004'),
    item(8, '004'),
  ];
  expect(partsOf(items, ['001', '002', '003', '004'], 3)).toEqual([
    { districts: ['001', '002'], ids: [2, 4, 3] },
    { districts: ['003'], ids: [1] },
    { districts: ['004'], ids: [5, 6, 7, 8] },
  ]);
});
