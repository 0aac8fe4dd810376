import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { maySeeItem, mostPhotos, photoColumns } from './photos.ts';

export const handler: OperationHandler<{ query: { item_type?: string; item_id?: number } }> = async (
  call,
) => {
  const caller = signedIn(call);
  const { item_type, item_id } = call.query;
  const ofItem = item_type !== undefined && item_id !== undefined;
  if (ofItem && !(await maySeeItem(call.context, caller, item_type, item_id))) throw new Problem('not-found');
  const { rows } = await call.context.database.owner((client) =>
    client.query(
      `select ${photoColumns} from photo p
       where ${ofItem ? 'p.item_type = $2::text and p.item_id = $3::bigint' : 'p.user_id = $1::bigint'}
       order by p.id desc limit ${mostPhotos}`,
      ofItem ? [caller.id, item_type, item_id] : [caller.id],
    ),
  );
  return { items: rows };
};
