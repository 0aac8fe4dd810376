import type { Call, OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { makeResetToken, resetMinutes, resetPage } from './reset-links.ts';

interface Known {
  readonly id: number;
  readonly username: string;
  readonly full_name: string;
  readonly email: string | null;
  readonly [column: string]: unknown;
}

const said = {
  mail: 'If this name is known here, a message with a link is on its way to the address that belongs to it. If none arrives within some minutes, ask an administrator.',
  outbox:
    'This server has no mail server. If this name is known here, a message with a link was left in the outbox folder of its data. Ask an administrator for it.',
};

async function write({ context, request }: Call, user: Known, page: string): Promise<void> {
  const { config, database, log, mail } = context;
  const token = await database.owner((client) => makeResetToken(client, user.id, context.now()));
  const address = user.email?.trim() || (user.username.includes('@') ? user.username : null);
  await mail.send({
    to: address,
    toName: user.username,
    subject: `${config.product}: a new password`,
    text: [
      `${user.full_name} (${user.username}),`,
      '',
      `somebody, perhaps you, has asked for a new password in ${config.product}. To set it, open this link within ${resetMinutes} minutes:`,
      '',
      // Behind #, which browsers send to no server.
      `${page}#token=${token}`,
      '',
      'The link works once. If you did not ask, leave it: your password stays as it is.',
    ].join('\n'),
  });
  const to = address === null ? 'outbox' : mail.delivery;
  log.security('password-reset-asked', { user: user.id, username: user.username, from: request.ip, to });
}

export const handler: OperationHandler<{ body: { username: string } }> = async (call) => {
  const { body, context, request } = call;
  const { database, log, mail, resetLimit } = context;
  const name = body.username.trim().toLowerCase();
  const tries = [
    { key: `name ${name}`, most: 3 },
    { key: `address ${request.ip}`, most: 20 },
  ];
  if (!resetLimit.take(tries, context.now())) {
    log.security('password-reset-limited', { username: name, from: request.ip });
    throw new Problem(
      'too-many-requests',
      'Too many links were asked for. Wait a quarter of an hour and try again.',
    );
  }
  const { rows } = await database.owner((client) =>
    client.query<Known>(
      'select id, username, full_name, email from app_user where lower(username) = $1::text and active',
      [name],
    ),
  );
  const user = rows[0];
  const page = resetPage(context.config, request);
  if (user) mail.later(() => write(call, user, page));
  else log.security('password-reset-unknown', { username: name, from: request.ip });
  return { message: said[mail.delivery], delivery: mail.delivery };
};
