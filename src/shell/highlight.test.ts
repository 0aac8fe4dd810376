import { describe, expect, it } from 'vitest';
import { isHighlighted } from './highlight.ts';

const item = (activematch: readonly string[]) => ({ title: 'Sales', action: '/sale/index', activematch });

describe('the entry of the menu that is marked', () => {
  it('is found by its action, its list, its patterns and its items', () => {
    expect(isHighlighted(item([]), '/sale/index')).toBe(true);
    expect(isHighlighted({ ...item([]), activeon: ['/sale/map'] }, '/sale/map')).toBe(true);
    expect(isHighlighted(item(['^/sale/']), '/sale/12')).toBe(true);
    expect(isHighlighted({ title: 'Group', items: [item(['^/sale/'])] }, '/sale/12')).toBe(true);
    expect(isHighlighted(item(['^/sale/']), '/prop/12')).toBe(false);
  });

  it.each(['^(\\w{1,20} ?){1,20}$', '^(a+)+$', '(', '(?=/)', '^(a?){1000}$'])(
    'is not looked for by %s, which could stop the page',
    (pattern) => {
      expect(isHighlighted(item([pattern, '^/sale/']), `/${'a'.repeat(1_900)}`)).toBe(false);
      expect(isHighlighted(item([pattern, '^/sale/']), '/sale/1')).toBe(true);
    },
  );
});
