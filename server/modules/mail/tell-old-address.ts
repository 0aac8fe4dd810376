import type { ChangedMail } from '../../access/mail-changes.ts';
import type { Context } from '../../context.ts';
import { tellUser } from './tell-user.ts';

/** Tells whoever reads the address from before that it is another one now. */
export function tellOldAddress(context: Context, user: ChangedMail, email: string | null): void {
  if (user.email === email) return;
  const { product } = context.config;
  tellUser(context, user, 'your e-mail address has changed', [
    email === null
      ? `your e-mail address in ${product} was removed. This one gets no more messages.`
      : `your e-mail address in ${product} is another one now. This one gets no more messages.`,
    '',
    'If this was not you, tell an administrator now: whoever did it knows your password.',
  ]);
}
