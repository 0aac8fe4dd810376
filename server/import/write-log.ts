import type { OwnerClient } from '#server/database/client.ts';
import { CONTRADICTION, fieldOf, SALE_FIELDS } from './merge-sales.ts';

/**
 * What became of the lines whose sale has several records: one row per line, and one per field that the record
 * changes. Lines of new sales were logged when these were made.
 */
export async function logChains(client: OwnerClient): Promise<void> {
  const compared = SALE_FIELDS.map(
    (field) => `('${field}', ${fieldOf('o', field)}::text, ${fieldOf('w', field)}::text)`,
  ).join(', ');
  await client.script(`
    create temp table fate as
      select c.file_id, c.line_no, s.id as sale_id, c.position, c.versions,
        coalesce(c.prev_file, c.next_file) as other_file, coalesce(c.prev_line, c.next_line) as other_line,
        w.district_code, w.finding,
        case when c.position = 1 and c.sale_id is null then 'new'
          when c.versions = 1 then 'same'
          when c.prev_content = c.content or (c.prev_content is null and c.next_content = c.content) then 'same'
          when ${CONTRADICTION} then 'conflict' else 'changed' end as action
      from chain c
      join sale s on s.natural_key = c.natural_key
      join sale_received w on w.file_id = c.file_id and w.line_no = c.line_no
      left join sale_received o on o.file_id = coalesce(c.prev_file, c.next_file)
        and o.line_no = coalesce(c.prev_line, c.next_line)
      where c.fresh;
    insert into import_log (file_id, line_no, district_code, item_type, item_id, action, message, severity)
    select f.file_id, f.line_no, f.district_code, 'SA', f.sale_id, f.action,
      nullif(concat_ws(' ', f.finding,
        case when f.action <> 'same' and f.position < f.versions then
          'A newer record stays in force: line ' || n.line_no || ' of ' || nf.name || ', downloaded '
            || to_char(n.download_at, 'YYYY-MM-DD HH24:MI') || '.' end), ''),
      case when f.finding is not null or f.action = 'conflict' then 'warning' else 'info' end
    from fate f
    left join sale s on f.position < f.versions and s.id = f.sale_id
    left join sale_received n on n.file_id = s.file_id and n.line_no = s.line_no
    left join import_file nf on nf.id = n.file_id
    order by f.file_id, f.line_no;
    insert into import_log (file_id, line_no, district_code, item_type, item_id, action,
      field, old_value, new_value, severity)
    select f.file_id, f.line_no, f.district_code, 'SA', f.sale_id, f.action, d.field, d.old_value, d.new_value,
      case when f.action = 'conflict' then 'warning' else 'info' end
    from fate f
    join sale_received w on w.file_id = f.file_id and w.line_no = f.line_no
    join sale_received o on o.file_id = f.other_file and o.line_no = f.other_line
    cross join lateral (values ${compared}) d (field, old_value, new_value)
    where f.action in ('changed', 'conflict') and d.old_value is distinct from d.new_value
    order by f.file_id, f.line_no`);
}

/** Counts of the files by what became of their lines, and the audit row of each. */
export async function countLines(client: OwnerClient, fileIds: readonly number[]): Promise<void> {
  const files = fileIds.join(',');
  await client.script(`
    update import_file i set new_count = t.new_count, changed_count = t.changed_count,
      same_count = t.same_count, conflict_count = t.conflict_count
    from (
      select file_id, count(*) filter (where action = 'new') as new_count,
        count(*) filter (where action = 'changed') as changed_count,
        count(*) filter (where action = 'same') as same_count,
        count(*) filter (where action = 'conflict') as conflict_count
      from import_log where file_id in (${files}) and field is null and line_no is not null
      group by file_id
    ) t
    where i.id = t.file_id;
    -- The header of an archive file names no district.
    update import_file i set districts = array(
      select distinct district_code from sale_received r where r.file_id = i.id order by 1)
    where i.id in (${files}) and i.layout = 'archive';
    insert into audit (user_id, table_name, row_id, action, fields, district_code)
    select i.uploaded_by, 'import_file', i.id, 'insert', jsonb_build_object(
        'name', jsonb_build_object('new', i.name), 'sha256', jsonb_build_object('new', i.sha256),
        'new_count', jsonb_build_object('new', i.new_count),
        'changed_count', jsonb_build_object('new', i.changed_count),
        'conflict_count', jsonb_build_object('new', i.conflict_count)),
      case when cardinality(i.districts) = 1 then i.districts[1] end
    from import_file i where i.id in (${files})`);
}
