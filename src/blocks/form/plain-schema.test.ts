import { describe, expect, it } from 'vitest';
import type { EntityField } from '#src/core/entity.ts';
import { plainSchema } from './plain-schema.ts';

const field = (id: string, given: Partial<EntityField>): EntityField => ({
  id,
  title: id,
  type: 'list',
  format: 'text',
  unit: null,
  codes: null,
  list: null,
  description: null,
  unitField: null,
  required: false,
  write: 'always',
  readOnly: false,
  search: [],
  permission: null,
  widget: null,
  minimum: null,
  maximum: null,
  maxLength: null,
  pattern: null,
  ...given,
});

describe('the plain schema of a section', () => {
  it('has lists of texts, and of whole numbers where the field says so', () => {
    expect(plainSchema([field('genres', {}), field('books', { numbers: true })])).toEqual({
      type: 'object',
      properties: {
        genres: { type: 'array', items: { type: 'string' }, title: 'genres' },
        books: { type: 'array', items: { type: 'integer' }, title: 'books' },
      },
    });
  });
});
