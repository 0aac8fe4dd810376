import { networkOf } from '../../access/network-of.ts';
import { resetOf, resetPassword } from '../../access/passwords.ts';
import { tooMany } from '../../access/rate-limit.ts';
import { readSysparams } from '../../access/system-parameters.ts';
import { hashPassword } from '../../database/passwords.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { passwordFaults } from './password-rules.ts';

function worthless(): Problem {
  const message = 'This link was used already, is too old or was never made. Ask for a new one.';
  return new Problem('refused', message, { errors: [{ pointer: '/token', message }] });
}

export const handler: OperationHandler<'password.reset'> = async (call) => {
  const { body, context, request } = call;
  const { database, log, minuteLimit } = context;
  const now = context.now();
  const wait = await minuteLimit.take([{ key: `reset ${networkOf(request.ip)}`, most: 10 }], now);
  if (wait > 0) throw tooMany('Too many links were tried.', wait);
  const companyName = (await readSysparams(context)).COMPNAME ?? '';
  const user = await resetOf(database, body.token, now);
  if (!user) {
    log.security('password-reset-refused', { from: request.ip });
    throw worthless();
  }
  const errors = await passwordFaults(body.newPass, { username: user.username, companyName });
  if (errors.length > 0) throw new Problem('refused', errors[0]?.message, { errors });
  const hash = await hashPassword(body.newPass);
  if (!(await resetPassword(database, { token: body.token, userId: user.id, hash, now }))) throw worthless();
  log.security('password-reset', { user: user.id, username: user.username, from: request.ip });
  return { username: user.username };
};
