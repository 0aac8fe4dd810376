// Known answers that lie outside the repository: real files, published figures, the specification's text. The setting
// CADASTRE_KNOWN_ANSWERS names their folder; without it the folder `shared` beside the checkout is looked at.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './database-server.ts';

export const knownAnswers = resolve(root, process.env.CADASTRE_KNOWN_ANSWERS ?? '../shared');

/** A file or folder of the known answers. */
export function knownAnswer(path: string): string {
  return join(knownAnswers, path);
}

/** Whether all of them are here. What is skipped says why. */
export function areHere(paths: readonly string[], what: string): boolean {
  const missing = paths.find((path) => !existsSync(path));
  if (missing === undefined) return true;
  console.warn(`Skipped: ${what}, because ${missing} is not here. CADASTRE_KNOWN_ANSWERS names its folder.`);
  return false;
}
