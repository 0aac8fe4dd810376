import { passwordStrength } from './password-strength.ts';
import type { Rejection } from './problem.ts';

export const shortestPassword = 8;
export const longestPassword = 200;
/** On the scale of 0 to 4: moderate. */
export const leastStrength = 2;

export interface PasswordOwner {
  readonly username: string;
  readonly companyName: string;
}

/** What must not make a password strong: the name, the part of it before an @, and the company's words. */
export function commonWords({ username, companyName }: PasswordOwner): readonly string[] {
  const local = username.split('@')[0] ?? '';
  return [username, local, ...companyName.split(/[^\p{L}\p{N}]+/u)].filter((word) => word !== '');
}

/** What is wrong with a new password, in the words of the dialog; empty when nothing is. */
export async function passwordFaults(password: string, owner: PasswordOwner): Promise<readonly Rejection[]> {
  const pointer = '/newPass';
  if (password === '') return [{ pointer, message: 'New password is required' }];
  if (password.length > longestPassword)
    return [{ pointer, message: `Password must be at most ${longestPassword} characters` }];
  if (password.length < shortestPassword)
    return [{ pointer, message: `Password must be at least ${shortestPassword} characters` }];
  return (await passwordStrength(password, commonWords(owner))) < leastStrength
    ? [{ pointer, message: 'Password must be of at least moderate strength' }]
    : [];
}
