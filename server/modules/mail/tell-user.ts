import type { Config } from '../../config.ts';
import type { Mail } from '../../plugins/mail.ts';

/** What letters are sent with. */
export interface Mailing {
  readonly config: Pick<Config, 'product'>;
  readonly mail: Pick<Mail, 'later' | 'send'>;
}

/** Whoever a letter of the server goes to. */
export interface Addressee {
  readonly username: string;
  readonly full_name: string;
  readonly email: string | null;
}

/** Where letters to a user go: their address, or a user name that is one; null for the outbox. */
export function addressOf({ email, username }: Pick<Addressee, 'email' | 'username'>): string | null {
  return email?.trim() || (username.includes('@') ? username : null);
}

/** Tells somebody what became of their account, after the answer has gone its way. */
export function tellUser(
  { config, mail }: Mailing,
  to: Addressee,
  subject: string,
  lines: readonly string[],
): void {
  mail.later(() =>
    mail.send({
      to: addressOf(to),
      toName: to.username,
      subject: `${config.product}: ${subject}`,
      text: [`${to.full_name} (${to.username}),`, '', ...lines].join('\n'),
    }),
  );
}
