import { whoOf } from '../../access/caller.ts';
import { removeExpired } from '../../access/expired.ts';
import { dropOldDrafts } from '../../access/own-storage.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { keptFields } from './drafts.ts';

const mostCharacters = 500_000;
const mostDrafts = 200;

export const handler: OperationHandler<'draft.save'> = async (call) => {
  const caller = signedIn(call);
  const { context, body } = call;
  const kept = keptFields(body, caller, context);
  const content = JSON.stringify(
    Object.fromEntries(Object.entries(body.values).filter(([field]) => kept.has(field))),
  );
  if (content.length > mostCharacters)
    throw new Problem('invalid-request', `A draft of ${content.length} characters is too large to be kept.`, {
      errors: [{ pointer: '/values', message: `At most ${mostCharacters} characters are kept.` }],
    });
  const now = context.now();
  await context.database.write(whoOf(caller), async (client) => {
    await client.query(
      `insert into draft (user_id, screen, block, record, base_version, content, saved_at, created_by, updated_by)
       values ($1::bigint, $2::text, $3::text, $4::text, $5::integer, $6::jsonb, $7::timestamptz, $1::bigint, $1::bigint)
       on conflict (user_id, screen, block, record) do update
         set base_version = excluded.base_version, content = excluded.content, saved_at = excluded.saved_at,
             version = draft.version + 1, updated_by = excluded.updated_by`,
      [caller.id, body.screen, body.block, body.record, body.base_version, content, now],
    );
    await dropOldDrafts(client, caller.id, mostDrafts);
  });
  // What was asked for is saved: that the sweep failed is no answer to it.
  await removeExpired(context.database, now).catch((error: unknown) =>
    context.log.failure('removal of what has expired', error),
  );
  return { saved_at: now.toISOString() };
};
