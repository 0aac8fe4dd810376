// The screens of the record type that is JSON and SQL alone: list, search, result, record by number and by key, a new one.
const params = [{ id: 'id', in: 'route', type: 'integer' }];

const columns = [
  { id: 'id', link: '/inspection/{row.id}' },
  { id: 'number' },
  { id: 'label', link: '/inspection/{row.district_code}/{row.label}' },
  { id: 'state' },
  { id: 'rate' },
  { id: 'cost', total: 'sum' },
  { id: 'sale_id' },
];

const sections = [
  {
    id: 'main',
    title: 'Inspection',
    columns: 3,
    fields: ['district_code', 'label', 'number', 'sale_id', 'kind', 'part', 'price', 'rate', 'cost'],
  },
  {
    id: 'rooms',
    title: 'Inside',
    columns: 1,
    fields: [
      {
        id: 'rooms',
        lines: {
          add: 'Add a room',
          fields: ['name', { id: 'size', total: 'sum' }],
          buttons: [
            { id: 'clear', label: 'No size', visibleWhen: 'present(row.size)', set: { size: '0.0' } },
          ],
        },
      },
    ],
  },
];

/** A page of one inspection, however it is found. */
const page = (id: string, route: string, given: readonly object[], read: object, number: string) => ({
  format: 1,
  id,
  route,
  title: 'Inspection {data.record.number}',
  needs: 'saleV',
  paper: { orientation: 'portrait' },
  params: given,
  data: {
    record: read,
    history: {
      operation: 'record.history',
      params: { list: 'inspections', id: number },
      follows: 'record',
    },
  },
  blocks: [
    {
      id: 'form',
      type: 'form',
      data: 'record',
      entity: 'inspection',
      sections,
      submit: {
        label: 'Save',
        on: [
          {
            type: 'call',
            operation: 'record.save',
            params: { list: 'inspections', id: '{data.record.id}' },
            body: 'form',
            // biome-ignore lint/suspicious/noThenProperty: a definition says so
            then: [
              { type: 'snackbar', kind: 'success', text: 'Inspection {data.record.number} is saved' },
              { type: 'refresh', data: [] },
            ],
          },
        ],
      },
      readOnlyWhen: "!has_perm('saleU')",
    },
    { id: 'history', type: 'history', title: 'History', data: 'history', entity: 'inspection' },
  ],
});

export const inspectionScreens = {
  'screens/menu.json': {
    items: [
      { title: 'Inspections', action: '/inspection/list', activematch: ['^/inspection/'] },
      { title: 'Search inspections', action: '/inspection/index' },
    ],
  },
  'screens/inspection/list.json': {
    format: 1,
    id: 'inspection/list',
    route: '/inspection/list',
    title: 'Inspections',
    needs: 'saleV',
    paper: { orientation: 'portrait' },
    data: { rows: { records: 'inspections', where: {} } },
    buttons: [
      {
        id: 'new',
        label: 'New inspection',
        visibleWhen: "has_perm('saleU')",
        on: [{ type: 'navigate', to: '/inspection/new' }],
      },
    ],
    blocks: [{ id: 'list', type: 'grid', data: 'rows', rowKey: 'id', columns }],
  },
  'screens/inspection/index.json': {
    format: 1,
    id: 'inspection/index',
    route: '/inspection/index',
    title: 'Search inspections',
    needs: 'saleV',
    blocks: [{ id: 'search', type: 'search', list: 'inspections', simple: ['label', 'state', 'sale_id'] }],
  },
  'screens/inspection/result.json': {
    format: 1,
    id: 'inspection/result',
    route: '/inspection/result/:hash',
    title: 'Inspections found',
    needs: 'saleV',
    params: [{ id: 'hash', in: 'route', type: 'text' }],
    data: { found: { records: 'inspections', hash: '{params.hash}' } },
    blocks: [{ id: 'list', type: 'grid', data: 'found', rowKey: 'id', columns }],
  },
  'screens/inspection/record.json': page(
    'inspection/record',
    '/inspection/:id',
    params,
    { operation: 'record.get', params: { list: 'inspections', id: '{params.id}' } },
    '{params.id}',
  ),
  // By its natural key: district and label, as the entity's "key" has them.
  'screens/inspection/by-key.json': page(
    'inspection/by-key',
    '/inspection/:district/:label',
    [
      { id: 'district', in: 'route', type: 'text' },
      { id: 'label', in: 'route', type: 'text' },
    ],
    { operation: 'record.find', params: { list: 'inspections', key: '{params.district}/{params.label}' } },
    '{data.record.id}',
  ),
  'screens/inspection/new.json': {
    format: 1,
    id: 'inspection/new',
    route: '/inspection/new',
    title: 'New inspection',
    needs: 'saleU',
    blocks: [
      {
        id: 'form',
        type: 'form',
        entity: 'inspection',
        sections,
        submit: {
          label: 'Create',
          on: [
            {
              type: 'call',
              operation: 'record.create',
              params: { list: 'inspections' },
              body: 'form',
              once: 'request_id',
              // biome-ignore lint/suspicious/noThenProperty: a definition says so
              then: [{ type: 'navigate', to: '/inspection/{answer.id}' }],
            },
          ],
        },
      },
    ],
  },
  'screens/sale/record.json': {
    format: 1,
    id: 'sale/record',
    route: '/sale/:id',
    title: 'Sale {params.id}',
    needs: 'saleV',
    params,
    data: { sale: { operation: 'record.get', params: { list: 'sales', id: '{params.id}' } } },
    blocks: [
      { id: 'facts', type: 'facts', data: 'sale', entity: 'sale', fields: [{ id: 'purchase_price' }] },
    ],
  },
};
