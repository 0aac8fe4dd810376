import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './fixture.ts';

it('the menu has its six groups in their order', () => {
  const menu: { readonly items: readonly { readonly title: string; readonly items?: unknown }[] } =
    JSON.parse(readFileSync(join(root, 'screens/menu.json'), 'utf8'));
  expect(menu.items.filter(({ items }) => items).map(({ title }) => title)).toEqual([
    'About the product',
    'Annual values / QA',
    'Contractor',
    'Data transfer',
    'Product labs',
    'Reporting',
  ]);
});
