import { pageOfRows } from '#src/blocks/grid/local-rows.ts';
import type { Entity, EntityField } from '#src/core/entity.ts';
import type { LinkedField, LinkedSource } from '#src/core/linked.ts';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import type { ActOutcome, Failure } from '#src/render/block-props.ts';
import { fields, valueAt } from './rows.ts';

const officeFields: readonly LinkedField[] = [
  ...fields.map((field) => (field.id === 'kind' ? { ...field, codes: 'treeKind' } : field)),
  { ...fields[0], id: 'cut', title: 'Cut', type: 'boolean', format: 'boolean' } as LinkedField,
  { ...fields[0], id: 'version', title: 'Version' } as LinkedField,
];

export const officeCodes = {
  treeKind: ['tree', 'shrub', 'hedge', 'climber'].map((code) => ({ code, label: code.toUpperCase() })),
};

const officeRows: { [field: string]: unknown }[] = Array.from(
  { length: new URLSearchParams(location.search).has('many') ? 3_000 : 600 },
  (_, row) => ({
    ...Object.fromEntries(fields.map(({ id }) => [id, valueAt(row, id)])),
    cut: false,
    version: 1,
  }),
);

export const officeSource: LinkedSource = {
  kind: 'records',
  id: 'rows',
  list: 'trees',
  entity: 'tree',
  fields: officeFields,
  rowKey: 'id',
  hash: null,
  where: {},
};

function entityField(field: LinkedField): EntityField {
  return {
    ...field,
    required: field.id === 'price',
    write: field.id === 'id' ? 'never' : 'always',
    readOnly: field.id === 'id',
    search: [],
    permission: null,
    widget: null,
    minimum: null,
    maximum: null,
    maxLength: field.id === 'note' ? 40 : null,
    pattern: null,
  };
}

export const officeEntity: Entity = {
  id: 'tree',
  title: 'Tree',
  record: {
    prefix: 'tree',
    list: 'trees',
    itemType: 'tree',
    table: 'tree',
    view: 'tree',
    label: 'tree',
    permissions: { view: 'treeV', update: 'treeU' },
  },
  fields: Object.fromEntries(officeFields.map((field) => [field.id, entityField(field)])),
};

function refusal(status: number, message: string, pointer: string | null): ActOutcome {
  const errors = pointer ? [{ pointer, message }] : [];
  const failure: Failure = { status, code: 'refused', message, reference: null, errors, details: {} };
  return { done: false, failure };
}

/** As a server would: the third row was changed by another, and no tree costs more than ten millions. */
export function officeSave(id: unknown, body: { readonly [field: string]: unknown }): ActOutcome {
  const row = officeRows.find((known) => known.id === id);
  if (!row) return refusal(404, 'There is no such tree.', null);
  if (id === 3 && body.__forceUpdate__ !== true)
    return refusal(409, 'Somebody else has changed this record since you opened it.', null);
  if (Number(body.price) > 10_000_000) return refusal(400, 'No tree costs so much.', '/price');
  const { __forceUpdate__: _, version, ...values } = body;
  Object.assign(row, values, { version: Number(version) + 1 });
  return { done: true, value: { ...row } };
}

const steps = (kind: string) => [{ type: 'navigate', to: `/${kind}` }];

/** What office pages have beside the plain table: six buttons a row, groups, totals. */
export const officeLook = {
  freeze: 0,
  groupable: true,
  columns: [
    { id: 'kind', edit: true },
    { id: 'name', link: { $text: ['/tree/', { path: ['row', 'id'] }], over: 'row' } },
    { id: 'planted', edit: true },
    { id: 'height', total: 'avg' },
    { id: 'price', total: 'sum', edit: true },
    { id: 'note', edit: true },
    { id: 'cut', edit: true },
  ],
  actions: ['edit', 'rotateLeft', 'rotateRight', 'merge', 'delete', 'send'].map((kind) => ({
    kind,
    on: steps(kind),
  })),
};

export function officeAnswer(request: PageRequest): RowPage {
  return pageOfRows(officeRows, officeFields, request);
}
