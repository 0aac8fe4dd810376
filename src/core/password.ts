// What a new password must be, in the words of the dialog; the server refuses by the same rules.

export const shortestPassword = 8;
export const longestPassword = 200;
/** On the scale of 0 to 4: moderate. */
export const leastStrength = 2;
/** The estimate needs seconds for hundreds of characters; the first hundred decide. */
export const judgedCharacters = 100;

export interface PasswordOwner {
  readonly username: string;
  readonly companyName: string;
}

/** What must not make a password strong: the name, the part of it before an @, and the company's words. */
export function commonWords({ username, companyName }: PasswordOwner): readonly string[] {
  const local = username.split('@')[0] ?? '';
  return [username, local, ...companyName.split(/[^\p{L}\p{N}]+/u)].filter((word) => word !== '');
}

/** What is wrong with a new password; null when nothing is. `strengthOf` is asked last, for it is slow. */
export function newPasswordProblem(password: string, strengthOf: () => number | null): string | null {
  if (password === '') return 'New password is required';
  if (password.length > longestPassword) return `Password must be at most ${longestPassword} characters`;
  if (password.length < shortestPassword) return `Password must be at least ${shortestPassword} characters`;
  const strength = strengthOf();
  return strength !== null && strength < leastStrength
    ? 'Password must be of at least moderate strength'
    : null;
}
