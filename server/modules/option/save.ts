import { whoOf } from '../../access/caller.ts';
import { changeOptions } from '../../access/own-storage.ts';
import { moveSessionEnd } from '../../access/sign-in.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

const expiryOption = 'mvp4.session.expiry';

function momentOf(value: unknown): Date | null {
  const date = typeof value === 'number' || typeof value === 'string' ? new Date(value) : null;
  return date && !Number.isNaN(date.getTime()) ? date : null;
}

export const handler: OperationHandler<'option.save'> = async (call) => {
  const { context, body } = call;
  const caller = signedIn(call);
  const expiry = Object.hasOwn(body, expiryOption) ? momentOf(body[expiryOption]) : undefined;
  if (expiry === null)
    throw new Problem('invalid-request', `${expiryOption} is no moment.`, {
      errors: [
        { pointer: `/${expiryOption}`, message: 'Give a moment in ISO form or in milliseconds since 1970.' },
      ],
    });
  const entries = Object.entries(body);
  const saved = entries.filter(([, value]) => value !== null);
  await context.database.write(whoOf(caller), async (client) => {
    await changeOptions(client, caller.id, async () => {
      await client.query('delete from user_option where user_id = $1::bigint and name = any($2::text[])', [
        caller.id,
        entries.filter(([, value]) => value === null).map(([name]) => name),
      ]);
      await client.query(
        `insert into user_option (user_id, name, value, created_by, updated_by)
         select $1::bigint, o.key, o.value, $1::bigint, $1::bigint from jsonb_each($2::jsonb) o
         on conflict (user_id, name) do update set value = excluded.value, version = user_option.version + 1,
           updated_by = excluded.updated_by`,
        [caller.id, JSON.stringify(Object.fromEntries(saved))],
      );
    });
  });
  if (!expiry) return;
  await moveSessionEnd(context.database, caller.sessionId, expiry);
};
