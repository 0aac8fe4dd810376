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

it('the menu offers contractor pages to who manages users, and the options to who may change them', () => {
  const menu: {
    readonly items: readonly {
      readonly title: string;
      readonly items?: readonly { readonly action: string }[];
    }[];
  } = JSON.parse(readFileSync(join(root, 'screens/menu.json'), 'utf8'));
  const actions = menu.items.find(({ title }) => title === 'Contractor')?.items ?? [];
  const needs = actions
    .filter(({ action }) => action.startsWith('/contractor/'))
    .map(({ action }) => {
      const { route, needs: right } = JSON.parse(readFileSync(join(root, `screens${action}.json`), 'utf8'));
      return [route, right];
    });
  // An entry whose page a user may not see is not sent to them.
  expect(needs).toEqual([
    ['/contractor/users', 'userU'],
    ['/contractor/roles', 'userU'],
    ['/contractor/teams', 'userU'],
    ['/contractor/contractregions', 'userU'],
    ['/contractor/options', 'coptU'],
  ]);
});
