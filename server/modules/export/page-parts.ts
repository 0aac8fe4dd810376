// Pages of items as PDFs. They are made before anything is held, as they take a while; what has changed when the items are held
// is kept out.
import { setImmediate } from 'node:timers/promises';
import type { Entity } from '#src/core/entity.ts';
import { type Caller, whoOf } from '../../access/caller.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { quoted } from '../../database/json-page.ts';
import type { ReadyExport } from '../../definitions/definitions.ts';
import type { RecordServer } from '../../records/served.ts';
import type { DocumentMaker } from '../document/document-kind.ts';
import { askOf, type ExportRow, type ExportValues } from './asked.ts';
import type { Part } from './export-file.ts';
import type { ItemMessage } from './export-lines.ts';
import { type Item, readyItems } from './items.ts';

/** They are held in memory until the ZIP is written: some 40 KB each. */
const mostPages = 2_000;

export interface MadePage extends Item, Part {
  readonly version: number;
}

export interface MadePages {
  readonly pages: ReadonlyMap<number, MadePage>;
  readonly messages: readonly ItemMessage[];
}

export interface PageWork {
  readonly report: (share: number, message: string) => void;
  readonly signal: AbortSignal;
}

export async function versionsOf(
  client: DatabaseClient,
  { record }: Entity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ id: number; version: number }>(
    `select id, version from ${quoted(record.table)} where id = any ($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

async function planned(
  client: DatabaseClient,
  type: ReadyExport,
  entity: Entity,
  values: Omit<ExportValues, 'ids'>,
) {
  const ready = await readyItems(client, type, values, null);
  const ids = ready.slice(0, mostPages).map(({ id }) => id);
  const versions = await versionsOf(client, entity, ids);
  const query = askOf(type, type.pages?.sql ?? '', { ...values, ids });
  const { rows } = await client.query<{ item: number; district_code: string; name: string }>(
    query.text,
    query.values,
  );
  return { rows, versions, over: ready.slice(mostPages) };
}

export async function makePages(
  server: RecordServer & { readonly documents: DocumentMaker },
  type: ReadyExport,
  entity: Entity,
  caller: Caller,
  asked: ExportRow,
  { report, signal }: PageWork,
): Promise<MadePages> {
  const { make } = server.documents;
  if (!make || !type.pages) throw new Error('Nothing here makes documents.');
  const dataset = asked.synthetic ? 'synthetic' : 'real';
  const values = { districts: asked.districts, base_date: asked.base_date, export: asked.id };
  const { rows, versions, over } = await server.database.read(whoOf(caller), { dataset }, (client) =>
    planned(client, type, entity, values),
  );
  const { screen, params } = type.pages;
  const pages = new Map<number, MadePage>();
  for (const [i, row] of rows.entries()) {
    const turn = async () => {
      await setImmediate();
      signal.throwIfAborted();
    };
    report(i / rows.length, `PDF ${i + 1} of ${rows.length}`);
    const known: { readonly [column: string]: unknown } = row;
    const given = Object.fromEntries(
      Object.entries(params).map(([param, column]) => [param, Number(known[column])]),
    );
    const ask = { screen, params: given, dataset } as const;
    const name = `${row.name}.pdf`;
    const { bytes } = await make({ ask, format: 'pdf', title: row.name, name }, caller, turn, signal);
    const [id, district] = [Number(row.item), String(row.district_code)];
    pages.set(id, { id, district, version: versions.get(id) ?? 0, name: `${district}/${name}`, bytes });
  }
  const [next] = over;
  const later = next && {
    item: null,
    district_code: next.district,
    severity: 'W' as const,
    rule: 'MORE',
    message: `A file holds ${mostPages} PDFs at most. ${over.length} more are ready: export again for them.`,
  };
  return { pages, messages: later ? [later] : [] };
}

/** Items whose PDF shows what they were, not what they are. */
export async function changedPages(
  client: DatabaseClient,
  entity: Entity,
  items: readonly Item[],
  pages: ReadonlyMap<number, MadePage>,
): Promise<readonly ItemMessage[]> {
  const versions = await versionsOf(
    client,
    entity,
    items.map(({ id }) => id),
  );
  return items
    .filter(({ id }) => pages.get(id)?.version !== versions.get(id))
    .map(({ id, district }) => ({
      item: id,
      district_code: district,
      severity: 'E',
      rule: 'NEW',
      message: 'It was changed while its PDF was made. Export it again.',
    }));
}
