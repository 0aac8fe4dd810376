import type { OwnerClient } from '#server/database/client.ts';
import type { Database } from '#server/database/open-database.ts';
import { copyIn } from '../database/copy-in.ts';

const FILE_COLUMNS = `id, name, archive, kind, layout, size, sha256, districts, download_at, read_count, new_count,
  changed_count, same_count, conflict_count, error_count, problem, job_id, uploaded_by, created_by, finished_at`;
const LOG_COLUMNS =
  'file_id, line_no, district_code, item_type, item_id, action, field, old_value, new_value, message, severity';

/** What a dry run wrote about files before it was rolled back: COPY text. */
export interface DryRunPage {
  readonly files: string;
  readonly log: string;
}

/** Reads the files' rows and log out of the transaction that is about to be rolled back. */
export async function readDryRun(client: OwnerClient, fileIds: readonly number[]): Promise<DryRunPage> {
  if (fileIds.length === 0) return { files: '', log: '' };
  const ids = fileIds.join(',');
  // A sale that is new has no record to link to once it is rolled back.
  const log = LOG_COLUMNS.replace('item_id', "case when action <> 'new' then item_id end");
  return {
    files: await readCopy(
      client,
      `copy (select ${FILE_COLUMNS} from import_file where id in (${ids})) to stdout`,
    ),
    log: await readCopy(
      client,
      `copy (select ${log} from import_log where file_id in (${ids}) order by id) to stdout`,
    ),
  };
}

/** Keeps what a dry run would have done as files of the state dry_run, with their log. */
export async function keepDryRun(
  database: Pick<Database, 'owner'>,
  pages: readonly DryRunPage[],
): Promise<void> {
  await database.owner(async (client) => {
    for (const page of pages) {
      if (page.files === '') continue;
      await client.script(
        `create temp table dry_file as select ${FILE_COLUMNS} from import_file where false`,
      );
      await copyIn(client, `copy dry_file (${FILE_COLUMNS}) from stdin`, page.files);
      await client.script(`
        insert into import_file (${FILE_COLUMNS}, state) overriding system value
          select ${FILE_COLUMNS}, 'dry_run' from dry_file;
        drop table dry_file`);
      // Sales that a repeat within the run found made by the run itself are gone as well.
      await copyIn(client, `copy import_log (${LOG_COLUMNS}) from stdin`, page.log);
    }
    await client.script(`
      update import_log g set item_id = null from import_file f
      where f.id = g.file_id and f.state = 'dry_run' and g.item_type = 'SA' and g.item_id is not null
        and not exists (select from sale s where s.id = g.item_id)`);
  });
}

async function readCopy(client: OwnerClient, sql: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of client.copyTo(sql)) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}
