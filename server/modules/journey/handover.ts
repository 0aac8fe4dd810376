import { randomInt } from 'node:crypto';
import { whoOf } from '../../access/caller.ts';
import { removeExpired } from '../../access/expired.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { codeHash, holdJourney } from './journeys.ts';

/** Without the letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Twelve characters in threes: 59 bits, more than a day of tries at the limit finds. */
function newCode(): string {
  const letters = Array.from({ length: 12 }, () => alphabet.charAt(randomInt(alphabet.length)));
  return [0, 4, 8].map((at) => letters.slice(at, at + 4).join('')).join('-');
}

export const handler: OperationHandler<'journey.handover'> = async (call) => {
  const caller = signedIn(call);
  const { context, params } = call;
  const code = newCode();
  const expires = await context.database.write(whoOf(caller), async (client) => {
    await holdJourney(client, caller.id, params.id);
    const { rows } = await client.query<{ hours: number }>(
      "select setting_number('mobile.handover.hours')::float as hours",
    );
    const until = new Date(context.now().getTime() + (rows[0]?.hours ?? 24) * 3_600_000).toISOString();
    await client.query('delete from journey_handover where journey_id = $1::bigint', [params.id]);
    await client.query(
      'insert into journey_handover (journey_id, code_hash, expires_at) values ($1::bigint, $2::bytea, $3::timestamptz)',
      [params.id, codeHash(code), until],
    );
    return until;
  });
  // What was asked for is saved: that the sweep failed is no answer to it.
  await removeExpired(context.database, context.now()).catch((error: unknown) =>
    context.log.failure('removal of what has expired', error),
  );
  return { code, path: `/user/journeys?code=${code}`, expires_at: expires };
};
