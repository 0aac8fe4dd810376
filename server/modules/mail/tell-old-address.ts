import type { Caller } from '../../access/caller.ts';
import type { ChangedMail } from '../../access/mail-changes.ts';
import type { Saved } from '../../records/saved.ts';
import { type Addressee, addressOf, type Mailing, tellUser } from './tell-user.ts';

/** Tells whoever reads the address from before that it is another one now. */
export function tellOldAddress(context: Mailing, user: ChangedMail, email: string | null): void {
  if (user.email === email) return;
  const { product } = context.config;
  tell(context, user, [
    email === null
      ? `your e-mail address in ${product} was removed. This one gets no more messages.`
      : `your e-mail address in ${product} is another one now. This one gets no more messages.`,
    '',
    'If this was not you, tell an administrator now: whoever did it knows your password.',
  ]);
}

/** The same where somebody else did it, on whatever way they save users. */
export function tellLostAddresses(context: Mailing): (saved: readonly Saved[], caller: Caller) => void {
  const { product } = context.config;
  return (saved, caller) => {
    for (const { before, after } of saved) {
      const [user, now] = [addressee(before), addressee(after)];
      if (addressOf(user) === null || addressOf(user) === addressOf(now)) continue;
      const did = now.email === null ? 'removed your e-mail address' : 'given you another e-mail address';
      tell(context, user, [
        `${caller.full_name} has ${did} in ${product}. This one gets no more messages.`,
        '',
        'If you did not ask for this, tell another administrator now.',
      ]);
    }
  };
}

function addressee({ username, full_name, email }: Saved['before']): Addressee {
  return {
    username: String(username),
    full_name: String(full_name),
    email: typeof email === 'string' ? email : null,
  };
}

function tell(context: Mailing, user: Addressee, lines: readonly string[]): void {
  tellUser(context, user, 'your e-mail address has changed', lines);
}
