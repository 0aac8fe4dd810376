import { describe, expect, it } from 'vitest';
import { editDistance, suggest } from './suggest.ts';

describe('suggestions', () => {
  it('count a swap of neighbours once', () => {
    expect(editDistance('medain', 'median', 3)).toBe(1);
  });

  it.each([
    ['gird', ['form', 'grid'], 'Did you mean "grid"?'],
    ['purchasePrice', ['purchase_price', 'price'], 'Did you mean "purchase_price"?'],
    ['colums', ['columns', 'data'], 'Did you mean "columns"?'],
    ['component', ['company', 'component_code_old', 'component_code'], 'Did you mean "component_code"?'],
  ])('name the nearest: %s', (wrong, among, text) => {
    expect(suggest(wrong, among)).toBe(text);
  });

  it('stay silent when nothing is near', () => {
    expect(suggest('zebra', ['grid', 'form'])).toBeUndefined();
    expect(suggest('x', [])).toBeUndefined();
    expect(suggest('co', ['component_code'])).toBeUndefined();
  });
});
