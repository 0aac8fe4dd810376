// The page of a record: what is told of it, its form with what nobody types, its rows inside, its history.
import type { JsonObject } from '#src/core/values.ts';
import { idOf, isMade, labelOver, page, type RecordType, sectionsOf } from './record-type.ts';
import { afterwards, most } from './written.ts';

/** How a page finds its record: by the number in its address, or by the parts of the natural key. */
export interface Access {
  readonly route: string;
  readonly params: readonly JsonObject[];
  readonly read: JsonObject;
  /** Where the number of the record stands. */
  readonly id: string;
}

export function byNumber({ list }: RecordType): Access {
  return {
    route: ':id',
    params: [idOf('integer')],
    read: { operation: 'record.get', params: { list, id: '{params.id}' } },
    id: 'params.id',
  };
}

/** By the natural key where the record type has one, else by its number. */
export function byKey(type: RecordType): Access {
  if (type.key.length === 0) return byNumber(type);
  return {
    route: type.key.map((id) => `:${id}`).join('/'),
    params: type.key.map((id) => ({ id, in: 'route', type: 'text' })),
    read: {
      operation: 'record.find',
      params: { list: type.list, key: type.key.map((id) => `{params.${id}}`).join('/') },
    },
    id: 'data.record.id',
  };
}

export function titleOf(type: RecordType, { id }: Access): string {
  return labelOver(type.label, 'data.record', id);
}

/** The facts and the form over the source `record`; a save reads `again` anew. */
export function recordBlocks(
  type: RecordType,
  access: Access,
  again: readonly string[],
): { readonly facts: JsonObject; readonly form: JsonObject | null } {
  const written = ({ write }: JsonObject) => write === undefined || write === 'always';
  // What is computed, copied or numbered stands among what it is made of, and says so there.
  const inForm = type.fields.filter(([, field]) => written(field) || isMade(field));
  const shown = type.fields.filter((field) => !inForm.includes(field));
  const typed = inForm.some(([, field]) => !isMade(field)) || type.children.length > 0;
  const formless = !typed || !type.update;
  const facts = (formless ? type.fields : shown).slice(0, most).map(([id]) => id);
  return {
    facts: {
      id: 'facts',
      type: 'facts',
      data: 'record',
      entity: type.id,
      columns: 3,
      fields: ['id', ...facts, 'updated_at'].map((id) => ({ id })),
    },
    form: formless
      ? null
      : {
          id: 'form',
          type: 'form',
          data: 'record',
          entity: type.id,
          readOnlyWhen: `!has_perm('${type.update}')`,
          sections: sectionsOf(
            { id: 'main', title: type.title },
            inForm.map(([id]) => id),
            type.children,
          ),
          submit: { label: 'Save', on: [saveOf(type, access, again)] },
        },
  };
}

/** A record is told by what the page is called, as it is after the save. */
function saveOf(type: RecordType, access: Access, again: readonly string[]): JsonObject {
  const label = labelOver(type.label, 'answer', 'answer.id');
  if (again.includes('history'))
    return { action: 'save-record', with: { list: type.list, data: 'record', label } };
  return {
    type: 'call',
    operation: 'record.save',
    params: { list: type.list, id: `{${access.id}}` },
    body: 'form',
    ...afterwards([
      { type: 'snackbar', kind: 'success', text: `${label} is saved` },
      { type: 'refresh', data: [...again] },
    ]),
  };
}

/** With its related records and its history, by its number: where lists, searches and notices lead. */
export function recordPage(type: RecordType): JsonObject {
  const access = byNumber(type);
  const { facts, form } = recordBlocks(type, access, ['record', 'history']);
  const { params } = access.read;
  const duplicate: JsonObject = {
    id: 'duplicate',
    label: 'Duplicate',
    icon: 'duplicate',
    visibleWhen: `has_perm('${type.update}')`,
    on: [{ type: 'navigate', to: `/${type.prefix}/new?form.copy={params.id}` }],
  };
  const related: JsonObject = { id: 'related', type: 'related', data: 'related' };
  return page(type, 'record', access.route, titleOf(type, access), {
    params: [...access.params],
    ...(type.update ? { buttons: [duplicate] } : {}),
    data: {
      record: access.read,
      related: { operation: 'record.related', params: params ?? {} },
      history: { operation: 'record.history', params: params ?? {} },
    },
    blocks: [
      {
        id: 'main',
        type: 'tabs',
        tabs: [
          { id: 'details', title: 'Details', blocks: [facts, related, ...(form ? [form] : [])] },
          {
            id: 'history',
            title: 'History',
            blocks: [
              {
                id: 'changes',
                type: 'history',
                data: 'history',
                entity: type.id,
                ...(type.update ? { record: 'record' } : {}),
              },
            ],
          },
        ],
      },
    ],
  });
}
