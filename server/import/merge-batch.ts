import type { OwnerClient } from '#server/database/client.ts';
import { CopyIn } from '../database/copy-in.ts';
import { resettleComponents, settleComponents } from './merge-components.ts';
import { removeProperties, settleProperties, touchProperties } from './merge-properties.ts';
import {
  chainSales,
  countDealings,
  lastSaleId,
  removeSales,
  settleConflicts,
  settleSales,
} from './merge-sales.ts';
import { RECEIVED_COLUMNS } from './received-row.ts';
import { countLines, logChains } from './write-log.ts';

/** Serialises imports into one database: two at once would each miss the other's records. */
export const IMPORT_LOCK = 720_510_001;

const SCRATCH = [
  'touched',
  'shared_dealing',
  'stood',
  'chain',
  'pair',
  'dealing',
  'fate',
  'touched_property',
  'property_stood',
  'newest',
  'house',
  'named_component',
];

/**
 * Waits for other imports; sorts and searches of the merge get memory, trigram indexes are kept up in one go. Of the
 * scratch tables a plan needs to know the size and little else.
 */
export async function beginImport(client: OwnerClient): Promise<void> {
  await client.script(`
    set local work_mem = '64MB';
    set local gin_pending_list_limit = '64MB';
    set local statement_timeout = 0;
    set local default_statistics_target = 10;
    select pg_advisory_xact_lock(${IMPORT_LOCK})`);
}

/** A running COPY into sale_received. */
export class ReceivedCopy {
  private readonly copy: CopyIn;

  constructor(client: OwnerClient) {
    this.copy = new CopyIn(client, `copy sale_received (file_id, ${RECEIVED_COLUMNS.join(', ')}) from stdin`);
  }

  /** Pieces of lines, as a file that was read has them. */
  async write(fileId: number, rows: readonly string[]): Promise<void> {
    for (const piece of rows)
      await this.copy.write(`${fileId}\t${piece.replaceAll('\n', `\n${fileId}\t`)}\n`);
  }

  end(): Promise<void> {
    return this.copy.end();
  }

  abandon(): Promise<void> {
    return this.copy.abandon();
  }
}

/** After the files' records were received: what sales, conflicts, properties, components and the log say now. */
export async function settleFiles(client: OwnerClient, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return;
  const since = await lastSaleId(client);
  await chainSales(client, fileIds);
  await touchProperties(client, fileIds);
  await settleSales(client);
  await settleConflicts(client);
  await settleProperties(client);
  await settleComponents(client, fileIds);
  await countDealings(client, since);
  await logChains(client);
  await countLines(client, fileIds);
  await dropScratch(client);
}

/** Takes the records of files back: what other files say stands again, what only they said goes. */
export async function unsettleFiles(client: OwnerClient, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return;
  const files = fileIds.join(',');
  const { rows: components } = await client.query<{ district_code: string; component_code: string }>(
    `select distinct district_code, component_code from sale_received
     where file_id in (${files}) and component_code is not null`,
  );
  await chainSales(client, fileIds);
  await touchProperties(client, fileIds);
  await client.script(`delete from sale_received where file_id in (${files}); drop table chain`);
  await rechain(client);
  await settleSales(client);
  await settleConflicts(client);
  await settleProperties(client);
  await removeSales(client);
  await removeProperties(client);
  await resettleComponents(
    client,
    components.map((row) => [row.district_code, row.component_code] as const),
  );
  await countDealings(client, await lastSaleId(client));
  await dropScratch(client);
}

/** The chain of what is left of the touched keys; no file is fresh. */
async function rechain(client: OwnerClient): Promise<void> {
  await client.script(`
    update touched t set versions = (
      select count(*)::integer from sale_received r where r.natural_key = t.natural_key)`);
  await chainSales(client, [-1]);
}

async function dropScratch(client: OwnerClient): Promise<void> {
  await client.script(`drop table if exists ${SCRATCH.join(', ')}`);
}
