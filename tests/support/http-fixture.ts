import type { Database } from '#server/database/open-database.ts';

/** Screens of the HTTP tests: a list of sales, a report by district, one for administrators and a broken one. */
export const screens = {
  'screens/menu.json': {
    items: [
      { title: 'Found', action: '/found/x' },
      { title: 'Reports', items: [{ title: 'Counts', action: '/report/counts/all', needs: 'repoV' }] },
      { title: 'Secret', action: '/secret' },
    ],
  },
  'screens/open.json': { format: 1, id: 'open', route: '/open', access: 'public', title: 'Open', blocks: [] },
  'screens/found.json': {
    format: 1,
    id: 'found',
    route: '/found/:id',
    title: 'Found',
    needs: 'saleV',
    params: [{ id: 'id', in: 'route', type: 'text' }],
    data: { found: { records: 'sales', hash: '{params.id}' } },
    blocks: [
      {
        id: 'list',
        type: 'grid',
        data: 'found',
        rowKey: 'id',
        columns: [
          { id: 'id' },
          { id: 'address', title: 'Where' },
          { id: 'purchase_price' },
          { id: 'contract_date' },
        ],
      },
    ],
  },
  'screens/report/counts.json': {
    format: 1,
    id: 'report/counts',
    route: '/report/counts/:dst',
    title: 'Counts {params.dst}',
    needs: 'repoV',
    dataset: true,
    params: [
      { id: 'dst', in: 'route', entity: 'district' },
      { id: 'least', type: 'integer', title: 'Least price' },
    ],
    data: { rows: { sql: 'counts' } },
    blocks: [
      {
        id: 'list',
        type: 'grid',
        data: 'rows',
        rowKey: 'id',
        columns: [
          { id: 'id' },
          { id: 'district_code' },
          { id: 'street_name' },
          { id: 'purchase_price' },
          { id: 'contract_date' },
        ],
      },
    ],
  },
  'screens/report/counts.sql': `-- :not_a_parameter
    select s.id, s.district_code::text as district_code, s.street_name, s.purchase_price::bigint as purchase_price, s.contract_date
    from sale s
    where s.district_code = any(:districts::text[]) and (:least::bigint is null or s.purchase_price::bigint >= :least)
    order by s.id;`,
  'screens/secret.json': {
    format: 1,
    id: 'secret',
    route: '/secret',
    title: 'Secret',
    needs: 'admnU',
    blocks: [{ id: 'text', type: 'text', text: 'For administrators.' }],
  },
  'screens/broken.json': {
    format: 1,
    id: 'broken',
    route: '/broken',
    title: 'Broken',
    blocks: [{ id: 'x', type: 'gird' }],
  },
};

/** Sales 1 to 6: four in 001, two in 002; the last of each is a synthetic one. */
export async function addSales(database: Database): Promise<void> {
  const rows = [
    ['001', '1', 'HIGH ST', 'ALPHA', 100_000, '2022-03-04', false],
    ['001', '2', '=2+3 ST', 'ALPHA', 200_000, '2022-05-06', false],
    ['001', '3', 'LOW, "OLD" ST', 'BETA', 300_000, '0017-02-17', false],
    ['001', '4', 'DEMO ST', 'BETA', 900_000, '2022-07-08', true],
    ['002', '5', 'MID ST', 'GAMMA', 400_000, '2022-09-10', false],
    ['002', '6', 'DEMO RD', 'GAMMA', 800_000, '2022-11-12', true],
  ];
  await database.owner(async (client) => {
    for (const [district, house, street, suburb, price, date, synthetic] of rows)
      await client.query(
        `insert into sale (source, district_code, house_number, street_name, suburb, postcode, purchase_price,
           contract_date, dealing_number, synthetic)
         values ('LPI', $1::text, $2::text, $3::text, $4::text, '2320', $5::bigint, $6::date, 'D' || $2::text, $7::boolean)`,
        [district, house, street, suburb, price, date, synthetic],
      );
  });
}

/** A form over a sale, laid over the screens above where a test needs one. */
export const editScreen = {
  'screens/edit.json': {
    format: 1,
    id: 'edit',
    route: '/edit/:id',
    title: 'Edit {params.id}',
    needs: 'saleV',
    params: [{ id: 'id', in: 'route', type: 'integer' }],
    data: { sale: { operation: 'record.get', params: { list: 'sales', id: '{params.id}' } } },
    blocks: [
      {
        id: 'form',
        type: 'form',
        data: 'sale',
        entity: 'sale',
        sections: [{ id: 'main', fields: ['contract_date', 'settlement_date', 'purchase_price', 'suburb'] }],
        submit: {
          on: [
            {
              type: 'call',
              operation: 'record.save',
              params: { list: 'sales', id: '{params.id}' },
              body: 'form',
            },
          ],
        },
      },
    ],
  },
};

/** A report whose figures lead to sales. */
export const figureScreens = {
  'screens/report/figures.json': {
    format: 1,
    id: 'report/figures',
    route: '/report/figures/:dst',
    title: 'Figures {params.dst}',
    needs: 'repoV',
    group: 'stat',
    params: [{ id: 'dst', in: 'route', entity: 'district' }],
    data: { rows: { sql: 'figures' } },
    blocks: [{ id: 'list', type: 'grid', data: 'rows', columns: [{ id: 'district_code' }, { id: 'n' }] }],
  },
  'screens/report/figures.sql': `-- counts: sales by sale_id
    with told as (
      select id as sale_id, district_code::text as district_code from sale where district_code = any(:districts::text[])
    )
    select district_code, count(*)::integer as n from told group by district_code`,
  'screens/report/figures-of-region.json': {
    format: 1,
    id: 'report/figures-of-region',
    route: '/report/figures-of-region/:dst',
    title: 'Figures of the region, {params.dst}',
    needs: 'repoV',
    group: 'stat',
    params: [{ id: 'dst', in: 'route', entity: 'district', wholeRegion: true }],
    data: { rows: { sql: 'figures' } },
    blocks: [{ id: 'list', type: 'grid', data: 'rows', columns: [{ id: 'district_code' }, { id: 'n' }] }],
  },
  'screens/behind.json': {
    format: 1,
    id: 'behind',
    route: '/sale/result/:id',
    title: 'Sales found',
    needs: 'saleV',
    params: [{ id: 'id', in: 'route', type: 'text' }],
    blocks: [{ id: 'words', type: 'text', text: 'Search {params.id}' }],
  },
};
