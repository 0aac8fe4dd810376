import { createHash } from 'node:crypto';
import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

interface Found {
  readonly district_code: string;
  readonly base_date: string;
  readonly level: string;
  readonly key: string;
  readonly test: string;
  readonly message: string;
}

/** A file of the checker about what the audit found, a few lines of each district: half of them have a note of the audit. */
export async function plantVat(client: OwnerClient): Promise<Readonly<Record<string, number>>> {
  const { rows } = await client.query<Found>(
    `select district_code, to_char(base_date, 'YYYY-MM-DD') as base_date, level, key, test, message from (
       select r.district_code::text, future_base_date() as base_date, case t.scope when 'PROP' then 'PID' else t.scope end as level, r.key,
         t.number::text as test, t.title || case when r.measured is null then '' else ' ' || round(r.measured, 3) end as message,
         row_number() over (partition by r.district_code, t.scope, n.id is null order by t.number, r.key) as nth
       from audit_result r
       join audit_test t on t.number = r.test and t.scope in ('ZONE', 'COMP', 'PROP')
       left join audit_note n on n.district_code = r.district_code and n.base_date = future_base_date() and n.test = r.test
         and n.key = r.key and n.synthetic
       where r.synthetic and r.failed
         and r.base_date = case t.scope when 'ZONE' then lt_base_date() else future_base_date() end and r.district_code in ('001', '002', '005')) one
     where nth <= 5 order by district_code, test, key`,
  );
  if (rows.length === 0) return { vat_file: 0, vat_exception: 0 };
  const lines = rows.map(
    ({ district_code: d, base_date, level, key, test, message }) =>
      `B;${d};${base_date.replaceAll('-', '')};${d};ITEM;${level};${key};${test};${message};;`,
  );
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = await writeRows(client, {
    action: 'insert',
    table: 'vat_file',
    columns: {
      name: "'VAT_EXCEPTIONS_' || to_char(future_base_date(), 'YYYY') || '.txt'",
      sha256: '$1::text',
      bytes: '$2::bytea',
      districts: '$3::text[]',
      lines: '$4::integer',
      uploaded_by: '(select min(id) from app_user where valuer and synthetic)',
      synthetic: 'true',
    },
    from: '(select) one',
    values: [sha256, bytes, [...new Set(rows.map((row) => row.district_code))], rows.length],
  });
  const exceptions = await writeRows(client, {
    action: 'insert',
    table: 'vat_exception',
    columns: {
      file_id: 'f.id',
      synthetic: 'true',
      line_no: 'l.line_no',
      district_code: 'l.district_code',
      base_date: 'l.base_date',
      level: 'l.level',
      key: 'l.key',
      test: 'l.test',
      message: 'l.message',
    },
    from: `jsonb_to_recordset($1::jsonb) as l (line_no integer, district_code text, base_date date, level text, key text, test text,
      message text), vat_file f where f.synthetic and f.sha256 = $2::text order by l.line_no`,
    values: [JSON.stringify(rows.map((row, i) => ({ line_no: i + 1, ...row }))), sha256],
  });
  return { vat_file: file, vat_exception: exceptions };
}
