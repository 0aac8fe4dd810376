import { whoOf } from '../../access/caller.ts';
import { draftDays } from '../../access/expired.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { keptFields, placeOf } from './drafts.ts';

export const handler: OperationHandler<'draft.get'> = async (call) => {
  const caller = signedIn(call);
  const { context } = call;
  const query = placeOf(call.query);
  const kept = keptFields(query, caller, context);
  const { rows } = await context.database.write(whoOf(caller), (client) =>
    client.query<{
      content: { readonly [field: string]: unknown };
      base_version: number | null;
      saved_at: Date;
    }>(
      `select content, base_version, saved_at from draft
       where user_id = $1::bigint and screen = $2::text and block = $3::text and record = $4::text
         and saved_at > $5::timestamptz - make_interval(days => $6::integer)`,
      [caller.id, query.screen, query.block, query.record, context.now(), draftDays],
    ),
  );
  const row = rows[0];
  if (!row) return { draft: null };
  // The definition may have lost fields since.
  const values = Object.fromEntries(Object.entries(row.content).filter(([field]) => kept.has(field)));
  return {
    draft: { values, base_version: row.base_version, saved_at: new Date(row.saved_at).toISOString() },
  };
};
