// Takes back what a file of another kind than sales wrote: each record as far as nobody changed it since.
import { type Caller, whoOf } from '../../access/caller.ts';
import type { DatabaseClient } from '../../database/client.ts';
import type { ReadyImport } from '../../definitions/definitions.ts';
import { applyProposals } from '../../records/bulk/apply.ts';
import type { Outcome } from '../../records/bulk/proposal.ts';
import { ownEntity, type RecordServer } from '../../records/served.ts';
import { IMPORT_LOCK } from '../merge-batch.ts';
import { type UndoneFile, UndoRefusal } from '../undo-files.ts';
import { calledBack } from './call-function.ts';

/** Milliseconds: as long as the import itself. */
const timeoutMs = 20 * 60_000;

interface Written {
  readonly id: number;
  readonly version: number;
  readonly line: number;
  readonly district_code: string | null;
}

export async function undoTable(
  server: RecordServer,
  caller: Caller,
  kind: ReadyImport,
  fileId: number,
): Promise<UndoneFile> {
  const entity = ownEntity(kind.entity, server);
  return server.database.write(
    whoOf(caller),
    async (client) => {
      await client.query('select pg_advisory_xact_lock($1::bigint)', [IMPORT_LOCK]);
      const name = await markUndone(client, kind, fileId, caller.id);
      if (kind.undoneBy !== null) {
        const removed = await calledBack(client, kind.undoneBy, fileId);
        return { id: fileId, name, removed, restored: 0, kept: 0 };
      }
      const written = await writtenBy(client, fileId);
      const lines = new Map(written.map((one) => [one.id, one]));
      const outcomes: Outcome[] = [];
      await applyProposals(
        { client, server, caller, entity },
        written.map(({ id, version }) => ({ does: 'undo', id, version }) as const),
        {
          signal: new AbortController().signal,
          report: () => {},
          keep: (_from, batch) => Promise.resolve(void outcomes.push(...batch)),
        },
      );
      await logUndo(client, fileId, entity.record.itemType, outcomes, lines);
      const count = (test: (outcome: Outcome) => boolean) => outcomes.filter(test).length;
      return {
        id: fileId,
        name,
        removed: count(({ outcome, version }) => outcome === 'done' && version === null),
        restored: count(({ outcome, version }) => outcome === 'done' && version !== null),
        kept: count(({ outcome }) => outcome === 'refused'),
      };
    },
    { timeoutMs },
  );
}

async function markUndone(
  client: DatabaseClient,
  { id: kind, title, undo }: ReadyImport,
  fileId: number,
  userId: number,
): Promise<string> {
  const { rows } = await client.query<{ name: string; state: string }>(
    'select name, state from import_file where id = $1::bigint and kind = $2::text for update',
    [fileId, kind],
  );
  const [file] = rows;
  if (!file) throw new UndoRefusal(`There is no imported file ${fileId}.`);
  if (!undo) throw new UndoRefusal(`A file of “${title}” cannot be taken back.`);
  if (file.state !== 'done')
    throw new UndoRefusal(
      `File ${fileId} (${file.name}) is ${file.state}; only a file that is done can be undone.`,
    );
  await client.query(
    `with undone as (
       update import_file set state = 'undone', version = version + 1, updated_by = $2::bigint where id = $1::bigint
       returning id, version, districts
     )
     insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code)
     select $2::bigint, 'import_file', id, 'update', version - 1, '{"state": {"old": "done", "new": "undone"}}',
       case when cardinality(districts) = 1 then districts[1] end
     from undone`,
    [fileId, userId],
  );
  return file.name;
}

async function writtenBy(client: DatabaseClient, fileId: number): Promise<readonly Written[]> {
  const { rows } = await client.query<Written & { [column: string]: unknown }>(
    `select item_id as id, version, line_no as line, district_code from import_log
     where file_id = $1::bigint and version is not null and item_id is not null order by id`,
    [fileId],
  );
  return rows;
}

/** What became of each record, at the line that had written it. */
async function logUndo(
  client: DatabaseClient,
  fileId: number,
  itemType: string,
  outcomes: readonly Outcome[],
  lines: ReadonlyMap<number, Written>,
): Promise<void> {
  const told = outcomes.map(({ id, outcome, version, message }) => {
    const gone = outcome === 'done' && version === null;
    const line = lines.get(id ?? 0);
    return {
      line: line?.line ?? null,
      district_code: line?.district_code ?? null,
      item_id: gone ? null : id,
      action: outcome === 'done' ? 'changed' : 'same',
      message:
        outcome !== 'done'
          ? `Undone, but the record stays: ${message ?? 'it was changed since.'}`
          : gone
            ? `Undone: record ${id} is removed.`
            : 'Undone: it is as it was before the file.',
      severity: outcome === 'done' ? 'info' : 'warning',
    };
  });
  await client.query(
    `insert into import_log (file_id, line_no, district_code, item_type, item_id, action, message, severity)
     select $1::bigint, r.line, r.district_code, $2::text, r.item_id, r.action, r.message, r.severity
     from jsonb_to_recordset($3::jsonb) as r (line integer, district_code text, item_id bigint, action text, message text,
       severity text)`,
    [fileId, itemType, JSON.stringify(told)],
  );
}
