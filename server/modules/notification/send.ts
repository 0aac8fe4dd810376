import { whoOf } from '../../access/caller.ts';
import { isTypeOn, notifyParameter } from '../../access/notify.ts';
import { tooMany } from '../../access/rate-limit.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { checkDetail } from './check-detail.ts';

const mostRecipients = 200;
const mostPerMinute = 30;

function refuse(pointer: string, message: string): never {
  throw new Problem('refused', message, { errors: [{ pointer, message }] });
}

export const handler: OperationHandler<'notification.send'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const to = [...new Set(body.to_user_id)];
  if (to.length === 0) refuse('/to_user_id', 'Please select the person (or people) you want to notify');
  if (to.length > mostRecipients)
    refuse('/to_user_id', `A notification goes to at most ${mostRecipients} people, this to ${to.length}.`);
  if (typeof body.from_user_id === 'number' && body.from_user_id !== caller.id)
    refuse('/from_user_id', 'A notification is sent by whoever is signed in.');
  checkDetail(body.notify_type, body.notify_detail, caller, context);
  const sends = [{ key: `notify ${caller.id}`, most: mostPerMinute }];
  const wait = await context.minuteLimit.take(sends, context.now());
  if (wait > 0) throw tooMany('Too many notifications were sent.', wait);
  return context.database.write(whoOf(caller), async (client) => {
    if (!(await isTypeOn(client, body.notify_type)))
      throw new Problem(
        'refused',
        `Notifications of this kind are switched off (system parameter ${notifyParameter[body.notify_type]}).`,
      );
    const known = await client.query<{ id: number }>(
      'select id from app_user where active and id = any($1::bigint[])',
      [to],
    );
    const missing = to.filter((id) => !known.rows.some((row) => row.id === id));
    if (missing.length > 0) refuse('/to_user_id', `User ${missing[0]} does not exist or is not active.`);
    await client.query(
      `insert into notification (from_user_id, to_user_id, sent_to, notify_type, notify_detail, request_id, created_by, updated_by)
       select $1::bigint, t, $2::bigint[], $3::text, $4::jsonb, $5::uuid, $1::bigint, $1::bigint
       from unnest($2::bigint[]) as t on conflict do nothing`,
      [caller.id, to, body.notify_type, JSON.stringify(body.notify_detail), body.request_id ?? null],
    );
    return { sent: to.length };
  });
};
