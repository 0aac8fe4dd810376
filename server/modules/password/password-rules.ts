import { commonWords, newPasswordProblem, type PasswordOwner } from '#src/core/password.ts';
import type { Rejection } from '../../problem.ts';
import { passwordStrength } from './password-strength.ts';

/** What is wrong with a new password, in the words of the dialog; empty when nothing is. */
export async function passwordFaults(password: string, owner: PasswordOwner): Promise<readonly Rejection[]> {
  // The estimate is slow, so it is made only of what nothing else is wrong with.
  const plain = newPasswordProblem(password, () => null);
  const strength = plain === null ? await passwordStrength(password, commonWords(owner)) : null;
  const message = newPasswordProblem(password, () => strength);
  return message === null ? [] : [{ pointer: '/newPass', message }];
}
