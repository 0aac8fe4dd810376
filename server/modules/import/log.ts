import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'import.log'> = async (call) => {
  const { ids, action, severity, after, limit } = call.query;
  return call.context.database.read(whoOf(signedIn(call)), {}, async (client) => {
    const { rows } = await client.query(
      `select g.id, g.file_id, f.name as file_name, g.line_no, g.district_code, g.item_type, g.item_id, g.action,
         g.field, g.old_value, g.new_value, g.message, g.severity
       from import_log g join import_file f on f.id = g.file_id
       where g.file_id = any ($1::bigint[]) and ($2::text is null or g.action = $2)
         and ($3::text is null or g.severity = $3) and g.id > $4::bigint
       order by g.id limit $5::integer`,
      [ids.split(',').map(Number), action ?? null, severity ?? null, after ?? 0, limit ?? 1000],
    );
    return rows;
  });
};
