import { describe, expect, it } from 'vitest';
import { bookField } from '#tests/support/book.ts';
import { plainSchema } from './plain-schema.ts';

describe('the plain schema of a section', () => {
  it('has lists of texts, and of whole numbers where the field says so', () => {
    expect(
      plainSchema([
        bookField('genres', { type: 'list' }),
        bookField('books', { type: 'list', numbers: true }),
      ]),
    ).toEqual({
      type: 'object',
      properties: {
        genres: { type: 'array', items: { type: 'string' }, title: 'Genres' },
        books: { type: 'array', items: { type: 'integer' }, title: 'Books' },
      },
    });
  });
});
