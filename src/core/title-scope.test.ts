import { expect, it } from 'vitest';
import type { LinkedParam } from './linked.ts';
import { resolveText } from './resolve/resolve-value.ts';
import { nobody } from './scope.ts';
import { placeName, titleScope } from './title-scope.ts';

it.each([
  ['LAKE MACQUARIE', 'Lake Macquarie'],
  ['CITY OF PARRAMATTA', 'City of Parramatta'],
  ['THE HILLS SHIRE', 'The Hills Shire'],
  ['MID-COAST', 'Mid-Coast'],
  ['KU-RING-GAI', 'Ku-ring-gai'],
  ["O'CONNOR", "O'connor"],
  ['Maitland', 'Maitland'],
])('writes %s as %s', (register, title) => {
  expect(placeName(register)).toBe(title);
});

it('names the district of a title, and says all as it is; a code without a name stays', () => {
  const district = { id: 'dst', entity: 'district' } as LinkedParam;
  const text = { $text: ['Median sale prices, ', { path: ['params', 'dst'] }], over: 'screen' as const };
  const rows = [{ code: '005', label: 'MAITLAND' }];
  const title = (dst: unknown) =>
    resolveText(text, titleScope(text, [district], { ...nobody, params: { dst } }, rows));
  expect(title('005')).toBe('Median sale prices, Maitland');
  expect(title('all')).toBe('Median sale prices, all districts');
  expect(title('999')).toBe('Median sale prices, 999');
  expect(titleScope('Sales', [district], nobody, rows)).toBe(nobody);
});

it('writes several values with a comma and a space between, and anything else as it is', () => {
  const param = { id: 'ids', in: 'route', entity: null } as LinkedParam;
  const text = { $text: ['Compare sales ', { path: ['params', 'ids'] }], over: 'screen' as const };
  const title = (of: LinkedParam, ids: unknown) =>
    resolveText(text, titleScope(text, [of], { ...nobody, params: { ids } }, []));
  expect(title(param, '312,318,319')).toBe('Compare sales 312, 318, 319');
  expect(title(param, '312')).toBe('Compare sales 312');
  expect(title(param, 'a,b')).toBe('Compare sales a,b');
  const many = { ...param, in: 'query', many: true } as LinkedParam;
  expect(title(many, ['R2', 'all'])).toBe('Compare sales R2, all');
  expect(title({ ...many, entity: 'district' }, ['005', 'all'])).toBe('Compare sales 005, all districts');
});
