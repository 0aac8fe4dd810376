import type { OwnerClient } from '#server/database/client.ts';
import type { Database } from '#server/database/open-database.ts';
import { forgetRuns } from '#server/database/report-runs.ts';
import { foreignLine } from './foreign-lines.ts';
import { beginImport, unsettleFiles } from './merge-batch.ts';

export interface UndoneFile {
  readonly id: number;
  readonly name: string;
  /** Sales removed, put back to what another file says, and left because a newer file or a person changed them. */
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
}

/** A file that cannot be taken back; the message says why. */
export class UndoRefusal extends Error {
  override readonly name = 'UndoRefusal';
}

/** A file of a district in which whoever asks does not work. */
export class ForeignUndo extends Error {
  override readonly name = 'ForeignUndo';
}

/**
 * Takes back all that a file brought: its records go, and every sale and out-of-contract property says again what
 * the files that are left say. Where a newer file or a person changed a sale afterwards, that stays, and the log
 * says so line by line.
 */
export async function undoFile(
  database: Pick<Database, 'owner'>,
  fileId: number,
  userId: number | null,
  workDistricts: readonly string[] | '*' = '*',
): Promise<UndoneFile> {
  return database.owner(async (client) => {
    await beginImport(client);
    const { rows } = await client.query<{ id: number; name: string; state: string; kind: string }>(
      'select id, name, state, kind from import_file where id = $1 for update',
      [fileId],
    );
    const file = rows[0];
    if (file === undefined) throw new UndoRefusal(`There is no imported file ${fileId}.`);
    if (file.kind === 'UPLOAD')
      throw new UndoRefusal(`${file.name} is an upload; undo the files that came with it.`);
    if (file.state !== 'done') {
      throw new UndoRefusal(
        `File ${fileId} (${file.name}) is ${file.state}; only a file that is done can be undone.`,
      );
    }
    const foreign = await foreignLine(client, [fileId], workDistricts);
    if (foreign)
      throw new ForeignUndo(
        `${file.name} has sales of district ${foreign.district}, which you do not work in. Ask somebody who works there.`,
      );
    await rememberLines(client, fileId);
    await unsettleFiles(client, [fileId]);
    const counts = await logUndo(client, fileId);
    await markUndone(client, fileId, userId);
    await forgetRuns(client);
    return { id: fileId, name: file.name, ...counts };
  });
}

async function rememberLines(client: OwnerClient, fileId: number): Promise<void> {
  await client.script(`
    create temp table undo_line as
      select r.line_no, r.natural_key, r.content, r.district_code, s.id as sale_id,
        s.file_id = r.file_id and s.line_no = r.line_no as in_force
      from sale_received r left join sale s on s.natural_key = r.natural_key
      where r.file_id = ${fileId}`);
}

async function logUndo(client: OwnerClient, fileId: number): Promise<Omit<UndoneFile, 'id' | 'name'>> {
  await client.script(`
    create temp table undo_fate as
      select u.*, s.id is not null as stays, s.line_no is not null as stands, s.updated_by is not null as edited,
        o.line_no as other_line, o.content as other_content, f.name as other_name
      from undo_line u
      left join sale s on s.id = u.sale_id
      left join sale_received o on o.file_id = s.file_id and o.line_no = s.line_no
      left join import_file f on f.id = o.file_id;
    insert into import_log (file_id, line_no, district_code, item_type, item_id, action, message, severity)
    select ${fileId}, line_no, district_code, 'SA', case when stays then sale_id end,
      case when in_force and (not stays or other_content <> content) then 'changed' else 'same' end,
      case
        when not stays then 'Undone: sale ' || coalesce(sale_id::text, '') || ' is removed.'
        when not stands then 'Undone, but the sale stays: a person or an analysis works with it.'
        when in_force then 'Undone: line ' || other_line || ' of ' || other_name || ' is in force again.'
        else 'Undone; nothing changes: line ' || other_line || ' of ' || other_name || ' is newer and stays.' end,
      case when stays and not stands then 'warning' else 'info' end
    from undo_fate order by line_no`);
  const { rows } = await client.query<{ removed: number; restored: number; kept: number }>(
    `select count(*) filter (where not stays)::integer as removed,
       count(*) filter (where stays and stands and in_force)::integer as restored,
       count(*) filter (where stays and not (stands and in_force))::integer as kept
     from undo_fate`,
  );
  await client.script('drop table undo_fate, undo_line');
  return rows[0] ?? { removed: 0, restored: 0, kept: 0 };
}

async function markUndone(client: OwnerClient, fileId: number, userId: number | null): Promise<void> {
  await client.query(
    `with undone as (
       update import_file set state = 'undone', version = version + 1, updated_by = $2 where id = $1
       returning id, version, districts
     )
     insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code)
     select $2, 'import_file', id, 'update', version - 1, '{"state": {"old": "done", "new": "undone"}}',
       case when cardinality(districts) = 1 then districts[1] end
     from undone`,
    [fileId, userId],
  );
}
