// The items of an export: what is ready, held until the file is, and what becomes of them.
import type { Entity } from '#src/core/entity.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { quoted } from '../../database/json-page.ts';
import type { ReadyExport } from '../../definitions/definitions.ts';
import { moveMany } from '../../records/bulk/move-many.ts';
import type { Outcome } from '../../records/bulk/proposal.ts';
import type { Work } from '../../records/in-transaction.ts';
import type { Saved } from '../../records/saved.ts';
import type { ToldMove } from '../../records/tell.ts';
import { askOf, type ExportValues } from './asked.ts';
import type { ItemMessage } from './export-lines.ts';

export interface Item {
  readonly id: number;
  readonly district: string;
}

const rowsAtOnce = 5_000;

export async function readyItems(
  client: DatabaseClient,
  type: ReadyExport,
  values: Omit<ExportValues, 'ids'>,
  ids: readonly number[] | null,
): Promise<readonly Item[]> {
  const query = askOf(type, type.items, { ...values, ids });
  const found: Item[] = [];
  for await (const rows of client.batches(query.text, query.values, rowsAtOnce))
    for (const row of rows) found.push({ id: Number(row.item), district: String(row.district_code) });
  return found;
}

/** What is ready; where something becomes of the items, or they go back as they stand, nobody changes them until the end. */
export async function holdItems(
  client: DatabaseClient,
  type: ReadyExport,
  { record }: Entity,
  values: Omit<ExportValues, 'ids'>,
): Promise<readonly Item[]> {
  const items = await readyItems(client, type, values, null);
  if ((!type.becomes && type.received === null) || items.length === 0) return items;
  const ids = items.map(({ id }) => id);
  await client.query(
    `select from ${quoted(record.table)} where id = any ($1::bigint[]) order by id for update`,
    [ids],
  );
  // Somebody may have changed one before it was held.
  return readyItems(client, type, values, ids);
}

/**
 * Items and their districts, as many whole districts at once as have `most` items together, in the order of their codes; all
 * at once where there are no more than that.
 */
export function partsOf(
  items: readonly Item[],
  districts: readonly string[],
  most: number,
): readonly Pick<ExportValues, 'districts' | 'ids'>[] {
  if (items.length <= most) return [{ districts, ids: items.map(({ id }) => id) }];
  const parts: { districts: string[]; ids: number[] }[] = [];
  const byDistrict = new Map<string, number[]>();
  for (const { id, district } of items) {
    const own = byDistrict.get(district);
    if (own) own.push(id);
    else byDistrict.set(district, [id]);
  }
  for (const [district, own] of [...byDistrict].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const last = parts.at(-1);
    const part = last && last.ids.length + own.length <= most ? last : { districts: [], ids: [] };
    if (part !== last) parts.push(part);
    part.districts.push(district);
    for (const id of own) part.ids.push(id);
  }
  return parts;
}

interface Watch {
  readonly signal: AbortSignal;
  readonly report: (share: number) => void;
}

export interface Sent {
  readonly refused: readonly ItemMessage[];
  readonly told: readonly ToldMove[];
  readonly saved: readonly Saved[];
}

/** Moves the items as the server's own work and gives them the name of the export; one that is refused says why. */
export async function sendItems(
  work: Work,
  { becomes }: ReadyExport,
  { id: exportId, today }: { readonly id: number; readonly today: string },
  items: readonly Item[],
  { signal, report }: Watch,
): Promise<Sent> {
  if (!becomes || items.length === 0) return { refused: [], told: [], saved: [] };
  const refused: Outcome[] = [];
  const { move, batch, day } = becomes;
  const values = {
    ...(batch === null ? {} : { [batch]: `EXP-${exportId}` }),
    ...(day === null ? {} : { [day]: today }),
  };
  const moved = await moveMany(
    work,
    items.map(({ id }) => id),
    move,
    {
      ...(Object.keys(values).length === 0 ? {} : { values }),
      watch: {
        signal,
        report: (soFar, all) => report(soFar / all),
        keep: (_from, outcomes) => {
          refused.push(...outcomes.filter(({ outcome }) => outcome === 'refused'));
          return Promise.resolve();
        },
      },
    },
  );
  const districts = new Map(items.map(({ id, district }) => [id, district]));
  return {
    refused: refused.map(({ id, message }) => ({
      item: id,
      district_code: districts.get(id ?? 0) ?? '',
      severity: 'E' as const,
      rule: 'STATE',
      message: message ?? 'It cannot be sent.',
    })),
    told: moved.told,
    saved: moved.saved,
  };
}
