import { describe, expect, it } from 'vitest';
import { bookEntity, bookField } from '#tests/support/book.ts';
import type { Entity } from '../entity.ts';
import { columnField } from './dictionary.ts';
import type { ScreenLinking } from './screen-linking.ts';

const named = (id: string, description: string | null): readonly [string, Entity] => [
  id,
  bookEntity([bookField('name', { title: 'Name', description })], { id }),
];
const explained = (...entities: readonly (readonly [string, Entity])[]) => {
  const screen = { catalog: { entities: new Map(entities), terms: new Map() } } as unknown as ScreenLinking;
  return columnField('name', 'text', undefined, null, screen).description;
};

describe('a column that only its name tells of', () => {
  it('is explained as the record type that has it', () => {
    expect(explained(named('book', 'As on its back'))).toBe('As on its back');
    expect(explained(named('book', 'As on its back'), named('atlas', 'As on its back'))).toBe(
      'As on its back',
    );
  });

  it('is not explained by one record type where it means something else in another', () => {
    expect(explained(named('book', 'As on its back'), named('reader', null))).toBeNull();
    expect(explained(named('book', 'As on its back'), named('reader', 'As on the card'))).toBeNull();
  });
});
