// What became of an export: its items, its messages, and with its file that it is ready.
import type { DatabaseClient } from '../../database/client.ts';
import { quoted } from '../../database/json-page.ts';
import { Problem } from '../../problem.ts';
import { ownEntity, type RecordServer } from '../../records/served.ts';
import type { ExportRow } from './asked.ts';
import type { ItemMessage } from './export-lines.ts';
import type { Item } from './items.ts';
import type { KeptFile } from './kept-exports.ts';

export interface Fate {
  readonly entity: string;
  readonly items: readonly (Item & { readonly sent: boolean })[];
  readonly messages: readonly ItemMessage[];
  /** None where it was given up. */
  readonly file?: KeptFile & { readonly filename: string; readonly lines: number };
}

/** Messages that are kept; all are counted. */
const mostMessages = 10_000;

export async function keepFate(
  client: DatabaseClient,
  { id, type, base_date, synthetic }: ExportRow,
  { entity, items, messages, file }: Fate,
  server: RecordServer,
): Promise<void> {
  const { itemType, table } = ownEntity(entity, server).record;
  await client.query(
    `insert into export_item (export_id, district_code, item_type, item_id, outcome, item_version, sent_before, synthetic)
     select $1::bigint, u.district, $2::text, u.id, case when u.sent then 'SENT' else 'KEPT_OUT' end,
       case when u.sent then t.version end, b.export_id, $6::boolean
     from unnest($3::bigint[], $4::text[], $5::boolean[]) with ordinality u (id, district, sent, place)
     left join ${quoted(table)} t on t.id = u.id
     left join (
       select i.item_id, max(i.export_id) as export_id from export_item i join export_job j on j.id = i.export_id
       where i.item_type = $2::text and i.outcome = 'SENT' and j.type = $7::text and j.state = 'READY'
         and j.base_date is not distinct from $8::date and i.item_id = any ($3::bigint[])
       group by i.item_id) b on b.item_id = u.id
     order by u.place`,
    [
      id,
      itemType,
      items.map((item) => item.id),
      items.map((item) => item.district),
      items.map((item) => item.sent),
      synthetic,
      type,
      base_date,
    ],
  );
  // What keeps an item out is read before what only is worth knowing.
  const ordered = [...messages].sort((one, other) => one.severity.localeCompare(other.severity));
  await client.query(
    `insert into export_message (export_id, district_code, item_type, item_id, severity, rule, message, synthetic)
     select $1::bigint, m.district_code, case when m.item is not null then $2::text end, m.item, m.severity, m.rule, m.message, $4::boolean
     from rows from (jsonb_to_recordset($3::jsonb)
       as (district_code text, item bigint, severity text, rule text, message text)) with ordinality
       m (district_code, item, severity, rule, message, place)
     order by m.place`,
    [id, itemType, JSON.stringify(ordered.slice(0, mostMessages)), synthetic],
  );
  const count = (severity: string) => messages.filter((message) => message.severity === severity).length;
  const { rowCount } = await client.query(
    `update export_job set error_count = $2::integer, warn_count = $3::integer, items = $4::integer, kept_out = $5::integer,
       state = case when $6::text is null then state else 'READY' end, filename = $6::text, sha256 = $7::text,
       size_bytes = $8::bigint, line_count = coalesce($9::integer, 0),
       ended_at = case when $6::text is null then ended_at else clock_timestamp() end,
       sent_before = (select count(*) from export_item i where i.export_id = $1::bigint and i.outcome = 'SENT' and i.sent_before is not null)
     where id = $1::bigint and state not in ('READY', 'FAILED')`,
    [
      id,
      count('E'),
      count('W'),
      items.filter(({ sent }) => sent).length,
      items.filter(({ sent }) => !sent).length,
      file?.filename ?? null,
      file?.sha256 ?? null,
      file?.size_bytes ?? null,
      file?.lines ?? null,
    ],
  );
  // Its job was given up for dead meanwhile, and whoever asked was told so.
  if (rowCount !== 1) throw new Problem('conflict', 'The export was ended meanwhile. Nothing was sent.');
}
