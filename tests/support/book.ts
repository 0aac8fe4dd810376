// The record type of the small tests: a book, with whatever fields a test gives it.
import type { Entity, EntityField } from '#src/core/entity.ts';
import type { BlockFinding, BlockLinkContext } from '#src/core/link/block-linker.ts';

export function bookField(id: string, more: Partial<EntityField> = {}): EntityField {
  return {
    id,
    title: id[0]?.toUpperCase() + id.slice(1).replaceAll('_', ' '),
    type: 'text',
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
    ...more,
  };
}

export function bookEntity(fields: readonly EntityField[], more: Partial<Entity> = {}): Entity {
  return {
    id: 'book',
    title: 'Book',
    record: {
      prefix: 'book',
      list: 'books',
      itemType: 'BK',
      table: 'book',
      view: 'book',
      label: 'Book {id}',
      permissions: { view: 'bookV', update: 'bookU' },
    },
    fields: Object.fromEntries(fields.map((field) => [field.id, field])),
    ...more,
  };
}

/** What a block's own link rules may ask, over the book alone. */
export function bookContext(
  book: Entity,
  more: Partial<BlockLinkContext> = {},
): { readonly context: BlockLinkContext; readonly findings: readonly BlockFinding[] } {
  const findings: BlockFinding[] = [];
  const context: BlockLinkContext = {
    source: null,
    fieldsOf: () => [],
    entity: (id) => (id === book.id ? book : null),
    form: () => null,
    entityOfList: (list) => (list === book.record.list ? book : null),
    report: (finding) => findings.push(finding),
    suggest: () => undefined,
    widgetFor: ({ codes, type }) => ({
      type: codes ? 'code' : type === 'date' ? 'date' : 'text',
      options: {},
    }),
    useCodes: () => undefined,
    useValidator: () => '',
    ...more,
  };
  return { context, findings };
}

export const genres = [
  { code: 'NO', label: 'Novel' },
  { code: 'PO', label: 'Poems' },
];
