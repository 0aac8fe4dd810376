// The pages of a record type at the product's addresses: /PREFIX/index, /PREFIX/result/:id, /PREFIX/new, /PREFIX/:id.
import type { JsonObject } from '#src/core/values.ts';
import { recordPage } from './record-page.ts';
import { idOf, isLong, labelOver, page, type RecordType, recordTypeOf, sectionsOf } from './record-type.ts';
import { afterwards, most } from './written.ts';

function searchPage(type: RecordType): JsonObject {
  const simple = type.fields.filter(([, { search }]) => Array.isArray(search) && search.length > 0);
  const make: JsonObject = {
    id: 'new',
    label: `New ${type.title.toLowerCase()}`,
    icon: 'plus',
    visibleWhen: `has_perm('${type.update}')`,
    on: [{ type: 'navigate', to: `/${type.prefix}/new` }],
  };
  return page(type, 'index', 'index', `Search ${type.plural}`, {
    ...(type.update ? { buttons: [make] } : {}),
    blocks: [{ id: 'search', type: 'search', list: type.list, simple: ['id', ...simple.map(([id]) => id)] }],
  });
}

function resultPage(type: RecordType): JsonObject {
  const first = type.name ?? 'id';
  const columns = type.fields.filter((field) => !isLong(field) && field[0] !== first).slice(0, most);
  return page(
    type,
    'result',
    'result/:id',
    `${type.plural.charAt(0).toUpperCase()}${type.plural.slice(1)} found`,
    {
      help: 'results',
      params: [idOf('text')],
      data: {
        found: { records: type.list, hash: '{params.id}' },
        search: { operation: 'search.get', params: { hash: '{params.id}' } },
      },
      buttons: [
        {
          id: 'again',
          label: 'Change the search',
          icon: 'search',
          on: [{ type: 'navigate', to: `/${type.prefix}/index?search.from={params.id}` }],
        },
        { id: 'share', label: 'Share search', on: [{ type: 'share', search: '{params.id}' }] },
      ],
      blocks: [
        { id: 'criteria', type: 'text', text: '{data.search.text}' },
        {
          id: 'list',
          type: 'grid',
          data: 'found',
          columns: [
            { id: first, width: first === 'id' ? 100 : 160, link: `/${type.prefix}/{row.id}` },
            ...columns.map(([id]) => ({ id })),
          ],
          rowKey: 'id',
          freeze: 1,
          sort: [first],
          export: true,
          select: 'many',
          find: true,
          empty: `Nothing that you may see meets these criteria. Change the search and try again.`,
        },
      ],
    },
  );
}

function newPage(type: RecordType): JsonObject {
  // What is computed, copied or numbered says there what it will be made of.
  const fields = type.fields.filter(([, { write }]) => write !== 'never').map(([id]) => id);
  return page(type, 'new', 'new', `New ${type.title.toLowerCase()}`, {
    ...(type.update ? { needs: type.update } : {}),
    blocks: [
      {
        id: 'form',
        type: 'form',
        entity: type.id,
        sections: sectionsOf(
          { id: 'main', title: type.title },
          fields,
          type.children.filter(([, { write }]) => write !== 'never'),
        ),
        submit: {
          label: 'Save',
          on: [
            {
              type: 'call',
              operation: 'record.create',
              params: { list: type.list },
              body: 'form',
              once: 'request_id',
              ...afterwards([
                {
                  type: 'snackbar',
                  kind: 'success',
                  text: `${labelOver(type.label, 'answer', 'answer.id')} is made`,
                },
                { type: 'navigate', to: `/${type.prefix}/{answer.id}`, replace: true },
              ]),
            },
          ],
        },
      },
    ],
  });
}

/** The pages by their files. */
export function entityScreens(id: string, entity: JsonObject): { readonly [path: string]: JsonObject } {
  const type = recordTypeOf(id, entity);
  return {
    [`screens/${type.prefix}/index.json`]: searchPage(type),
    [`screens/${type.prefix}/result.json`]: resultPage(type),
    [`screens/${type.prefix}/record.json`]: recordPage(type),
    ...(type.update ? { [`screens/${type.prefix}/new.json`]: newPage(type) } : {}),
  };
}
