import { readSysparams } from '../../access/system-parameters.ts';
import { hashPassword } from '../../database/passwords.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { passwordFaults } from './password-rules.ts';
import { readResetToken, spendResetToken } from './reset-links.ts';
import { storePassword } from './store-password.ts';

function worthless(): Problem {
  const message = 'This link was used already, is too old or was never made. Ask for a new one.';
  return new Problem('refused', message, { errors: [{ pointer: '/token', message }] });
}

export const handler: OperationHandler<{ body: { token: string; newPass: string } }> = async (call) => {
  const { body, context, request } = call;
  const { database, log, minuteLimit, sessions } = context;
  const now = context.now();
  if (!minuteLimit.take([{ key: `reset ${request.ip}`, most: 10 }], now))
    throw new Problem('too-many-requests', 'Too many links were tried. Wait a minute and try again.');
  const companyName = (await readSysparams(context)).COMPNAME ?? '';
  const user = await database.owner((client) => readResetToken(client, body.token, now));
  if (!user) {
    log.security('password-reset-refused', { from: request.ip });
    throw worthless();
  }
  const errors = await passwordFaults(body.newPass, { username: user.username, companyName });
  if (errors.length > 0) throw new Problem('refused', errors[0]?.message, { errors });
  const hash = await hashPassword(body.newPass);
  await database.owner(async (client) => {
    // The token is used up only together with the password that it set.
    if (!(await spendResetToken(client, body.token, now))) throw worthless();
    if (!(await storePassword(client, { userId: user.id, hash, by: user.id }))) throw worthless();
  });
  sessions.forget(user.id);
  log.security('password-reset', { user: user.id, username: user.username, from: request.ip });
  return { username: user.username };
};
