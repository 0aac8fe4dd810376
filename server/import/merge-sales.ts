import type { OwnerClient } from '#server/database/client.ts';
import { writeRows } from '#server/database/write-rows.ts';

/** Columns that a received record gives to its sale, by the same name. */
export const SALE_FIELDS = [
  'district_code',
  'property_id',
  'prop_name',
  'unit_number',
  'house_number',
  'street_name',
  'suburb',
  'postcode',
  'contract_date',
  'settlement_date',
  'purchase_price',
  'interest_pct',
  'nature',
  'purpose',
  'strata_lot',
  'zone_code',
  'component_code',
  'sale_code',
  'dealing_number',
  'area',
  'area_unit',
  'dimensions',
  'legal_description',
  'vendors',
  'purchasers',
] as const;

/** A difference in these between two versions is for a person to look at. */
const CONFLICT_FIELDS = [
  'purchase_price',
  'contract_date',
  'settlement_date',
  'interest_pct',
  'area',
] as const;

const NEWEST_LAST =
  'r.archive desc, r.download_at, r.recorded_at nulls first, r.line_no, r.content, r.file_id';

export const fieldOf = (alias: string, field: string): string =>
  field === 'area_unit' ? `coalesce(${alias}.area_unit, 'M')` : `${alias}.${field}`;

/** SQL that is true where two received records, `o` and `w`, contradict each other. */
export const CONTRADICTION = CONFLICT_FIELDS.map((field) => `o.${field} is distinct from w.${field}`).join(
  ' or ',
);

/**
 * Temporary tables of the sales to settle: `touched` keys, the received record each sale `stood` on, and, where
 * there is more than one version or a sale already, the `chain` of versions in the order of time.
 */
export async function chainSales(client: OwnerClient, fileIds: readonly number[]): Promise<void> {
  const fresh = `file_id in (${fileIds.join(',')})`;
  await client.script(`
    create temp table if not exists touched (natural_key text collate "C", sale_id bigint, versions integer);
    insert into touched
      select n.natural_key, s.id, n.versions + coalesce(o.versions, 0)
      from (
        select natural_key, count(*)::integer as versions from sale_received where ${fresh} group by natural_key
      ) n
      left join sale s on s.natural_key = n.natural_key
      left join (
        select natural_key, count(*)::integer as versions from sale_received
        where not ${fresh} and natural_key in (select natural_key from sale_received where ${fresh})
        group by natural_key
      ) o on o.natural_key = n.natural_key
      where not exists (select from touched k where k.natural_key = n.natural_key);
    analyze touched;
    create temp table if not exists stood as select null::bigint as sale_id, r.* from sale_received r where false;
    insert into stood
      select s.id, r.* from touched t join sale s on s.id = t.sale_id
      join sale_received r on r.file_id = s.file_id and r.line_no = s.line_no
      where not exists (select from stood o where o.sale_id = s.id);
    create temp table chain as
      select r.natural_key, t.sale_id, r.file_id, r.line_no, r.content, r.${fresh} as fresh,
        row_number() over versions as position, count(*) over (partition by r.natural_key) as versions,
        lag(r.content) over versions as prev_content,
        lag(r.file_id) over versions as prev_file, lag(r.line_no) over versions as prev_line,
        lead(r.content) over versions as next_content,
        lead(r.file_id) over versions as next_file, lead(r.line_no) over versions as next_line
      from touched t join sale_received r on r.natural_key = t.natural_key
      where t.versions > 1 or t.sale_id is not null
      window versions as (partition by r.natural_key order by ${NEWEST_LAST});
    analyze chain`);
}

/** What a sale takes from its record besides the fields: where it came from. */
const origin = {
  file_id: 'w.file_id',
  line_no: 'w.line_no',
  download_at: 'w.download_at',
};
const lastOf = 'sale_received w on w.file_id = c.file_id and w.line_no = c.line_no';

/** The newest version of each key becomes its sale; a field changed by hand stays where the files agree on it. */
export async function settleSales(client: OwnerClient): Promise<void> {
  // Sales are made with the size of their dealing: to write them again for it would take as long as to make them.
  await client.script(`
    create temp table shared_dealing as
      select split_part(natural_key, '|', 3) as dealing_number, count(*)::integer as size from touched
      where sale_id is null and split_part(natural_key, '|', 3) <> '' group by 1 having count(*) > 1;
    analyze shared_dealing`);
  const sharedOf = 'shared_dealing d on d.dealing_number = w.dealing_number';
  const fields = SALE_FIELDS.map((field) => [field, fieldOf('w', field)]);
  const columns = {
    dealing_size: 'coalesce(d.size, 1)',
    multi_property: 'd.size is not null',
    source: "'LPI'",
    ...origin,
    sale_counter: 'w.sale_counter',
    synthetic: 'w.synthetic',
    ...Object.fromEntries(fields),
  };
  // Sales of one record, nearly all of them: their line of the log is written in the same breath.
  await writeRows(client, {
    action: 'insert',
    table: 'sale',
    columns: { ...columns, first_file_id: 'w.file_id' },
    from: `touched t join sale_received w on w.natural_key = t.natural_key left join ${sharedOf}
      where t.versions = 1 and t.sale_id is null`,
    told: {
      columns: ['id', 'file_id', 'line_no', 'district_code'],
      statement: `insert into import_log (file_id, line_no, district_code, item_type, item_id, action, message, severity)
        select made.file_id, made.line_no, made.district_code, 'SA', made.id, 'new', w.finding,
          case when w.finding is null then 'info' else 'warning' end
        from written made left join sale_received w on w.file_id = made.file_id and w.line_no = made.line_no
          and w.finding is not null`,
    },
  });
  const first = 'chain f on f.natural_key = c.natural_key and f.position = 1';
  await writeRows(client, {
    action: 'insert',
    table: 'sale',
    columns: { ...columns, first_file_id: 'f.file_id' },
    from: `chain c join ${lastOf} join ${first} left join ${sharedOf}
      where c.position = c.versions and c.sale_id is null`,
  });
  const changed = SALE_FIELDS.map((field) => {
    const [now, before] = [fieldOf('w', field), fieldOf('o', field)];
    return [field, `case when ${now} is distinct from ${before} then ${now} else t.${field} end`];
  });
  await writeRows(client, {
    action: 'update',
    table: 'sale',
    fields: Object.fromEntries(changed),
    marks: { ...origin, first_file_id: 'f.file_id', sale_counter: 'w.sale_counter' },
    from: `chain c join ${lastOf} join ${first} join stood o on o.sale_id = c.sale_id`,
    where: 'c.position = c.versions and t.id = c.sale_id',
  });
  // A sale that stood on no received record (typed in, or kept when its file was taken back) keeps its fields.
  await writeRows(client, {
    action: 'update',
    table: 'sale',
    fields: {},
    marks: origin,
    from: `chain c join ${lastOf}`,
    where: `c.position = c.versions and t.id = c.sale_id
      and not exists (select from stood o where o.sale_id = t.id)`,
  });
}

/** One open conflict per pair of successive versions that differ in price, dates, interest or area. */
export async function settleConflicts(client: OwnerClient): Promise<void> {
  const json = (alias: string) =>
    `jsonb_build_object(${SALE_FIELDS.map((field) => `'${field}', ${fieldOf(alias, field)}`).join(', ')})`;
  const fields = CONFLICT_FIELDS.map(
    (field) => `case when o.${field} is distinct from w.${field} then '${field}' end`,
  ).join(', ');
  await client.script(`
    create temp table pair as
      select distinct on (s.id, o.content, w.content) s.id as sale_id, s.district_code, s.synthetic,
        w.file_id, w.line_no, w.download_at, o.content as existing_content, w.content as incoming_content,
        array_remove(array[${fields}], null) as fields, ${json('o')} as existing, ${json('w')} as incoming
      from chain c
      join sale s on s.natural_key = c.natural_key
      join sale_received o on o.file_id = c.prev_file and o.line_no = c.prev_line
      join sale_received w on w.file_id = c.file_id and w.line_no = c.line_no
      where c.prev_content <> c.content and (${CONTRADICTION})
      order by s.id, o.content, w.content, c.position;`);
  await writeRows(client, {
    action: 'delete',
    table: 'sale_conflict',
    using: 'touched k',
    // What was decided stays for as long as a file says what was decided of.
    where: `t.sale_id = k.sale_id and t.existing_content is not null
      and not exists (select from pair p where p.sale_id = t.sale_id
        and p.existing_content = t.existing_content and p.incoming_content = t.incoming_content)
      and (t.state = 'open' or not exists (select from sale_received r where r.natural_key = k.natural_key
        and r.content = t.incoming_content))`,
  });
  const pairOf =
    't.sale_id = p.sale_id and t.existing_content = p.existing_content and t.incoming_content = p.incoming_content';
  await writeRows(client, {
    action: 'update',
    table: 'sale_conflict',
    fields: {},
    marks: { file_id: 'p.file_id', line_no: 'p.line_no', download_at: 'p.download_at' },
    from: 'pair p',
    where: pairOf,
  });
  const columns = [
    'sale_id',
    'district_code',
    'synthetic',
    'file_id',
    'line_no',
    'download_at',
    'fields',
    'existing',
    'incoming',
    'existing_content',
    'incoming_content',
  ];
  await writeRows(client, {
    action: 'insert',
    table: 'sale_conflict',
    columns: Object.fromEntries(columns.map((column) => [column, `p.${column}`])),
    from: 'pair p',
    unless: ['sale_id', 'existing_content', 'incoming_content'],
  });
  await writeRows(client, {
    action: 'update',
    table: 'sale',
    fields: {},
    marks: { conflict: 'found.open' },
    from: `(
      select s.id, exists (select from sale_conflict k where k.sale_id = s.id and k.state = 'open') as open
      from sale s where s.id in (select sale_id from touched where sale_id is not null union select sale_id from pair)
    ) found`,
    where: 't.id = found.id',
  });
}

/** The newest sale that is there; null without any. */
export async function lastSaleId(client: OwnerClient): Promise<number | null> {
  const { rows } = await client.query<{ id: number | null }>('select max(id) as id from sale');
  return rows[0]?.id ?? null;
}

/**
 * Every sale of a dealing knows how many sales share its one price: those that were there before too. Sales that were
 * made after `since` know already, where none of their dealing is older.
 */
export async function countDealings(client: OwnerClient, since: number | null): Promise<void> {
  const touched = `select split_part(natural_key, '|', 3) from touched where split_part(natural_key, '|', 3) <> ''`;
  await client.script(`
    create temp table dealing as
      select s.dealing_number, s.synthetic, count(*)::integer as size from sale s
      where s.dealing_number in (
        select dealing_number from sale where id <= ${Number(since ?? 0)} and dealing_number in (${touched}))
      group by s.dealing_number, s.synthetic
      having count(*) > 1 or bool_or(s.dealing_size > 1);
    analyze dealing`);
  await writeRows(client, {
    action: 'update',
    table: 'sale',
    fields: {},
    marks: { dealing_size: 'd.size', multi_property: 'd.size > 1' },
    from: 'dealing d',
    where: 't.dealing_number = d.dealing_number and t.synthetic = d.synthetic',
  });
}

/** Sales whose last received record was taken back; those that people worked on are kept. */
export async function removeSales(client: OwnerClient): Promise<void> {
  await writeRows(client, {
    action: 'delete',
    table: 'sale',
    using: 'touched k',
    where: `t.id = k.sale_id and t.line_no is not null and t.updated_by is null
      and not exists (select from sale_received r where r.natural_key = k.natural_key)
      and not exists (select from analysis a where a.sale_id = t.id)`,
  });
  await writeRows(client, {
    action: 'update',
    table: 'sale',
    fields: {},
    marks: { line_no: 'null::integer' },
    from: 'touched k',
    where: `t.id = k.sale_id
      and not exists (select from sale_received r where r.natural_key = k.natural_key)`,
  });
}
