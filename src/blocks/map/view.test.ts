import { expect, it } from 'vitest';
import { readView, writeView } from './view.ts';

it('a view stands in the address and is read again; what somebody typed beside it is none', () => {
  const view = { latitude: -33.8688, longitude: 151.2093, zoom: 14 };
  expect(writeView(view)).toBe('-33.86880,151.20930,14');
  expect(readView(writeView(view))).toEqual(view);
  for (const text of [
    undefined,
    '',
    '1,2',
    '-33,151,14,1',
    '-95,151,14',
    '-33,191,14',
    'a,b,c',
    '-33,151,99',
  ])
    expect(readView(text)).toBeNull();
});
