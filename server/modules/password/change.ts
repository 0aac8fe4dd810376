import { changePassword, passwordHash } from '../../access/passwords.ts';
import { tooMany } from '../../access/rate-limit.ts';
import { readSysparams } from '../../access/system-parameters.ts';
import { hashPassword, verifyPassword } from '../../database/passwords.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { passwordFaults } from './password-rules.ts';

const wrong = 'The current password is wrong';

function refuse(errors: readonly { readonly pointer: string; readonly message: string }[]): never {
  throw new Problem('refused', errors[0]?.message, { errors });
}

export const handler: OperationHandler<'password.change'> = async (call) => {
  const caller = signedIn(call);
  const { body, context, request } = call;
  const { database, log, minuteLimit } = context;
  const wait = await minuteLimit.take([{ key: `password ${caller.id}`, most: 10 }], context.now());
  if (wait > 0) throw tooMany('Too many passwords were tried.', wait);
  if (body.currPass === '') refuse([{ pointer: '/currPass', message: 'Current password is required' }]);
  const companyName = (await readSysparams(context)).COMPNAME ?? '';
  const faults = await passwordFaults(body.newPass, { username: caller.username, companyName });
  if (faults.length > 0) refuse(faults);
  const stored = await passwordHash(database, caller.id);
  const entry = { user: caller.id, username: caller.username, from: request.ip };
  if (!(await verifyPassword(body.currPass, stored))) {
    log.security('password-change-refused', entry);
    refuse([{ pointer: '/currPass', message: wrong }]);
  }
  const hash = await hashPassword(body.newPass);
  const done = await changePassword(database, {
    userId: caller.id,
    hash,
    replaces: stored,
    keepSession: caller.sessionId,
    by: caller.id,
  });
  // Somebody else has changed it in between: what was typed as the current one is no more.
  if (!done) refuse([{ pointer: '/currPass', message: wrong }]);
  log.security('password-changed', entry);
};
