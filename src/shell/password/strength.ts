// The browser's only door to zxcvbn, which is large: it comes when somebody is about to choose a password.
import zxcvbn from 'zxcvbn';
import { commonWords, judgedCharacters, type PasswordOwner } from '#src/core/password.ts';

/** Strength from 0 to 4. */
export function strengthOf(password: string, owner: PasswordOwner): number {
  return zxcvbn(password.slice(0, judgedCharacters), [...commonWords(owner)]).score;
}
