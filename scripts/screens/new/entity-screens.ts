// The pages of a record type at the product's addresses: /PREFIX/index, /PREFIX/result/:id, /PREFIX/new, /PREFIX/:id.
import { isJsonObject, type JsonObject } from '#src/core/values.ts';
import { afterwards, fieldsOf, most } from './written.ts';

interface Told {
  readonly id: string;
  readonly title: string;
  readonly plural: string;
  readonly prefix: string;
  readonly list: string;
  readonly view: string | null;
  readonly update: string | null;
  readonly fields: readonly (readonly [string, JsonObject])[];
  readonly children: readonly (readonly [string, JsonObject])[];
  /** What one record is called, `{number}` in it a field. */
  readonly label: string;
  /** The field by which people know a record: of its label, else of its key. */
  readonly name: string | null;
}

/** Rows inside the record: each list has a section of its own. */
function sectionsOf(
  { id: main, title }: { readonly id: string; readonly title: string },
  fields: readonly string[],
  children: Told['children'],
): readonly JsonObject[] {
  return [
    { id: main, title, columns: 3, fields: [...fields] },
    ...children.map(([id, child]) => ({ id, title: String(child.title), columns: 1, fields: [id] })),
  ];
}

function toldBy(id: string, entity: JsonObject): Told {
  const record = isJsonObject(entity.record) ? entity.record : {};
  const permissions = isJsonObject(record.permissions) ? record.permissions : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const title = String(entity.title);
  return {
    id,
    title,
    plural: text(entity.plural) ?? `${title.toLowerCase()}s`,
    prefix: String(record.prefix),
    list: String(record.list),
    view: text(permissions.view),
    update: text(permissions.update),
    fields: fieldsOf(entity),
    children: fieldsOf({ properties: entity.children ?? {} }),
    label: text(record.label) ?? `${title} {id}`,
    name: nameOf(entity, text(record.label) ?? ''),
  };
}

function nameOf(entity: JsonObject, label: string): string | null {
  const fields = new Set(fieldsOf(entity).map(([id]) => id));
  const inLabel = [...label.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id).find((id) => fields.has(id));
  const key = Array.isArray(entity.key) ? entity.key.map(String) : [];
  return inLabel ?? key.findLast((id) => fields.has(id) && id !== 'district_code') ?? null;
}

/** The label as a template, with its fields read from a record that lies there; the number stands in the address. */
function labelOver(label: string, place: string, id: string): string {
  return label.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
    field === 'id' ? `{${id}}` : `{${place}.${field}}`,
  );
}

/** The page of a name, with what every page has. */
function page(told: Told, name: string, route: string, title: string, more: JsonObject): JsonObject {
  return {
    $schema: '../../schemas/meta/screen.schema.json',
    format: 1,
    id: `${told.prefix}/${name}`,
    route: `/${told.prefix}/${route}`,
    title,
    ...(told.view ? { needs: told.view } : {}),
    ...more,
  };
}

const idOf = (type: string): JsonObject => ({ id: 'id', in: 'route', type });
const isLong = ([, { type }]: readonly [string, JsonObject]) => type === 'array' || type === 'object';

function searchPage(told: Told): JsonObject {
  const simple = told.fields.filter(([, { search }]) => Array.isArray(search) && search.length > 0);
  const make: JsonObject = {
    id: 'new',
    label: `New ${told.title.toLowerCase()}`,
    icon: 'plus',
    visibleWhen: `has_perm('${told.update}')`,
    on: [{ type: 'navigate', to: `/${told.prefix}/new` }],
  };
  return page(told, 'index', 'index', `Search ${told.plural}`, {
    ...(told.update ? { buttons: [make] } : {}),
    blocks: [{ id: 'search', type: 'search', list: told.list, simple: ['id', ...simple.map(([id]) => id)] }],
  });
}

function resultPage(told: Told): JsonObject {
  const first = told.name ?? 'id';
  const columns = told.fields.filter((field) => !isLong(field) && field[0] !== first).slice(0, most);
  return page(
    told,
    'result',
    'result/:id',
    `${told.plural.charAt(0).toUpperCase()}${told.plural.slice(1)} found`,
    {
      help: 'results',
      params: [idOf('text')],
      data: {
        found: { records: told.list, hash: '{params.id}' },
        search: { operation: 'search.get', params: { hash: '{params.id}' } },
      },
      buttons: [
        {
          id: 'again',
          label: 'Change the search',
          icon: 'search',
          on: [{ type: 'navigate', to: `/${told.prefix}/index?search.from={params.id}` }],
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
            { id: first, width: first === 'id' ? 100 : 160, link: `/${told.prefix}/{row.id}` },
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

function recordPage(told: Told): JsonObject {
  const writes = (field: JsonObject) =>
    (field.write === undefined || field.write === 'always') && !isMade(field);
  const writable = told.fields.filter(([, field]) => writes(field)).map(([id]) => id);
  const shown = told.fields.filter(([, field]) => !writes(field)).map(([id]) => id);
  const lists = told.children;
  const title = labelOver(told.label, 'data.record', 'params.id');
  const blocks: readonly JsonObject[] = [
    {
      id: 'facts',
      type: 'facts',
      data: 'record',
      entity: told.id,
      columns: 3,
      fields: ['id', ...shown.slice(0, most), 'updated_at'].map((id) => ({ id })),
    },
    { id: 'related', type: 'related', data: 'related' },
    ...(writable.length + lists.length === 0 || !told.update
      ? []
      : [
          {
            id: 'form',
            type: 'form',
            data: 'record',
            entity: told.id,
            readOnlyWhen: `!has_perm('${told.update}')`,
            sections: sectionsOf({ id: 'main', title: told.title }, writable, lists),
            submit: { label: 'Save', on: [saveOf(told, title)] },
          },
        ]),
  ];
  const params = { list: told.list, id: '{params.id}' };
  const duplicate: JsonObject = {
    id: 'duplicate',
    label: 'Duplicate',
    icon: 'duplicate',
    visibleWhen: `has_perm('${told.update}')`,
    on: [{ type: 'navigate', to: `/${told.prefix}/new?form.copy={params.id}` }],
  };
  return page(told, 'record', ':id', title, {
    params: [idOf('integer')],
    ...(told.update ? { buttons: [duplicate] } : {}),
    data: {
      record: { operation: 'record.get', params },
      related: { operation: 'record.related', params },
      history: { operation: 'record.history', params },
    },
    blocks: [
      {
        id: 'main',
        type: 'tabs',
        tabs: [
          { id: 'details', title: 'Details', blocks: [...blocks] },
          {
            id: 'history',
            title: 'History',
            blocks: [{ id: 'changes', type: 'history', data: 'history', entity: told.id }],
          },
        ],
      },
    ],
  });
}

/** The shared action tells a record by its number; one that has a name is told by that. */
function saveOf(told: Told, title: string): JsonObject {
  if (title === `${told.title} {params.id}`)
    return { action: 'save-record', with: { list: told.list, data: 'record', name: told.title } };
  return {
    type: 'call',
    operation: 'record.save',
    params: { list: told.list, id: '{params.id}' },
    body: 'form',
    ...afterwards([
      { type: 'snackbar', kind: 'success', text: `${title} is saved` },
      { type: 'refresh', data: ['record', 'history'] },
    ]),
  };
}

/** Computed, copied, numbered: nobody types it. */
function isMade(field: JsonObject): boolean {
  return ['value', 'from', 'number'].some((key) => field[key] !== undefined);
}

function newPage(told: Told): JsonObject {
  const typed = told.fields
    .filter(([, field]) => field.write !== 'never' && !isMade(field))
    .map(([id]) => id);
  return page(told, 'new', 'new', `New ${told.title.toLowerCase()}`, {
    ...(told.update ? { needs: told.update } : {}),
    blocks: [
      {
        id: 'form',
        type: 'form',
        entity: told.id,
        sections: sectionsOf(
          { id: 'main', title: told.title },
          typed,
          told.children.filter(([, { write }]) => write !== 'never'),
        ),
        submit: {
          label: 'Save',
          on: [
            {
              type: 'call',
              operation: 'record.create',
              params: { list: told.list },
              body: 'form',
              once: 'request_id',
              ...afterwards([
                {
                  type: 'snackbar',
                  kind: 'success',
                  text: `${labelOver(told.label, 'answer', 'answer.id')} is made`,
                },
                { type: 'navigate', to: `/${told.prefix}/{answer.id}`, replace: true },
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
  const told = toldBy(id, entity);
  const life = isJsonObject(entity.life) ? String(entity.life.field) : null;
  // The state is moved, not typed.
  const open = {
    ...told,
    fields: told.fields.map(
      ([name, field]) => [name, name === life ? { ...field, write: 'never' } : field] as const,
    ),
  };
  return {
    [`screens/${told.prefix}/index.json`]: searchPage(told),
    [`screens/${told.prefix}/result.json`]: resultPage(told),
    [`screens/${told.prefix}/record.json`]: recordPage(open),
    ...(told.update ? { [`screens/${told.prefix}/new.json`]: newPage(open) } : {}),
  };
}
