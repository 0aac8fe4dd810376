import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const HUNTER = '../shared/data/psi/hunter';
export const hunterIsHere = existsSync(HUNTER);
export const FACTS = '../shared/data/known-answers/district-facts-hunter.json';

/** The six districts' zips of 2017 to January 2023, where they are present. */
export function hunterZips(): readonly { readonly name: string; readonly bytes: Buffer }[] {
  return readdirSync(HUNTER)
    .filter((name) => name.endsWith('.zip'))
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(HUNTER, name)) }));
}
