// Definitions of the browser tests: the library's book, and a form as large as the office's largest.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Prepared } from '#src/core/prepare.ts';
import { prepareLibrary, root } from '#tests/definitions/fixture.ts';

const bytes = (value: object) => new TextEncoder().encode(JSON.stringify(value));

export const fieldsOfLarge = 150;
const perSection = 30;

const kinds = [
  { type: 'string', maxLength: 40 },
  { type: 'integer', minimum: 0 },
  { type: 'string', format: 'date' },
  { type: 'integer', format: 'currency' },
  { type: 'string', codes: 'genre' },
];

const properties = Object.fromEntries(
  Array.from({ length: fieldsOfLarge }, (_, i) => [
    `f${i}`,
    { ...kinds[i % kinds.length], title: `Field ${i}` },
  ]),
);

const large = {
  $id: 'large',
  title: 'Large',
  type: 'object',
  record: {
    prefix: 'large',
    list: 'larges',
    itemType: 'LA',
    table: 'large',
    label: 'Large {id}',
    permissions: { view: 'bookV', update: 'bookU' },
  },
  properties,
};

const save = { label: 'Save', on: [{ type: 'snackbar', kind: 'success', text: 'Saved' }] };

const largeScreen = {
  format: 1,
  id: 'large',
  route: '/large/:id',
  title: 'Large {params.id}',
  params: [{ id: 'id', in: 'route', type: 'integer' }],
  data: { large: { operation: 'record.get', params: { list: 'larges', id: '{params.id}' } } },
  blocks: [
    {
      id: 'large',
      type: 'form',
      data: 'large',
      entity: 'large',
      sections: Array.from({ length: fieldsOfLarge / perSection }, (_, s) => ({
        id: `s${s}`,
        title: `Section ${s}`,
        columns: 3,
        fields: Array.from({ length: perSection }, (_, i) => {
          const id = `f${s * perSection + i}`;
          // Every tenth field is computed from the one before it or asks for it.
          if (i % 10 === 3) return { id, requiredWhen: `present(form.f${s * perSection + i - 3})` };
          return i % 10 === 6 ? { id, value: `form.f${s * perSection + i - 5} * 2.0` } : { id };
        }),
      })),
      submit: save,
    },
  ],
};

const bookScreen = {
  format: 1,
  id: 'book/edit',
  route: '/book/:id/edit',
  title: 'Book {params.id}',
  params: [{ id: 'id', in: 'route', type: 'integer' }],
  data: { book: { operation: 'record.get', params: { list: 'books', id: '{params.id}' } } },
  blocks: [
    {
      id: 'book',
      type: 'form',
      data: 'book',
      entity: 'book',
      sections: [
        {
          id: 'main',
          title: 'Book',
          columns: 3,
          fields: ['title', 'genre', { id: 'pages', help: 'With the index' }, 'price'],
        },
        {
          id: 'lending',
          title: 'Lending',
          fields: ['lent', { id: 'published', visibleWhen: 'form.lent', requiredWhen: 'form.lent' }],
        },
      ],
      submit: save,
      cancel: {},
    },
  ],
};

const searchScreen = {
  format: 1,
  id: 'book/search',
  route: '/book/search',
  title: 'Search books',
  blocks: [
    { id: 'search', type: 'search', list: 'books', simple: ['id', 'title', 'genre', 'pages', 'published'] },
  ],
};

export function prepareBooks(): Prepared {
  const files = [
    { path: 'schemas/entities/large.json', bytes: bytes(large) },
    { path: 'screens/large.json', bytes: bytes(largeScreen) },
    { path: 'screens/book/edit.json', bytes: bytes(bookScreen) },
    { path: 'screens/book/search.json', bytes: bytes(searchScreen) },
    {
      path: 'screens/example/form.json',
      bytes: readFileSync(join(root, 'src/blocks/form/example.json')),
    },
  ];
  return prepareLibrary(null, files, false, { compared: false });
}

export const largeRecord: object = {
  id: 1,
  version: 3,
  ...Object.fromEntries(
    Array.from({ length: fieldsOfLarge }, (_, i) => [
      `f${i}`,
      [`Text ${i}`, i, '2022-07-01', i * 1000, 'N'][i % kinds.length],
    ]),
  ),
};
