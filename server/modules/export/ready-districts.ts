// What is ready of a type, by district, and what was sent before.
import type { DatabaseClient } from '../../database/client.ts';
import type { ReadyExport } from '../../definitions/definitions.ts';
import { ownEntity, type RecordServer } from '../../records/served.ts';
import { askOf, baseDateOf } from './asked.ts';

export interface ReadyDistrict {
  readonly district_code: string;
  readonly district_name: string;
  readonly ready: number;
  readonly sent_before: number;
  readonly last_export: number | null;
  readonly last_at: string | null;
  readonly warning: string | null;
  readonly [column: string]: unknown;
}

/** The year of a type, and the type that is sent before it. */
export async function standingOf(server: RecordServer, client: DatabaseClient, type: ReadyExport) {
  const { itemType } = ownEntity(type.entity, server).record;
  const base_date = await baseDateOf(type, client);
  const before = type.after === null ? null : (server.definitions.current().exports.get(type.after) ?? null);
  return { base_date, before: { itemType, type: before } };
}

type Before = Awaited<ReturnType<typeof standingOf>>['before'];

export async function readyDistricts(
  client: DatabaseClient,
  type: ReadyExport,
  { districts, base_date }: { readonly districts: readonly string[]; readonly base_date: string | null },
  { itemType, type: before }: Before,
): Promise<readonly ReadyDistrict[]> {
  const query = askOf(type, type.items, { districts, base_date, ids: null, export: null });
  const next = query.values.length;
  const place = (i: number) => `$${next + i}`;
  const { rows } = await client.query<ReadyDistrict>(
    `with ready as materialized (${query.text.replace(/;\s*$/, '')}
     ),
     done as (select j.* from export_job j
       where j.state = 'READY' and j.base_date is not distinct from ${place(1)}::date and j.districts && ${place(5)}::text[]),
     sent as (select distinct i.item_id from done j join export_item i on i.export_id = j.id
       where j.type = ${place(2)}::text and i.item_type = ${place(3)}::text and i.outcome = 'SENT')
     select r.district_code::text as district_code, d.name as district_name, r.ready, r.sent_before, l.id as last_export, l.ended_at as last_at,
       case when ${place(4)}::text is not null and not exists (
         select from done j where j.type = ${place(4)}::text and r.district_code = any (j.districts))
         then format('%s of this year was not exported yet.', ${place(6)}::text) end as warning
     from (select y.district_code, count(*)::integer as ready, count(s.item_id)::integer as sent_before
       from ready y left join sent s on s.item_id = y.item group by y.district_code) r
     join district d on d.code = r.district_code
     left join lateral (select j.id, j.ended_at from done j where j.type = ${place(2)}::text and r.district_code = any (j.districts)
       order by j.id desc limit 1) l on true
     order by r.district_code`,
    [...query.values, base_date, type.id, itemType, before?.id ?? null, districts, before?.title ?? null],
  );
  return rows;
}
