import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'import.list'> = async (call) => {
  return call.context.database.read(whoOf(signedIn(call)), {}, async (client) => {
    const { rows } = await client.query(
      `select f.id, f.name, f.archive, f.kind, f.layout, f.size, f.districts, f.download_at, f.state, f.read_count,
         f.new_count, f.changed_count, f.same_count, f.conflict_count, f.error_count, f.skipped_count, f.problem,
         f.job_id, f.uploaded_at, u.full_name as uploaded_by, f.finished_at
       from import_file f left join app_user u on u.id = f.uploaded_by
       order by f.id desc limit $1`,
      [call.query.limit ?? 200],
    );
    return rows;
  });
};
