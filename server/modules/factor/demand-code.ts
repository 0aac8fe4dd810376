import { tooMany } from '../../access/rate-limit.ts';
import { type ProvedBy, proveCode } from '../../access/second-factor.ts';
import { type AnyCall, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

/** Takes a code of the caller's second factor, or refuses at `/code`. */
export async function demandCode(call: AnyCall, code: string): Promise<ProvedBy> {
  const { context, request } = call;
  const caller = signedIn(call);
  const now = context.now();
  const wait = await context.minuteLimit.take([{ key: `code ${caller.id}`, most: 5 }], now);
  if (wait > 0) throw tooMany('Too many codes were tried.', wait);
  const by = await proveCode(context.database, context.sealing, { userId: caller.id, code, now });
  if (by !== null) return by;
  const message = 'This code is wrong, was used already or is too old. Type the next one that the app shows.';
  context.log.security('second-factor-refused', {
    user: caller.id,
    username: caller.username,
    from: request.ip,
  });
  throw new Problem('refused', message, { errors: [{ pointer: '/code', message }] });
}
