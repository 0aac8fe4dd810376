// A record type that is JSON and SQL alone: what an entity may say, said by one.
import type { Database } from '#server/database/open-database.ts';

export const inspectionFiles = {
  'schemas/codes/inspectionState.json': {
    id: 'inspectionState',
    title: 'State',
    codes: [
      { code: 'PLANNED', label: 'Planned' },
      { code: 'DONE', label: 'Done' },
      { code: 'CHECKED', label: 'Checked' },
    ],
  },
  'schemas/codes/inspectionKind.json': {
    id: 'inspectionKind',
    title: 'Kind',
    codes: [
      { code: 'IN', label: 'Inside' },
      { code: 'OUT', label: 'Outside' },
    ],
  },
  'schemas/codes/inspectionPart.json': {
    id: 'inspectionPart',
    title: 'Part',
    parent: 'inspectionKind',
    codes: [
      { code: 'ROOF', label: 'Roof', parent: ['OUT'] },
      { code: 'BATH', label: 'Bath', parent: ['IN'] },
      { code: 'WALL', label: 'Wall', parent: ['IN', 'OUT'] },
    ],
  },
  'schemas/entities/inspection.json': {
    $id: 'inspection',
    title: 'Inspection',
    type: 'object',
    scope: 'district',
    quick: ['label'],
    lookup: { search: ['label'], show: ['label', 'price'] },
    preview: ['state', 'price', 'part'],
    icon: 'endorsed',
    record: {
      prefix: 'inspection',
      list: 'inspections',
      itemType: 'IS',
      table: 'inspection',
      label: 'Inspection {number}',
      permissions: { view: 'saleV', update: 'saleU' },
    },
    refs: { sale_id: 'sale' },
    unique: [['sale_id', 'label']],
    key: ['district_code', 'label'],
    required: ['district_code', 'sale_id', 'label'],
    properties: {
      district_code: { type: 'string', title: 'District', list: 'districts', write: 'create' },
      sale_id: { type: 'integer', title: 'Sale', format: 'id', search: ['eq'] },
      label: { type: 'string', title: 'Label', maxLength: 20, search: ['contains'] },
      number: { type: 'string', title: 'Number', number: { prefix: 'I', per: 'district_code', digits: 3 } },
      state: { type: 'string', title: 'State', codes: 'inspectionState', search: ['oneof'] },
      kind: { type: 'string', title: 'Kind', codes: 'inspectionKind', default: 'IN' },
      part: { type: 'string', title: 'Part', codes: 'inspectionPart' },
      price: {
        type: 'integer',
        title: 'Price',
        format: 'currency',
        from: { ref: 'sale_id', field: 'purchase_price', reread: true },
      },
      rate: { type: 'number', title: 'Rate' },
      cost: {
        type: 'integer',
        title: 'Cost',
        format: 'currency',
        value: 'form.rate * sum(form.rooms.map(r, r.size))',
      },
    },
    children: {
      rooms: {
        title: 'Rooms',
        table: 'inspection_room',
        parent: 'inspection_id',
        order: 'posn',
        maxItems: 3,
        required: ['name'],
        properties: {
          name: { type: 'string', title: 'Name', maxLength: 10 },
          size: { type: 'number', title: 'Size', minimum: 0 },
        },
      },
    },
    life: {
      field: 'state',
      start: 'PLANNED',
      end: ['CHECKED'],
      moves: [
        {
          id: 'finish',
          title: 'Finish',
          from: ['PLANNED'],
          to: 'DONE',
          check: 'form.rooms.size() > 0',
          message: 'No room was inspected. Add one.',
          runs: 'inspection_finished',
        },
        { id: 'reopen', title: 'Reopen', from: ['DONE'], to: 'PLANNED' },
        {
          id: 'approve',
          title: 'Approve',
          from: ['DONE'],
          to: 'CHECKED',
          notBy: 'created_by',
          notify: 'created_by',
        },
      ],
    },
  },
};

const statements = [
  `create table inspection (id bigint generated always as identity primary key, district_code district_code not null,
    sale_id bigint not null references sale (id), label text not null, number text not null, state text not null,
    kind text, part text, price bigint, rate numeric, cost bigint, synthetic boolean not null default false,
    created_at timestamptz not null default now(), created_by bigint, updated_at timestamptz not null default now(),
    updated_by bigint, version integer not null default 1,
    constraint inspection_once unique (sale_id, label), constraint inspection_key unique (district_code, label))`,
  `create table inspection_room (id bigint generated always as identity primary key,
    inspection_id bigint not null references inspection (id) on delete cascade, posn integer, name text not null, size numeric)`,
  `select record_table('inspection', 'district')`,
  `select child_table('inspection_room', 'inspection')`,
  `create function inspection_finished(which bigint) returns void language plpgsql as $$
    begin
      if (select rate from inspection where id = which) = 13 then
        raise exception 'Thirteen is no rate. Change it.';
      end if;
    end $$`,
];

export async function addInspections(database: Database): Promise<void> {
  await database.owner(async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}
